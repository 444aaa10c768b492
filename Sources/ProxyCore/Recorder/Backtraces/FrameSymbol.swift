// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The function of a frame.
struct FrameSymbol: Sendable {
    private static let shownBytes = 1_000

    /// Whether the function is this library's own.
    let isOfProxyCore: Bool
    /// Whether it is what stands between a caller and an interposed requirement.
    let isStub: Bool
    /// The demangled name; nil for functions of other languages.
    private let text: SymbolText?
    /// The name for people.
    let shown: String

    /// - Parameter name: The mangled name.
    init(_ name: String) {
        isOfProxyCore = Self.isOfProxyCore(name)
        isStub = name == "cinterpose__call"
        text = name.hasPrefix("$s") ? ImageSymbols.demangled(name) : nil
        shown = Self.cut(text.map { Self.withoutPart($0.text) } ?? name)
    }

    /// Whether a mangled name begins with this module, or with its extension of a type of the standard library, such as
    /// `UnsafePointer` (“SP”; Swift ABI, "Mangling: Types").
    private static func isOfProxyCore(_ name: String) -> Bool {
        guard name.hasPrefix("$s") else { return false }
        let rest = name.dropFirst(2)
        return rest.hasPrefix("9ProxyCore") || rest.hasPrefix("S") && rest.dropFirst(2).hasPrefix("9ProxyCore")
    }

    /// An async function is compiled to several ones, each for a part of it.
    private static func withoutPart(_ text: String) -> String {
        guard text.hasPrefix("("), let close = text.firstIndex(of: ")") else { return text }
        let rest = text[close...].dropFirst(2)
        for part in ["await resume partial function for ", "suspend resume partial function for "]
        where rest.hasPrefix(part) {
            return String(rest.dropFirst(part.count))
        }
        return text
    }

    private static func cut(_ text: String) -> String {
        guard text.utf8.count > shownBytes else { return text }
        return String(decoding: text.utf8.prefix(shownBytes), as: UTF8.self) + "…"
    }

    /// Whether this is the proxy's method for a requirement, or its entry in the witness table.
    func isProxyMethod(for selector: Selector) -> Bool { text?.isOwnMember(named: selector.name) ?? false }

    /// Whether this is an entry in a witness table.
    var isWitness: Bool { text?.text.hasPrefix("protocol witness for ") ?? false }
}

extension Symbolizer {
    /// The frames of a call's backtrace: with functions and without those of the proxy if all were looked up before,
    /// otherwise as captured.
    func frames(of addresses: [UInt], calling selector: Selector) -> [CallFrame] {
        let places = self.places(of: addresses)
        if places.allSatisfy(\.wasLookedUp) { return Self.outerFrames(places, selector) }
        return places.map { place in
            CallFrame(module: place.frame.module, offset: place.frame.offset, isResumption: place.frame.isResumption)
        }
    }

    /// The same frames with their functions, without those of the proxy.
    func lookedUp(_ frames: [CallFrame], calling selector: Selector) -> [CallFrame] {
        let places = zip(frames, addresses(of: frames)).map { frame, address in
            address.map { lookedUpPlace(of: $0) } ?? Place(frame: frame, wasLookedUp: true)
        }
        return Self.outerFrames(places, selector)
    }

    private static func outerFrames(_ places: [Place], _ selector: Selector) -> [CallFrame] {
        places.dropFirst(ownCount(places, selector)).filter { $0.symbol?.isStub != true }.map(\.frame)
    }

    /// Number of frames at the start that are the proxy's own: those of this library, then the proxy's method, then its
    /// entry in the witness table. Any of them may be inlined into the next.
    private static func ownCount(_ places: [Place], _ selector: Selector) -> Int {
        var count = places.prefix { $0.symbol?.isOfProxyCore ?? false }.count
        let isMethod = { (index: Int, isWitness: Bool) in
            index < places.count && places[index].symbol?.isWitness == isWitness
                && places[index].symbol?.isProxyMethod(for: selector) == true
        }
        if isMethod(count, false) { count += 1 }
        if isMethod(count, true) { count += 1 }
        // A backtrace that ends within the proxy still shows where.
        return count < places.count ? count : 0
    }
}
