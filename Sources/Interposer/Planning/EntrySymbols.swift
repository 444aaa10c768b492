// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CInterpose
internal import ProxyCore

/// The symbols of entries of witness tables. Their names are read from the files of the images when they are asked for.
final class EntrySymbols: @unchecked Sendable {
    // Sendable: immutable, and the names live as long as the images.
    private struct Symbol {
        let address: UInt
        let name: UnsafePointer<CChar>
    }

    /// By where they are loaded.
    private let images: [UnsafeRawPointer: ImageSymbols]
    /// Where images are loaded whose files have been replaced since.
    private let replaced: Set<UnsafeRawPointer>
    /// By the protocols' descriptors.
    private let defaults: [UnsafeRawPointer: ProtocolDefaults]
    /// By their addresses.
    private let symbols: [Symbol]

    /// The symbols at addresses that end as those of witness thunks do. Programs without a symbol table have none.
    ///
    /// All files are opened here: calls of the program, which may have changed its folder or its rights, open none.
    ///
    /// - Parameter protocols: The descriptors of the protocols, and their names in symbols.
    /// - Complexity: Reads the symbol table of each image with one of the addresses once.
    init(at addresses: some Sequence<UInt>, protocols: [UnsafeRawPointer: String] = [:]) {
        let sorted = Array(Set(addresses)).sorted()
        var (images, found): ([UnsafeRawPointer: ImageSymbols], [Symbol]) = ([:], [])
        var defaults: [UnsafeRawPointer: ProtocolDefaults] = [:]
        var replaced: Set<UnsafeRawPointer> = []
        func image(of address: UInt) -> ImageSymbols? {
            guard let base = Self.base(of: address) else { return nil }
            if let known = images[base] { return known }
            if replaced.contains(base) { return nil }
            switch ImageSymbols.open(at: address, base: base) {
            case .opened(let image): images[base] = image
            case .replaced: replaced.insert(base)
            case .unreadable: break
            }
            return images[base]
        }
        var rest = sorted[...]
        while let first = rest.first {
            let base = Self.base(of: first)
            let own = rest.prefix { Self.base(of: $0) == base }
            rest = rest.dropFirst(own.count)
            image(of: first)?.forEachSymbol(at: Array(own)) { address, name in
                guard WitnessSymbol.entry(ofSymbol: name.bytes) != nil else { return }
                found.append(Symbol(address: address, name: name))
            }
        }
        for (descriptor, name) in protocols {
            guard let image = image(of: UInt(bitPattern: descriptor)) else { continue }
            defaults[descriptor] = ProtocolDefaults(descriptor, name, in: image)
        }
        self.images = images
        self.replaced = replaced
        self.defaults = defaults
        symbols = found.sorted { $0.address < $1.address }
    }

    /// Whether the image that had an address at first is still there.
    func isLoaded(at address: UnsafeRawPointer) -> Bool {
        guard let base = cinterpose_image_of(address).base, let image = images[base] else { return true }
        return image.isLoaded
    }

    /// Where the image with an address is loaded.
    private static func base(of address: UInt) -> UnsafeRawPointer? {
        UnsafeRawPointer(bitPattern: address).flatMap { cinterpose_image_of($0).base }
    }

    /// Whether a type leaves a requirement out, so that its entry leads to a default body; false if this can't be told.
    ///
    /// - Parameter name: The entry's symbol, one of those at its address.
    func isLeftOut(_ entry: TableEntry, named name: String) -> Bool {
        let conformance = entry.conformance
        guard let image = Self.base(of: entry.address).flatMap({ images[$0] }),
            let defaults = defaults[conformance.descriptor]
        else { return false }
        // The record of an async function has the name of the code with two more letters.
        let code = entry.requirement.is_async ? String(name.dropLast(2)) : name
        let canInherit = conformance.type?.canInherit ?? true
        return defaults.isLeftOut(code, at: entry.code, in: image, canInherit: canInherit)
    }

    /// Whether there are symbols at an address.
    func contain(_ address: UInt) -> Bool { !range(of: address).isEmpty }

    /// Why there are none at an address.
    func absence(at address: UInt) -> String {
        let isReplaced = Self.base(of: address).map(replaced.contains) ?? false
        return isReplaced ? "its file was replaced since it was loaded" : "it has no symbol"
    }

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
