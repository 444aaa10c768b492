// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Types of the toolchain that are marked `@frozen`. A frozen type stays so in later versions.
///
/// From the modules' `.swiftinterface` files.
enum FrozenTypes {
    static func contains(_ name: String, module: String) -> Bool {
        module == "Swift" && (standard.contains(name) || concurrency.contains(name) || isVectorStorage(name))
    }

    /// Whether a type is one such as `Int32.SIMD4Storage`.
    private static func isVectorStorage(_ name: String) -> Bool {
        let parts = name.split(separator: ".")
        guard parts.count == 2, numbers.contains(String(parts[0])) else { return false }
        return vectorStorages.contains(String(parts[1]))
    }

    private static let numbers: Set = [
        "Double", "Float", "Float16", "Int", "Int16", "Int32", "Int64", "Int8", "UInt", "UInt16", "UInt32", "UInt64",
        "UInt8",
    ]

    private static let vectorStorages: Set = [
        "SIMD2Storage", "SIMD4Storage", "SIMD8Storage", "SIMD16Storage", "SIMD32Storage", "SIMD64Storage",
    ]

    /// Of the module `_Concurrency`, which descriptors call `Swift` too.
    private static let concurrency: Set = [
        "Task", "UnownedJob", "UnownedSerialExecutor", "UnownedTaskExecutor", "UnsafeContinuation",
    ]

    private static let standard: Set = numbers.union([
        "AnyBidirectionalCollection", "AnyCollection", "AnyHashable", "AnyIndex", "AnyIterator",
        "AnyRandomAccessCollection", "AnySequence", "Array", "ArraySlice", "Bool", "Character", "ClosedRange",
        "ClosedRange.Index", "CollectionDifference.Change", "CollectionDifference.Index", "CollectionOfOne",
        "CollectionOfOne.Iterator", "ContiguousArray", "DefaultIndices", "DefaultStringInterpolation", "Dictionary",
        "Dictionary.Index", "Dictionary.Index._Variant", "Dictionary.Iterator", "Dictionary.Iterator._Variant",
        "Dictionary.Keys", "Dictionary.Keys.Iterator", "Dictionary.Values", "Dictionary.Values.Iterator",
        "Dictionary._Variant", "DropFirstSequence", "DropWhileSequence", "DropWhileSequence.Iterator", "Duration",
        "EmptyCollection", "EmptyCollection.Iterator", "EnumeratedSequence", "EnumeratedSequence.Index",
        "EnumeratedSequence.Iterator", "FlattenSequence", "FlattenSequence.Index", "FlattenSequence.Iterator",
        "Float80", "FloatingPointClassification", "FloatingPointSign", "Hasher", "Hasher._Core", "Hasher._State",
        "Hasher._TailBuffer", "IndexingIterator", "Int.Words", "Int128", "Int16.Words", "Int32.Words", "Int64.Words",
        "Int8.Words", "IteratorSequence", "JoinedSequence", "JoinedSequence.Iterator",
        "JoinedSequence.Iterator._JoinIteratorState", "KeyValuePairs", "LazyDropWhileSequence",
        "LazyDropWhileSequence.Iterator", "LazyFilterSequence", "LazyFilterSequence.Iterator", "LazyMapSequence",
        "LazyMapSequence.Iterator", "LazyPrefixWhileCollection.Index", "LazyPrefixWhileCollection._IndexRepresentation",
        "LazyPrefixWhileSequence", "LazyPrefixWhileSequence.Iterator", "LazySequence", "ManagedBufferPointer", "Never",
        "ObjectIdentifier", "OpaquePointer", "Optional", "PartialRangeFrom", "PartialRangeFrom.Iterator",
        "PartialRangeThrough", "PartialRangeUpTo", "PrefixSequence", "PrefixSequence.Iterator", "Range", "Repeated",
        "Result", "ReversedCollection", "ReversedCollection.Index", "ReversedCollection.Iterator", "SIMD16", "SIMD2",
        "SIMD3", "SIMD32", "SIMD4", "SIMD64", "SIMD8", "SIMDMask", "Set", "Set.Index", "Set.Index._Variant",
        "Set.Iterator", "Set.Iterator._Variant", "Set._Variant", "Slice", "StaticBigInt", "StaticString",
        "StrideThrough", "StrideThroughIterator", "StrideTo", "StrideToIterator", "String", "String.Index",
        "String.Iterator", "String.UTF16View", "String.UTF16View.Iterator", "String.UTF8View",
        "String.UnicodeScalarView", "String.UnicodeScalarView.Iterator", "Substring", "Substring.UTF16View",
        "Substring.UTF8View", "Substring.UnicodeScalarView", "SystemRandomNumberGenerator", "UInt.Words", "UInt128",
        "UInt128.Words", "UInt16.Words", "UInt32.Words", "UInt64.Words", "UInt8.Words", "UnfoldSequence", "Unicode",
        "Unicode.ASCII", "Unicode.ASCII.Parser", "Unicode.ParseResult", "Unicode.Scalar", "Unicode.Scalar.UTF16View",
        "Unicode.Scalar.UTF8View", "Unicode.UTF16", "Unicode.UTF16.ForwardParser", "Unicode.UTF16.ReverseParser",
        "Unicode.UTF32", "Unicode.UTF32.Parser", "Unicode.UTF8", "Unicode.UTF8.ForwardParser",
        "Unicode.UTF8.ReverseParser", "Unicode.UTF8.ValidationError", "Unicode.UTF8.ValidationError.Kind",
        "UnicodeDecodingResult", "Unmanaged", "UnsafeBufferPointer", "UnsafeBufferPointer.Iterator",
        "UnsafeMutableBufferPointer", "UnsafeMutablePointer", "UnsafeMutableRawBufferPointer",
        "UnsafeMutableRawPointer", "UnsafePointer", "UnsafeRawBufferPointer", "UnsafeRawBufferPointer.Iterator",
        "UnsafeRawPointer", "Zip2Sequence", "Zip2Sequence.Iterator", "_ArrayBody", "_BridgeStorage",
        "_ClosureBasedIterator", "_ClosureBasedSequence", "_ContiguousArrayBuffer", "_DictionaryBuilder", "_HashTable",
        "_HashTable.Bucket", "_HashTable.Index", "_HashTable.Iterator", "_NativeDictionary",
        "_NativeDictionary.Iterator", "_NativeSet", "_NativeSet.Iterator", "_SetBuilder", "_SliceBuffer",
        "_SmallString", "_StringGuts", "_StringObject", "_StringObject.CountAndFlags", "_StringObject.Nibbles",
        "_UIntBuffer", "_UIntBuffer.Index", "_UIntBuffer.Iterator", "_UnsafeBitset", "_UnsafeBitset.Iterator",
        "_UnsafeBitset.Word", "_UnsafePartiallyInitializedContiguousArrayBuffer", "_ValidUTF8Buffer",
        "_ValidUTF8Buffer.Index", "_ValidUTF8Buffer.Iterator",
    ])
}
