// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ProtocolProxy: WatchedProxy {
    /// The watch saw that the property holds something else than before.
    final func propertyDidChange(to finding: PropertyWatch.Finding) {
        switch finding {
        case .installed: report(.healed)
        case .overwritten(let type): report(.overwritten, detail: type)
        case .wrapped(let type): report(.wrapped, detail: type)
        case .unknown: break
        }
    }

    /// The property was read for its own sake, and the proxy or something that leads to it was there.
    final func wasSeen(_ object: AnyObject) {
        let finding = inspect(\.watch)?.wasSeen(object, isProxy: object === self)
        if let finding { propertyDidChange(to: finding) }
    }

    /// The proxy is about to go back into its property, before anybody has noticed that it was not there.
    final func noteOverwritten(by type: String, _ watch: PropertyWatch) {
        if case .overwritten = watch.finding { return }
        report(.overwritten, detail: type)
    }

    /// Changes the property for the proxy's sake, unwatched.
    final func whileUnwatched<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        let watch = inspect(\.watch)
        watch?.beginChange()
        defer { watch?.endChange() }
        return try body()
    }

    /// Nobody looks after the property any more.
    final func endWatch() {
        guard let watch = inspect(\.watch) else { return }
        watch.end()
        ProxyWatcher.shared.remove(number)
    }

    /// Where the proxy is, and the type of what is there in its place.
    final func place(isInstalled: Bool) -> (state: ProxyStatus.State, overwriter: String?) {
        if propertyName == nil { return (.standalone, nil) }
        if isOwnerAlive == false { return (.ownerGone, nil) }
        guard isInstalled, let watch = inspect(\.watch) else { return (.uninstalled, nil) }
        guard watch.canTell, ProxyWatcher.shared.isRunning else { return (.unknown, nil) }
        switch watch.finding {
        case .installed: return (.installed, nil)
        case .overwritten(let type): return (.overwritten, type)
        case .wrapped(let type): return (.wrapped, type)
        case .unknown: return (.unknown, nil)
        }
    }

    /// The protocol that the proxy's own type adds: that of the requirements that its superclass does not have. The
    /// proxy of a protocol that inherits from another one is a subclass of the other one's proxy.
    static var ownProtocolName: String {
        let inherited = (_getSuperclass(Self.self) as? ProtocolProxy<Delegate>.Type)?.requirements ?? []
        let sites = Set(inherited.map(\.site))
        let own = Set(requirements.filter { !sites.contains($0.site) }.map(\.requirement.selector.protocolName))
        if own.count == 1, let only = own.first, !inherited.isEmpty { return only }
        return TypeName.ofProtocol(Delegate.self)
    }
}
