// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CInterpose
internal import CRuntime

/// The symbols of entries of witness tables. Their names are read from the files of the images when they are asked for.
final class EntrySymbols: @unchecked Sendable {
    // Sendable: immutable, and the files are mapped for reading as long as it lives.
    private struct Symbol {
        let address: UInt
        let name: UnsafePointer<CChar>
    }

    private let images: [OpaquePointer]
    /// By their addresses.
    private let symbols: [Symbol]

    /// The symbols at addresses that end as those of witness thunks do. Programs without a symbol table have none.
    ///
    /// - Complexity: Reads the symbol table of each image with one of the addresses once.
    init(at addresses: some Sequence<UInt>) {
        let sorted = Array(Set(addresses)).sorted()
        var (images, found): ([OpaquePointer], [Symbol]) = ([], [])
        var rest = sorted[...]
        while let first = rest.first {
            let base = Self.image(of: first)
            let own = rest.prefix { Self.image(of: $0) == base }
            rest = rest.dropFirst(own.count)
            guard let image = cruntime_image_open(first) else { continue }
            images.append(image)
            Self.read(image, Array(own), into: &found)
        }
        self.images = images
        symbols = found.sorted { $0.address < $1.address }
    }

    deinit {
        for image in images { cruntime_image_close(image) }
    }

    private static func image(of address: UInt) -> UnsafeRawPointer? {
        UnsafeRawPointer(bitPattern: address).flatMap { cinterpose_image_of($0).base }
    }

    private static func read(_ image: OpaquePointer, _ addresses: [UInt], into found: inout [Symbol]) {
        withUnsafeMutablePointer(to: &found) { found in
            cruntime_image_each_symbol(image, addresses, addresses.count, found) { found, address, name, _ in
                guard let found, WitnessSymbol.entry(ofSymbol: name.bytes) != nil else { return }
                found.assumingMemoryBound(to: [Symbol].self).pointee.append(Symbol(address: address, name: name))
            }
        }
    }

    /// Whether there are symbols at an address.
    func contain(_ address: UInt) -> Bool { !range(of: address).isEmpty }

    /// The symbols at an address.
    func names(at address: UInt) -> [String] { range(of: address).map { String(cString: $0.name) } }

    private func range(of address: UInt) -> ArraySlice<Symbol> {
        var (low, high) = (0, symbols.count)
        while low < high {
            let middle = (low + high) / 2
            if symbols[middle].address < address { low = middle + 1 } else { high = middle }
        }
        return symbols[low...].prefix { $0.address == address }
    }
}

extension UnsafePointer<CChar> {
    /// The bytes of a text that ends with 0.
    fileprivate var bytes: UnsafeRawBufferPointer {
        var length = 0
        while self[length] != 0 { length += 1 }
        return UnsafeRawBufferPointer(start: self, count: length)
    }
}
