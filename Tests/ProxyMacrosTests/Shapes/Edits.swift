// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import ProxyMacros

/// Requirements with arguments that a rule can change, next to others that it can't.
@Proxied protocol EditShapes: AnyObject {
    func one(_ number: Int) -> Int
    func both(_ text: String, times: Int) -> String
    func added(_ number: Int, to sum: inout Int) -> Int
    func reset(_ sum: inout Int)
    func strict(_ number: Int, arguments sum: inout Int) throws(ShapeError) -> String
    func later(_ number: Int, to sum: inout Int) async throws(ShapeError) -> String
    func joined(_ words: String..., by separator: String) -> String
    func sent(_ parcel: sending Parcel, times: Int) async -> sending Parcel
    func mapped(_ number: Int, _ body: (Int) throws -> Int) rethrows -> Int
    func listed<Value>(_ value: Value, times: Int) -> [Value]
    func consumed(_ parcel: consuming Parcel, times: Int) -> String
    func borrowed(_ parcel: borrowing Parcel, times: Int) -> String
    func answered(_ number: Int, done: @escaping (Int) -> Void)
    func failed<Fault: Error>(_ fault: Fault, if number: Int) throws(Fault)
    func only(_ done: @escaping (Int) -> Void)
    func maybe(_ done: ((Int) -> Void)?)
    @MainActor func shown(_ parcel: Parcel, times: Int) async -> Parcel
    @Default(-1) func ranked(_ name: String) -> Int
    subscript(row row: Int, column column: Int) -> String { get set }
    var title: String { get set }
}
