// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CInterpose
import Testing

@testable import Interposer

/// The symbols of a type `A.T` that conforms to `A.P`.
@Suite struct EntryNamingTests {
    private static let (one, two) = ("$s1A1TVAA1PA2aDP3oneyS2iFTW", "$s1A1TVAA1PA2aDP3twoyS2iFTW")
    private static let (getter, method) = ("$s1A1TVAA1PA2aDP5threeSivgTW", "$s1A1TVAA1PA2aDP4fourSiyFTW")
    private static let (setter, typeMethod) = ("$s1A1TVAA1PA2aDP5threeSivsTW", "$s1A1TVAA1PA2aDP4fiveSiyFZTW")
    private static let (asynchronous, initializer) = ("$s1A1TVAA1PA2aDP3sixSiyYaFTWTu", "$s1A1TVAA1PA2aDPyxSicfCTW")

    private func requirement(
        _ kind: cinterpose_kind,
        isInstance: Bool = true,
        isAsync: Bool = false
    ) -> cinterpose_requirement {
        cinterpose_requirement(kind: UInt8(kind.rawValue), is_instance: isInstance, is_async: isAsync)
    }

    private func text(_ names: [String], _ requirement: cinterpose_requirement, type: String = "T") -> String {
        switch EntryNaming(among: names, proto: "P", type: type, requirement) {
        case .named(let name, _, _): name
        case .shared: "shared"
        case .unknown: "unknown"
        }
    }

    @Test func anEntryWithTheCodeOfTwoRequirementsIsNeither() {
        #expect(text([Self.one, Self.two], requirement(CINTERPOSE_METHOD)) == "shared")
        #expect(text([Self.two, Self.one, Self.getter], requirement(CINTERPOSE_METHOD)) == "shared")
    }

    @Test(arguments: [[0, 1, 2, 3, 4], [4, 3, 2, 1, 0]])
    func theKindOfARequirementTellsItFromOthersWithItsCode(_ order: [Int]) {
        let all = [Self.getter, Self.setter, Self.method, Self.typeMethod, Self.initializer]
        let names = order.map { all[$0] }
        #expect(text(names, requirement(CINTERPOSE_GETTER)) == Self.getter)
        #expect(text(names, requirement(CINTERPOSE_SETTER)) == Self.setter)
        #expect(text(names, requirement(CINTERPOSE_METHOD)) == Self.method)
        #expect(text(names, requirement(CINTERPOSE_METHOD, isInstance: false)) == Self.typeMethod)
        #expect(text(names, requirement(CINTERPOSE_INIT, isInstance: false)) == Self.initializer)
    }

    @Test func anAsyncRequirementHasTheSymbolOfItsRecord() {
        let names = [Self.method, Self.asynchronous]
        #expect(text(names, requirement(CINTERPOSE_METHOD, isAsync: true)) == Self.asynchronous)
        #expect(text(names, requirement(CINTERPOSE_METHOD)) == Self.method)
    }

    @Test func aDistributedRequirementHasTheSymbolOfItsThunk() {
        let thunk = "$s1A1TVAA1PA2aDP3sixSiyYaKFTWTETu"
        #expect(text([thunk], requirement(CINTERPOSE_METHOD, isAsync: true)) == thunk)
        #expect(text([thunk], requirement(CINTERPOSE_METHOD)) == "unknown")
    }

    @Test func aTypeOfCHasTheNameThatItHasThere() {
        let imported = "$sSo5CLampV1A1PA2cDP3oneyS2iFTW"
        #expect(text([imported], requirement(CINTERPOSE_METHOD), type: "CLamp") == imported)
        #expect(text([imported], requirement(CINTERPOSE_METHOD), type: "Lamp") == "unknown")
    }

    @Test func rawIdentifiersAreComparedAsInSource() {
        let name = "$s1A0018mylamp_qgaHGJCFbhaVAA1PA2aDP3oneyS2iFTW"
        #expect(text([name], requirement(CINTERPOSE_METHOD), type: "`my lamp`") == name)
    }

    @Test func symbolsOfOtherTypesAndSeveralOfOneRequirementAreNoObstacle() {
        let other = "$s1A1UVAA1PA2aDP3twoyS2iFTW"
        #expect(text([other, Self.one, Self.one], requirement(CINTERPOSE_METHOD)) == Self.one)
        #expect(text([other], requirement(CINTERPOSE_METHOD)) == "unknown")
    }
}
