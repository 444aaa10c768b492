// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CRuntime

/// Puts a proxy into its property and finds out whether, how and where the property keeps it.
///
/// The property is written once and read once, as it would be anyway; the rest is derived from the references to the
/// proxy. While they are counted, this thread must create and drop no reference, so the functions that do are not
/// inlined and pass addresses between each other.
struct PropertyTrial<Proxy: DelegateProxyType> {
    /// The result of a trial.
    struct Outcome {
        /// Whether the property returned the proxy or an object that wraps it.
        let isKept: Bool
        /// Whether the property retains its value.
        let retains: Bool
        /// Offsets at which the object newly refers to the proxy or its wrapper.
        let places: [Int]
        /// The possible values of the words at those offsets.
        let words: ReferenceWords
        /// The type of the proxy's wrapper, nil when there is none.
        let wrapperName: String?

        var finding: PropertyWatch.Finding { wrapperName == nil ? .installed : .wrapped(by: wrapperName) }
    }

    private struct Counts {
        let strong: Int
        let unowned: Int
    }

    private struct Found {
        var isKept = false
        /// Nil when the property returned the proxy itself.
        var wrapper: ReferenceWords?
        var wrapperName: String?
    }

    private static var sampleCount: Int { 16 }

    private let object: Proxy.ParentObject
    private let owner: AnyObject
    private let proxy: UnsafeMutableRawPointer

    /// Runs a trial. The caller keeps the proxy alive.
    ///
    /// - Parameters:
    ///   - object: The object through which the property is read and written.
    ///   - owner: The object in whose memory it is.
    static func run(
        _ proxy: ProtocolProxy<Proxy.Delegate>,
        in object: Proxy.ParentObject,
        of owner: AnyObject
    ) -> Outcome {
        withExtendedLifetime(proxy) {
            PropertyTrial(object: object, owner: owner, proxy: Unmanaged.passUnretained(proxy).toOpaque()).run()
        }
    }

    @inline(never)
    private func run() -> Outcome {
        let words = wordsOfProxy()
        let placesBefore = InstanceWords.places(of: words, in: owner)
        let before = count()
        write()
        let found = read()
        let after = count()
        let places = InstanceWords.places(of: words, in: owner).filter { !placesBefore.contains($0) }
        let retains = isRetained(words, places, before, after)
        guard let wrapper = found.wrapper, places.isEmpty else {
            return Outcome(isKept: found.isKept, retains: retains, places: places, words: words, wrapperName: nil)
        }
        let wrapperPlaces = InstanceWords.places(of: wrapper, in: owner)
        return Outcome(
            isKept: true,
            retains: retains,
            places: wrapperPlaces,
            words: wrapper,
            wrapperName: found.wrapperName
        )
    }

    /// Whether the property keeps the proxy alive.
    ///
    /// The object's memory is the best evidence: a weak reference is a different word from a strong one. Otherwise
    /// reference counts decide. Other threads that use the property hold the proxy only briefly, so the smallest of
    /// several counts is used.
    private func isRetained(_ words: ReferenceWords, _ places: [Int], _ before: Counts, _ after: Counts) -> Bool {
        let base = UInt(bitPattern: ObjectIdentifier(owner))
        if !places.isEmpty, places.allSatisfy({ InstanceWords.word(at: $0, of: base) == words.weak }) { return false }
        if !places.isEmpty, after.unowned > before.unowned { return false }
        return after.strong > before.strong
    }

    @inline(never)
    private func count() -> Counts {
        var strong = Int.max
        for _ in 0..<Self.sampleCount { strong = min(strong, Int(bitPattern: UInt(swift_retainCount(proxy)))) }
        return Counts(strong: strong, unowned: Int(bitPattern: UInt(swift_unownedRetainCount(proxy))))
    }

    @inline(never)
    private func wordsOfProxy() -> ReferenceWords {
        ReferenceWords(of: Unmanaged<AnyObject>.fromOpaque(proxy).takeUnretainedValue())
    }

    @inline(never)
    private func write() {
        let proxy = Unmanaged<AnyObject>.fromOpaque(proxy).takeUnretainedValue()
        Proxy.setCurrentDelegate(proxy as? Proxy.Delegate, to: object)
    }

    @inline(never)
    private func read() -> Found {
        let proxy = Unmanaged<AnyObject>.fromOpaque(proxy).takeUnretainedValue()
        guard let delegate = Proxy.currentDelegate(for: object) else { return Found() }
        let found = delegate as AnyObject
        if found === proxy { return Found(isKept: true) }
        guard ForwardChain.isWrapped(proxy, in: found) else { return Found() }
        return Found(isKept: true, wrapper: ReferenceWords(of: found), wrapperName: "\(type(of: found))")
    }
}
