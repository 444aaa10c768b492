// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CInterpose
import Testing

@testable import Interposer

extension TableEntry {
    /// The entries of a conformance of this process, in the order in which the protocol declares them.
    static func all(ofProtocol proto: String, type: String) throws -> [TableEntry] {
        var search = (proto: proto, type: type, found: [TableEntry]())
        withUnsafeMutablePointer(to: &search) { search in
            cinterpose_each_conformance(search) { context, conformance in
                let search = context!.assumingMemoryBound(to: (proto: String, type: String, found: [TableEntry]).self)
                let conformance = conformance.pointee
                guard String(cString: conformance.name) == search.pointee.proto,
                    String(cString: conformance.type_name) == search.pointee.type
                else { return true }
                search.pointee.found = TableEntry.all(of: conformance)
                return false
            }
        }
        try #require(!search.found.isEmpty)
        return search.found
    }

    /// The requirement that the entry's symbol names.
    func requirement(_ symbols: EntrySymbols) throws -> SymbolEntity {
        try #require(symbols.names(at: address).compactMap { try? WitnessSymbol($0) }.first).requirement
    }
}
