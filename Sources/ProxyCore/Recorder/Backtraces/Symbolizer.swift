// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CRuntime
internal import CThread

/// Names the functions and lines of addresses in this process.
///
/// Opening an image reads its symbols and lines, up to some 100 ms for a large program, so addresses are only looked up
/// when somebody asks. What was found stays known, until another library has taken the place of one that was closed.
///
/// - Invariant: Callable from any thread. Files are read outside of the lock.
final class Symbolizer: Sendable {
    static let shared = Symbolizer()

    /// Known addresses; more than that are forgotten at once.
    private static let placeLimit = 65_536

    /// What is known of an address.
    struct Place: Sendable {
        var frame: CallFrame
        /// The function, if it was looked up.
        var symbol: FrameSymbol?
        var wasLookedUp = false
    }

    private struct State: Sendable {
        /// Changes of the images before they were listed.
        var changes = cruntime_image_changes()
        var images = LoadedImages.now()
        var places: [UInt: Place] = [:]
        /// By the start of their code.
        var symbols: [UInt: ImageLookup] = [:]
    }

    private let state = ForkableMutex<State>(State())

    /// The places of a backtrace, innermost first, as far as they are known.
    func places(of addresses: some Collection<UInt>) -> [Place] {
        forgetReplacedImages()
        return state.withLock { state in addresses.map { Self.place(of: $0, &state) } }
    }

    /// A place with its function and line.
    func lookedUpPlace(of address: UInt) -> Place {
        forgetReplacedImages()
        let (known, changes) = state.withLock { (Self.place(of: address, &$0), $0.changes) }
        guard !known.wasLookedUp else { return known }
        let place = lookUp(address, known)
        state.withLock { if $0.changes == changes { $0.places[address] = place } }
        return place
    }

    /// The addresses that frames stand for; nil where the image is not loaded.
    func addresses(of frames: [CallFrame]) -> [UInt?] {
        forgetReplacedImages()
        let images = state.withLock { $0.images }
        return frames.map { frame in
            let mark = frame.isResumption ? UInt(CTHREAD_RESUMPTION_BIT) : 0
            return images.address(of: frame.offset, in: frame.module).map { $0 | mark }
        }
    }

    // MARK: Images

    /// Forgets what is known of addresses at which there is another image than before. A closed library stays known until
    /// then.
    private func forgetReplacedImages() {
        let changes = cruntime_image_changes()
        guard let symbols = state.withLock({ $0.changes == changes ? nil : $0.symbols }) else { return }
        let images = LoadedImages.now()
        let kept = symbols.filter(\.value.isLoaded)
        state.withLock { state in
            state.changes = changes
            state.images = images
            state.symbols = kept
            state.places = state.places.filter { address, _ in
                images.image(at: Self.code(at: address)).map { kept[$0.start] != nil } ?? true
            }
        }
    }

    /// The address of the instruction. A return address may be the first one after the image's code.
    private static func code(at address: UInt) -> UInt {
        let plain = address & ~UInt(CTHREAD_RESUMPTION_BIT)
        return plain != address ? plain : plain &- 1
    }

    private static func place(of address: UInt, _ state: inout State) -> Place {
        if let known = state.places[address] { return known }
        let plain = address & ~UInt(CTHREAD_RESUMPTION_BIT)
        let isResumption = plain != address
        let code = code(at: address)
        var image = state.images.image(at: code)
        if image == nil {
            state.images = .now()
            image = state.images.image(at: code)
        }
        let frame = CallFrame(
            module: image?.name ?? "",
            offset: UInt64(plain &- (image?.base ?? 0)),
            isResumption: isResumption
        )
        if state.places.count >= placeLimit { state.places.removeAll() }
        let place = Place(frame: frame, wasLookedUp: image == nil)
        state.places[address] = place
        return place
    }

    private func lookUp(_ address: UInt, _ place: Place) -> Place {
        var place = place
        place.wasLookedUp = true
        let code = Self.code(at: address)
        guard let image = state.withLock({ $0.images.image(at: code) }), let symbols = symbols(of: image, code) else {
            return place
        }
        let found = symbols.find(UInt64(code &- image.base))
        place.symbol = found.symbol
        place.frame.function = found.symbol?.shown
        if let line = found.line {
            place.frame.file = line.path
            place.frame.line = line.number
        }
        return place
    }

    private func symbols(of image: LoadedImages.Image, _ address: UInt) -> ImageLookup? {
        if let known = state.withLock({ $0.symbols[image.start] }) { return known }
        guard let new = ImageLookup(at: address) else { return nil }
        // Another thread may have opened it meanwhile.
        return state.withLock { state in
            let kept = state.symbols[image.start] ?? new
            state.symbols[image.start] = kept
            return kept
        }
    }
}

/// The functions and lines of one image.
final class ImageLookup: @unchecked Sendable {
    // Sendable: what the pointer refers to never changes.
    private let symbols: OpaquePointer

    /// Nil when the file cannot be read.
    init?(at address: UInt) {
        guard let symbols = cruntime_symbols_open(address) else { return nil }
        self.symbols = symbols
    }

    deinit { cruntime_symbols_close(symbols) }

    /// Whether the image is still where it was.
    var isLoaded: Bool { cruntime_symbols_are_loaded(symbols) }

    /// The function and the line with the code at an offset.
    func find(_ offset: UInt64) -> (symbol: FrameSymbol?, line: (path: String, number: Int)?) {
        var start: UInt64 = 0
        let symbol = cruntime_symbols_function(symbols, offset, &start).map { FrameSymbol(String(cString: $0)) }
        let line = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4_096) { path -> (String, Int)? in
            let line = cruntime_symbols_line(symbols, offset, start, path.baseAddress!, path.count)
            return line == 0 ? nil : (String(cString: path.baseAddress!), Int(line))
        }
        return (symbol, line)
    }
}
