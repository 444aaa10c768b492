// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Settles the property of one parent object until it holds the proxy named in the storage, or none.
///
/// Threads that install, uninstall and reset proxies of one property do not take turns: the property is the parent
/// object's code and may block. Instead, each thread first writes its intention into the storage, then changes the
/// property until it matches the storage. The last thread to write also checks last, so the property ends up correct.
/// An uninstalled proxy is marked as retired before the storage names another one. If a late thread puts a retired
/// proxy back, the proxy is looked through and never adopted.
struct Installation<Proxy: DelegateProxyType> {
    /// Number of attempts before a property counts as not keeping its value.
    static var maximumAttempts: Int { 64 }

    let object: Proxy.ParentObject
    let storage: DelegateProxyStorage
    /// The retention of what is adopted here; nil for that of the proxy.
    private let requestedRetention: DelegateRetention?

    /// - Parameter retention: The requested one. The caller gives it to the proxy once the property is settled: after a
    ///   failure, the former one is still in force.
    init(of object: Proxy.ParentObject, retain retention: DelegateRetention? = nil) {
        self.object = object
        requestedRetention = retention
        storage = DelegateProxyRegistry.storage(for: object)
    }

    /// The program's object with the property: the parent object, unless that is only a place.
    private var owner: AnyObject { (object as? any ProxyPlace)?.watchedObject ?? object }

    /// Changes the property until it matches the storage.
    ///
    /// A call from inside the property's own code does nothing: this thread's outer call is still settling it.
    func settle() throws(DelegateProxyError) {
        guard storage.enter(Proxy.identifier) else { return }
        defer { storage.leave(Proxy.identifier) }
        // Proxies that this thread writes, or puts behind the ones it writes, must live until its last check: they may
        // lead to the user's delegate, and the property may hold them weakly.
        var proxies: [AnyObject] = []
        defer { withExtendedLifetime(proxies) {} }
        var attempts = 0
        while attempts < Self.maximumAttempts {
            let work = storage.work(on: Proxy.identifier)
            // The wanted proxy is read before the property: earlier wanted proxies are already marked as retired.
            switch try nextMove(wanted, work) {
            case .none: return
            case .lookAgain: continue
            case .write(let delegate): Proxy.setCurrentDelegate(delegate, to: object)
            case .install(let wanted):
                proxies.append(wanted)
                try wanted.whileUnwatched { () throws(DelegateProxyError) in
                    try install(wanted, seen: work, keeping: &proxies)
                }
            }
            attempts += 1
        }
        throw Self.notInstalled(in: object, given: givenType)
    }

    /// Makes the parent object ask the proxy in its property for its capabilities again.
    func reset(_ proxy: Proxy) {
        storage.beginReset(Proxy.identifier)
        let change = { Proxy.resetCapabilities(of: object, proxy: proxy) }
        if let proxy = proxy as? ProtocolProxy<Proxy.Delegate> { proxy.whileUnwatched(change) } else { change() }
        storage.endReset(Proxy.identifier)
        // The proxy may have been uninstalled while the property was empty, and then been put back.
        if (proxy as? any InstallableProxy)?.isRetired == true { try? settle() }
    }

    // MARK: Deciding

    /// The proxy named in the storage. A retired proxy is removed from the storage here, in case the uninstalling
    /// thread has not done so yet.
    private var wanted: ProtocolProxy<Proxy.Delegate>? {
        guard let named = storage.proxy(Proxy.identifier) else { return nil }
        guard (named as? any InstallableProxy)?.isRetired == true else {
            return named as? ProtocolProxy<Proxy.Delegate>
        }
        storage.remove(named, Proxy.identifier)
        return nil
    }

    private enum Move {
        case none
        case lookAgain
        case write(Proxy.Delegate?)
        case install(ProtocolProxy<Proxy.Delegate>)
    }

    private func nextMove(
        _ wanted: ProtocolProxy<Proxy.Delegate>?,
        _ work: InstallationWork
    ) throws(DelegateProxyError) -> Move {
        let found = Occupant<Proxy>(of: object)
        guard let wanted else { return found.isBehindRetired ? .write(found.delegate) : .none }
        guard let delegate = found.delegate else {
            // The thread that is resetting the property also settles the outcome.
            if storage.work(on: Proxy.identifier).resets > 0 { return .none }
            if mayBeReset(since: work) { return .lookAgain }
            try checkCanAnswer(wanted)
            return .install(wanted)
        }
        if ForwardChain.reaches(wanted, from: delegate as AnyObject) {
            if !found.isBehindRetired { wanted.wasSeen(delegate as AnyObject) }
            return found.isBehindRetired ? .write(delegate) : .none
        }
        try checkIsNoWrapper(delegate as AnyObject, of: wanted)
        try checkMayBeHeld(found, by: wanted)
        return .install(wanted)
    }

    /// Whether a reset may have emptied the property since `work` was read.
    private func mayBeReset(since work: InstallationWork) -> Bool {
        let now = storage.work(on: Proxy.identifier)
        return now.resets > 0 || now.changes != work.changes
    }

    /// A delegate that replaced the proxy may wrap it; adopting it would close a cycle.
    private func checkIsNoWrapper(
        _ occupant: AnyObject,
        of proxy: ProtocolProxy<Proxy.Delegate>
    ) throws(DelegateProxyError) {
        guard proxy.isInstalled, !(occupant is any DelegateWrapper),
            ForwardChain.holds(proxy, in: occupant)
        else { return }
        throw DelegateProxyError(
            .ambiguousWrapper,
            "\(type(of: occupant)) took the place of the proxy in \(Self.property(of: object)) and stores "
                + "the proxy. Let it conform to DelegateWrapper, and give back what it passes calls on to, or nil."
        )
    }

    /// Refuses, before anything changes, a delegate that is already known to be held weakly and whose death would make
    /// the proxy stop the program.
    private func checkMayBeHeld(
        _ found: Occupant<Proxy>,
        by proxy: ProtocolProxy<Proxy.Delegate>
    ) throws(DelegateProxyError) {
        guard let delegate = found.delegate, TargetWords(delegate) != nil else { return }
        let isLost =
            switch retention(of: proxy) {
            case .always: false
            case .never: true
            case .asProperty: !found.isRetained && isHeldWeakly(delegate as AnyObject)
            }
        if isLost { try refuseIfOnlyTargetAnswers(delegate, by: proxy) }
    }

    private func retention(of proxy: ProtocolProxy<Proxy.Delegate>) -> DelegateRetention {
        requestedRetention ?? proxy.retention
    }

    private func isHeldWeakly(_ delegate: AnyObject) -> Bool {
        let owner = owner
        let words = ReferenceWords(of: delegate)
        let base = UInt(bitPattern: ObjectIdentifier(owner))
        let places = InstanceWords.places(of: words, in: owner)
        return !places.isEmpty && places.allSatisfy { InstanceWords.word(at: $0, of: base) == words.weak }
    }

    private func refuseIfOnlyTargetAnswers(
        _ delegate: Proxy.Delegate,
        by proxy: ProtocolProxy<Proxy.Delegate>
    ) throws(DelegateProxyError) {
        let unanswered = proxy.unanswerableRequirements
        guard !unanswered.isEmpty else { return }
        throw .targetMayDie(
            proxyOf: Self.property(of: object),
            target: String(describing: type(of: delegate as Any)),
            requirements: unanswered
        )
    }

    private func checkCanAnswer(_ proxy: ProtocolProxy<Proxy.Delegate>) throws(DelegateProxyError) {
        let unanswered = proxy.unanswerableRequirements
        guard !unanswered.isEmpty else { return }
        throw DelegateProxyError(
            .noAnswer,
            "\(Self.property(of: object)) is nil, and \(type(of: proxy)) has no answer to "
                + unanswered.map(\.name).joined(separator: ", ") + ". Declare defaults, or set a delegate first."
        )
    }

    // MARK: Messages

    /// Names the property by the program's own object: a place is the library's, and no message may show it.
    private static func property(of object: Proxy.ParentObject) -> String {
        if let place = object as? any ProxyPlace { return "\(place.ownerName).\(place.name)" }
        return "\(type(of: object)).\(Proxy.propertyName)"
    }

    /// The type of the proxy in messages: that of the family, or of the program's proxy in a place.
    private var givenType: Any.Type {
        guard object is any ProxyPlace, let placed = storage.proxy(Proxy.identifier) else { return Proxy.self }
        return type(of: placed)
    }

    // MARK: Writing

    /// Puts a proxy into the property, with the previous occupant behind it.
    private func install(
        _ proxy: ProtocolProxy<Proxy.Delegate>,
        seen work: InstallationWork,
        keeping proxies: inout [AnyObject]
    ) throws(DelegateProxyError) {
        guard let (occupant, adoption) = adoptOccupant(by: proxy, seen: work) else { return }
        if let occupant = occupant as? any InstallableProxy { proxies.append(occupant) }
        // The property may have been the last owner of the occupant.
        defer { withExtendedLifetime(occupant) {} }
        let before = storage.work(on: Proxy.identifier)
        let owner = owner
        let outcome = PropertyTrial<Proxy>.run(proxy, in: object, of: owner)
        guard outcome.isKept else {
            // Another thread at work may have changed the property meanwhile.
            guard before == storage.work(on: Proxy.identifier), before.threads.count == 1 else { return }
            Proxy.setCurrentDelegate(proxy.forwardDelegate, to: object)
            throw Self.notInstalled(in: object, given: givenType)
        }
        proxy.propertyDidTake(adoption.number, retains: outcome.retains, with: retention(of: proxy))
        if let delegate = occupant as? Proxy.Delegate, !proxy.retainsTarget {
            do throws(DelegateProxyError) {
                try refuseIfOnlyTargetAnswers(delegate, by: proxy)
            } catch {
                Proxy.setCurrentDelegate(delegate, to: object)
                proxy.giveUp(adoption.number)
                throw error
            }
        }
        let watch = PropertyWatch(number: proxy.number, parent: owner, proxy: proxy)
        let former = occupant.map { String(describing: type(of: $0)) }
        proxy.didInstall(previousTarget: adoption.previousTarget, occupant: former, watch: watch) { watch in
            watch.wasInstalled(at: outcome.places, words: outcome.words, as: outcome.finding)
        }
    }

    /// Makes the current occupant of the property the forward delegate.
    ///
    /// It is held weakly, unless a retired proxy in front of it retained it or the proxy's retention is `.always`.
    ///
    /// - Returns: The occupant and its adoption. Nil when the property now leads to the proxy, which must not become
    ///   its own forward delegate; when the property may only be empty for a moment; when the proxy is being
    ///   uninstalled; or when the proxy was given another forward delegate.
    private func adoptOccupant(
        by proxy: ProtocolProxy<Proxy.Delegate>,
        seen work: InstallationWork
    ) -> (occupant: AnyObject?, adoption: Adoption)? {
        let place = proxy.numberedTarget.number
        let found = Occupant<Proxy>(of: object)
        if let delegate = found.delegate {
            if ForwardChain.reaches(proxy, from: delegate as AnyObject) { return nil }
        } else if mayBeReset(since: work) {
            return nil
        }
        let retain =
            switch retention(of: proxy) {
            case .asProperty: found.isRetained
            case .always: true
            case .never: false
            }
        let adoption = proxy.adoptTarget(found.delegate, retain: retain, inPlaceOf: place)
        return adoption.map { (found.delegate as AnyObject?, $0) }
    }

    /// - Parameter type: The type of the proxy. Default: that of the family.
    static func notInstalled(
        in object: Proxy.ParentObject,
        given type: Any.Type = Proxy.self
    ) -> DelegateProxyError {
        DelegateProxyError(
            .notInstalled,
            "\(property(of: object)) was given a \(type) and did not keep it. Check that "
                + "\(type) conforms to \(Proxy.Delegate.self), and that the property stores what it is given."
        )
    }
}

/// The occupant of a delegate property, behind any retired proxies.
private struct Occupant<Proxy: DelegateProxyType> {
    /// The delegate, nil when there is none.
    private(set) var delegate: Proxy.Delegate?
    /// Whether a retired proxy is in front of it.
    private(set) var isBehindRetired = false
    /// Whether a retired proxy kept it alive.
    private(set) var isRetained = false

    init(of object: Proxy.ParentObject) {
        delegate = Proxy.currentDelegate(for: object)
        for _ in 0..<64 {
            guard let proxy = delegate as? ProtocolProxy<Proxy.Delegate>, let retired = proxy as? any InstallableProxy,
                retired.isRetired, retired.anyParentObject === object
            else { return }
            isBehindRetired = true
            isRetained = isRetained || proxy.retainsTarget
            delegate = proxy.forwardDelegate
        }
    }
}
