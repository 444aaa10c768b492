// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ProtocolProxy: WatchedProxy {
    /// Handles a change of the property's content that the watch detected.
    final func noteChange(to finding: PropertyWatch.Finding) {
        switch finding {
        case .installed: note(.healed)
        case .overwritten(let type): note(.overwritten, detail: type)
        case .wrapped(let type): note(.wrapped, detail: type)
        case .unknown: break
        }
    }

    final func tellOfChange() { recorder.directory.observers.tell() }

    /// Notes that a read of the property found the proxy or an object that leads to it.
    final func wasSeen(_ object: AnyObject) {
        let finding = inspect(\.watch)?.wasSeen(object, isProxy: object === self)
        guard let finding else { return }
        noteChange(to: finding)
        tellOfChange()
    }

    /// Reports that the proxy was overwritten, unless the watch has already noticed it.
    final func noteOverwritten(by type: String, _ watch: PropertyWatch) {
        if case .overwritten = watch.finding { return }
        report(.overwritten, detail: type)
    }

    /// Changes the property on the proxy's behalf, unwatched.
    final func whileUnwatched<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        let watch = inspect(\.watch)
        watch?.beginChange()
        defer { watch?.endChange() }
        return try body()
    }

    /// Ends the watch on the property.
    final func endWatch() {
        guard let watch = inspect(\.watch) else { return }
        watch.end()
        ProxyWatcher.shared.remove(number)
    }

    /// The state of the proxy in its property, and the type of the object that replaced it.
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

    /// The protocol that the proxy's own type adds: the one whose requirements its superclass lacks. The proxy of an
    /// inheriting protocol is a subclass of the inherited protocol's proxy.
    static var ownProtocolName: String {
        let inherited = (_getSuperclass(Self.self) as? ProtocolProxy<Delegate>.Type)?.requirements ?? []
        let sites = Set(inherited.map(\.site))
        let own = Set(requirements.filter { !sites.contains($0.site) }.map(\.requirement.selector.protocolName))
        if own.count == 1, let only = own.first, !inherited.isEmpty { return only }
        return TypeName.ofProtocol(Delegate.self)
    }
}
