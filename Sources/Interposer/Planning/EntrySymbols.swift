// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CRuntime

/// The symbols of entries of witness tables.
enum EntrySymbols {
    /// The symbols at addresses that end as those of witness thunks do. Programs without a symbol table have none.
    ///
    /// - Complexity: Reads the symbol table of each image with one of the addresses once.
    static func witnesses(at addresses: some Sequence<UInt>) -> [UInt: [String]] {
        var left = Array(Set(addresses)).sorted()
        var found: [UInt: [String]] = [:]
        while let first = left.first {
            guard let image = cruntime_image_open(first) else {
                left.removeFirst()
                continue
            }
            defer { cruntime_image_close(image) }
            withUnsafeMutablePointer(to: &found) { found in
                cruntime_image_each_symbol(image, left, left.count, found) { found, address, name, _ in
                    let text = String(cString: name)
                    guard let found, WitnessSymbol.entry(ofSymbol: text.utf8) != nil else { return }
                    found.assumingMemoryBound(to: [UInt: [String]].self).pointee[address, default: []].append(text)
                }
            }
            left.removeAll { $0 == first || cruntime_image_has_code(image, $0) || found[$0] != nil }
        }
        return found
    }
}
