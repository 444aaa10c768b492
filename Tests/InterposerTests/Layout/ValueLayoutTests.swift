// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Interposer

/// The expected texts are the types of parameters in the code that the compiler emits for a function of the type.
@Suite struct ValueLayoutTests {
    @Test func numbersHaveOneRegister() {
        expect([
            (Int.self, "i64"), (Int8.self, "i8"), (UInt16.self, "i16"), (UInt32.self, "i32"), (Bool.self, "i1"),
            (Double.self, "double"), (Float.self, "float"), (Float16.self, "half"), (Int128.self, "i128"),
            (UnsafeRawPointer.self, "i64"), (Unicode.Scalar.self, "i32"),
        ])
    }

    @Test func valuesOfTheStandardLibraryAreTakenApart() {
        expect([
            (String.self, "i64 i64"), (Substring.self, "i64 i64 i64 i64"), (Character.self, "i64 i64"),
            (StaticString.self, "i64 i64 i8"), ([Int].self, "i64"), ([String: Int].self, "i64"),
            (Set<Int>.self, "i64"), (ArraySlice<Int>.self, "i64 i64 i64 i64"), (Range<Int>.self, "i64 i64"),
            (ClosedRange<Double>.self, "double double"), (String.Index.self, "i64"),
            (UnsafeBufferPointer<Int>.self, "i64 i64"), (Duration.self, "i64 i64"), (AnyHashable.self, "address-only"),
            (ObjectIdentifier.self, "i64"), (CollectionOfOne<Int>.self, "i64"), (Unmanaged<Node>.self, "i64"),
            (KeyPath<Point, Int>.self, "i64"), (Task<Int, Never>.self, "i64"),
        ])
    }

    @Test func referencesAreWords() {
        expect([
            (Node.self, "i64"), (Node?.self, "i64"), (GenericNode<Int>.self, "i64"), (Node.Type.self, "i64"),
            (HasUnowned.self, "i64 i64"), (HasUnownedProtocol.self, "i64 i64 i64 i8"),
            (HasClassMetatype.self, "i64 i8"), ((() -> Void).self, "i64 i64"), (HasFunction.self, "i64 i64"),
            ((@convention(c) (Int) -> Int).self, "i64"),
        ])
    }

    @Test func existentialsAreWordsIfTheyHoldReferences() {
        expect([
            ((any ClassBound).self, "i64 i64"), ((any ClassBound)?.self, "i64 i64"),
            ((any ClassBound & AlsoClassBound).self, "i64 i64 i64"), (AnyObject.self, "i64"),
            ((any Error).self, "i64"), ((any Error)?.self, "i64"), (HasError.self, "i64 i64"),
            (Any.self, "address-only"), ((any Unbound).self, "address-only"), ((any Unbound)?.self, "address-only"),
            (HasAny.self, "address-only"), ((any Holding<Int>).self, "address-only"),
            ((any ClassHolding<Int>).self, "i64 i64"), ((any Holding<Int>.Type).self, "i64 i64"),
            ((any ClassBound.Type).self, "i64 i64"), (Any.Type.self, "i64"), ((any ClassBound.Type)?.self, "i64 i64"),
        ])
    }

    @Test func enumsAreIntegers() {
        expect([
            (OneEmpty.self, ""), (TwoEmpty.self, "i8"), (ThreeEmpty.self, "i8"), (TextOrEmpty.self, "i64 i64"),
            (NumberOrText.self, "i64 i64 i8"), (References.self, "i64"), (SmallNumbers.self, "i64"),
            (Wide.self, "large"), (AnyOrNumber.self, "address-only"), (Tree.self, "i64"),
            (PartlyIndirect.self, "i64 i8"), (Vectors.self, "i64 i64 i8"), (VoidPayload.self, "i16"),
        ])
    }

    @Test func optionalsAreIntegers() {
        expect([
            (Int?.self, "i64 i8"), (Double?.self, "i64 i8"), (Float?.self, "i64"), (Int16?.self, "i32"),
            (Float16?.self, "i32"), (Bool?.self, "i8"), (Bool??.self, "i8"), (String?.self, "i64 i64"),
            ([Int]?.self, "i64"), (Int128?.self, "i64 i64 i8"), (Void?.self, "i8"), (Options.self, "i64"),
        ])
    }

    @Test func enumsOfOneCaseAreTheirPayload() {
        expect([
            (OnePayload.self, "float double"), (Only<(Float, Bool)>.self, "float i1"),
            (Only<Only<Double>>.self, "double"),
        ])
    }

    @Test func integersThatMeetShareARegister() {
        expect([
            (Bytes.self, "i64"), (Point.self, "i64 i64"), (Mixed.self, "i1 double i32 float"),
            (FloatBetween.self, "float i32 float"), (HalfBefore.self, "half i64 float i8"),
            (Flags.self, "i16 double i1"), (Nested.self, "large"), (Offset.self, "i64 i64 i8"),
            (HasInt128.self, "i8 i128 i1"),
        ])
    }

    @Test func floatsHaveRegistersOfTheirOwn() {
        expect([(TwoFloats.self, "float float"), (Box<Double>.self, "double")])
    }

    @Test func valuesOfMoreThanFourWordsAreInMemory() {
        expect([
            (FourWords.self, "i64 i64 i64 i64"), (FiveWords.self, "large"), (FiveDoubles.self, "large"),
            (HasWeak.self, "address-only"),
        ])
    }

    @Test func genericTypesAreTakenApartWithTheirArguments() {
        expect([
            (Box<Int>.self, "i64"), (Box<String>.self, "i64 i64"), (Box<Any>.self, "address-only"),
            (Outer<Int>.Inner<String>.self, "i64 i64 i64"), (Either<Int, Double>.self, "i64 i8"),
            (Result<Int, any Error>.self, "i64 i8"), (Result<Int, Never>.self, "i64 i8"),
            (Result<Void, Never>.self, "i8"), (Pack<Int, Double>.self, "i64 double"),
        ])
    }

    @Test func valuesThatCannotBeCopiedAreTakenApart() {
        expect([
            (unsafeBitCast(Unique.self as any ~Copyable.Type, to: Any.Type.self), "i64 double"),
            (unsafeBitCast(UniqueWithEnd.self as any ~Copyable.Type, to: Any.Type.self), "i64 i1"),
        ])
    }

    @Test func privateTypesAreTakenApart() {
        expect([(HasHidden.self, "i64 double i1")])
    }

    @Test func vectorsArePassedInSixteenBytes() {
        expect([
            (SIMD4<Float>.self, "<16 bytes>"), (SIMD3<Float>.self, "<16 bytes>"), (SIMD2<Double>.self, "<16 bytes>"),
            (SIMD8<Float>.self, "<16 bytes> <16 bytes>"), (SIMD16<Double>.self, "large"),
            (SIMDMask<SIMD4<Int32>>.self, "<16 bytes>"),
        ])
    }

    @Test func shortVectorsAreElementsOnX86() {
        expect([
            (SIMD2<Float>.self, "float float"), (SIMD2<Int32>.self, "i64"), (SIMD4<UInt8>.self, "i32"),
            (SIMD4<Float16>.self, "half half half half"), (HasShortVectors.self, "float float i64"),
        ])
    }

    @Test func shortVectorsOfEightBytesAreWholeOnARM() {
        expect(
            [
                (SIMD2<Float>.self, "double"), (SIMD2<Int32>.self, "double"), (SIMD4<Float16>.self, "double"),
                (SIMD4<UInt8>.self, "i32"), (SIMD2<Float16>.self, "half half"),
                (SIMD8<Float>.self, "<16 bytes> <16 bytes>"),
            ],
            on: .arm
        )
    }

    @Test func layoutsThatArentKnownAreRefused() {
        expect([
            (Int.Type.self, "refused"), (Int.Type?.self, "refused"), (HasMetatype.self, "refused"),
            (ContinuousClock.Instant.self, "refused"), (TaskPriority.self, "refused"),
        ])
        #if arch(x86_64)
        expect([(Float80.self, "refused"), (HasLongDouble.self, "refused")])
        #endif
    }

    @Test func refusalsSayWhy() {
        let reason = "its module is built for library evolution, and it may not be frozen"
        #expect(throws: LayoutRefusal("Swift.ContinuousClock.Instant: \(reason)")) {
            try ValueLayout(of: ContinuousClock.Instant.self)
        }
        #if arch(x86_64)
        #expect(throws: LayoutRefusal("a float of 80 bits")) { try ValueLayout(of: HasLongDouble.self) }
        #endif
        #expect(throws: LayoutRefusal("the metatype of a type that isn't a class may take no space")) {
            try ValueLayout(of: HasMetatype.self)
        }
    }

    @Test func typesOfModulesBuiltForEvolutionAreRefused() throws {
        var stability = ModuleStability.toolchain
        #expect(try ValueLayout(of: Point.self, on: .x86, stability).text == "i64 i64")
        let module = try #require(String(reflecting: Point.self).split(separator: ".").first)
        stability.evolutionModules.insert(String(module))
        #expect(throws: LayoutRefusal.self) { try ValueLayout(of: Point.self, on: .x86, stability) }
    }

    @Test func largeValuesAreInMemoryWhateverTheyAre() {
        expect([((Box<(FiveWords, FiveWords, ContinuousClock.Instant)>).self, "large, unknown")])
    }

    @Test func partsSayWhichBytesTheyHave() throws {
        let layout = try ValueLayout(of: HalfBefore.self, on: .x86)
        guard case .direct(let parts) = layout else { throw LayoutRefusal("in memory") }
        #expect(parts.map(\.unit) == [0..<2, 0..<8, 8..<12, 12..<13])
        #expect(parts.map(\.bytes) == [0..<2, 2..<6, 8..<12, 12..<13])
    }

    private func expect(_ cases: [(type: Any.Type, text: String)], on convention: Convention = .x86) {
        for (type, text) in cases {
            #expect(ValueLayout.text(type, on: convention) == text, "\(type)")
        }
    }
}
