// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CRuntime

/// The symbols and code of the program's file or of a loaded library, while they are being read.
final class ImageSymbols {
    /// A symbol at an address.
    struct Symbol {
        let name: String
        /// Size in bytes, 0 when the file does not give one.
        let size: Int
    }

    private let image: OpaquePointer
    private let machine = cruntime_machine_current()

    /// The image with code at `address`; nil when its file cannot be read.
    init?(at address: UInt) {
        guard let image = cruntime_image_open(address) else { return nil }
        self.image = image
    }

    deinit { cruntime_image_close(image) }

    /// All symbols at the given addresses.
    func symbols(at addresses: some Sequence<UInt>) -> [UInt: [Symbol]] {
        let sorted = Set(addresses).sorted()
        var result: [UInt: [Symbol]] = [:]
        withUnsafeMutablePointer(to: &result) { pointer in
            cruntime_image_each_symbol(image, sorted, sorted.count, pointer) { context, address, name, size in
                let result = context!.assumingMemoryBound(to: [UInt: [Symbol]].self)
                result.pointee[address, default: []].append(Symbol(name: String(cString: name), size: size))
            }
        }
        return result
    }

    /// The names of all functions with the given prefix.
    func functions(withPrefix prefix: String) -> [String] {
        var result: [String] = []
        withUnsafeMutablePointer(to: &result) { pointer in
            cruntime_image_each_function(image, prefix, pointer) { context, name in
                context!.assumingMemoryBound(to: [String].self).pointee.append(String(cString: name))
            }
        }
        return result
    }

    /// Whether an address is in the image's code.
    func hasCode(_ address: UInt) -> Bool { cruntime_image_has_code(image, address) }

    /// Analyses the code at an address; nil when memory and file differ.
    func read(_ address: UInt, size: Int) -> cruntime_code? {
        guard let bytes = cruntime_image_code(image, address, size) else { return nil }
        var code = cruntime_code()
        cruntime_code_read(machine, bytes, size, address, &code)
        return code
    }

    /// Analyses a function that may have no symbol; nil when none seems to begin at the address, or when it is long.
    func read(mergedFunctionAt address: UInt) -> cruntime_code? {
        // The end of a function can only be guessed: bytes within an instruction may look like padding.
        let size = symbols(at: [address])[address]?.map(\.size).max() ?? 0
        return size > 0 ? read(address, size: size) : read(functionAt: address)
    }

    private func read(functionAt address: UInt) -> cruntime_code? {
        let alignment = UInt(CRUNTIME_ALIGNMENT)
        guard address % alignment == 0, address > alignment else { return nil }
        let size = Self.sizeLimit
        guard let bytes = cruntime_image_code(image, address - alignment, Int(alignment) + size) else { return nil }
        let extent = cruntime_code_extent(machine, bytes, size)
        return extent == 0 ? nil : read(address, size: extent)
    }

    /// In bytes; default bodies are short.
    private static let sizeLimit = 512

    /// The imported function to which a pointer refers.
    func importName(_ slot: UInt) -> String? { cruntime_image_import(image, slot).map { String(cString: $0) } }

    /// The names of functions in the image, and of the imported functions behind its stubs.
    func names(ofFunctionsAt addresses: Set<UInt>) -> [UInt: [String]] {
        var names = symbols(at: addresses).mapValues { $0.map(\.name) }
        for address in addresses where names[address] == nil {
            guard let bytes = cruntime_image_code(image, address, 16) else { continue }
            let slot = cruntime_code_stub_slot(machine, bytes, 16, address)
            if slot != 0, let name = importName(slot) { names[address] = [name] }
        }
        return names
    }

    /// The demangled symbol; nil when it is not a Swift symbol.
    static func demangled(_ name: String) -> SymbolText? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 8_192) { buffer in
            guard cruntime_demangle(name, buffer.baseAddress!, buffer.count) else { return nil }
            return SymbolText(String(cString: buffer.baseAddress!))
        }
    }
}
