// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CRuntime

/// The symbols and code of the program's file or of a loaded library.
///
/// Any thread.
package final class ImageSymbols: @unchecked Sendable {
    // Sendable: the file is mapped for reading; its index is made atomically.

    struct Function {
        let address: UInt
        let name: String
        /// Size in bytes, 0 when the file does not give one.
        let size: Int
    }

    private let image: OpaquePointer
    private let machine = cruntime_machine_current()

    /// What came of looking for an image.
    package enum Opening {
        case opened(ImageSymbols)
        /// Another file has taken the name of the loaded one. Its names and values are none of the image's.
        case replaced
        case unreadable
    }

    /// The image that has `address`; nil when its file cannot be read.
    init?(at address: UInt) {
        guard let image = cruntime_image_open(address, nil) else { return nil }
        self.image = image
    }

    private init(_ image: OpaquePointer) { self.image = image }

    /// Those that somebody has, by where their images are loaded: a file is mapped, and its index made, once.
    private static let shared = ForkableMutex<[UInt: WeakReference]>([:])

    private struct WeakReference {
        weak var image: ImageSymbols?
    }

    /// Opens the image that has `address`, or gives the one that another has opened.
    ///
    /// - Parameter base: Where the image is loaded.
    package static func open(at address: UInt, base: UnsafeRawPointer) -> Opening {
        let key = UInt(bitPattern: base)
        // Another library may have been loaded there since. That is not asked under the lock: it may wait for the loader.
        if let known = shared.withLock({ $0[key]?.image }), cruntime_image_is_loaded(known.image) {
            return .opened(known)
        }
        var isReplaced = false
        guard let image = cruntime_image_open(address, &isReplaced) else {
            return isReplaced ? .replaced : .unreadable
        }
        let new = ImageSymbols(image)
        shared.withLock { $0[key] = WeakReference(image: new) }
        return .opened(new)
    }

    /// Whether the image is still loaded where it was. The program may have closed it, and loaded another one there.
    package var isLoaded: Bool { !cruntime_has_unloaded_images() || cruntime_image_is_loaded(image) }

    deinit { cruntime_image_close(image) }

    /// Calls `body` with each symbol at one of the addresses, of functions or data. Names stay valid as long as this
    /// object.
    ///
    /// - Parameter addresses: Sorted.
    /// - Complexity: Reads all symbols of the image.
    package func forEachSymbol(at addresses: [UInt], _ body: (UInt, UnsafePointer<CChar>) -> Void) {
        withoutActuallyEscaping(body) { body in
            var body = body
            withUnsafeMutablePointer(to: &body) { pointer in
                cruntime_image_each_symbol(image, addresses, addresses.count, pointer) { context, address, name, _ in
                    context!.assumingMemoryBound(to: ((UInt, UnsafePointer<CChar>) -> Void).self).pointee(address, name)
                }
            }
        }
    }

    /// The functions that begin at an address.
    func functions(at address: UInt) -> [Function] {
        var result: [Function] = []
        withUnsafeMutablePointer(to: &result) { pointer in
            cruntime_image_each_function_at(image, address, pointer) { context, address, name, size in
                Function.add(address, name, size, to: context)
            }
        }
        return result
    }

    /// All functions whose names have the given prefix.
    func functions(withPrefix prefix: String) -> [Function] {
        var result: [Function] = []
        withUnsafeMutablePointer(to: &result) { pointer in
            cruntime_image_each_function(image, prefix, pointer) { context, address, name, size in
                Function.add(address, name, size, to: context)
            }
        }
        return result
    }

    /// Whether an address is in the image's code.
    func hasCode(_ address: UInt) -> Bool { cruntime_image_has_code(image, address) }

    /// Whether a function has the same code as one of another image, which may be the same, and refers to nothing by its
    /// distance.
    func hasCode(of function: Function, equalTo other: Function, in image: ImageSymbols) -> Bool {
        guard function.size == other.size, function.size > 0,
            let code = cruntime_image_code(self.image, function.address, function.size),
            let otherCode = cruntime_image_code(image.image, other.address, other.size)
        else { return false }
        return UnsafeBufferPointer(start: code, count: function.size)
            .elementsEqual(UnsafeBufferPointer(start: otherCode, count: other.size))
            && !cruntime_code_may_refer(machine, code, function.size)
    }

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
        let size = functions(at: address).map(\.size).max() ?? 0
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
        var names: [UInt: [String]] = [:]
        for address in addresses {
            let own = functions(at: address)
            guard own.isEmpty else {
                names[address] = own.map(\.name)
                continue
            }
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

extension ImageSymbols.Function {
    /// - Parameter context: Address of the array.
    fileprivate static func add(
        _ address: UInt,
        _ name: UnsafePointer<CChar>,
        _ size: Int,
        to context: UnsafeMutableRawPointer?
    ) {
        context!.assumingMemoryBound(to: [Self].self).pointee
            .append(Self(address: address, name: String(cString: name), size: size))
    }
}
