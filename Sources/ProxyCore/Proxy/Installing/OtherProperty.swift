// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Tells the property of a family from other properties of the parent object by what they hold, without a write.
struct OtherProperty<Proxy: DelegateProxyType> {
    private let object: Proxy.ParentObject
    private let storage: DelegateProxyStorage

    init(of object: Proxy.ParentObject) {
        self.object = object
        storage = DelegateProxyRegistry.storage(for: object)
    }

    /// Whether `read` certainly reads another property than that of the family. False while both hold the same.
    func isRead(by read: () -> Proxy.Delegate?) -> Bool {
        let work = storage.work(on: Proxy.identifier)
        let occupant = Proxy.currentDelegate(for: object)
        let found = read()
        guard isSame(occupant, found) == false else { return false }
        // A property that another thread changes, or that makes what it gives, differs from itself too.
        guard isSame(occupant, Proxy.currentDelegate(for: object)) == true, isSame(found, read()) == true,
            work.threads.isEmpty, work.resets == 0, storage.work(on: Proxy.identifier) == work
        else { return false }
        // One of two ways to the same property may show a wrapper of what the other one shows.
        guard let occupant, let found else { return true }
        return !reaches(occupant, from: found) && !reaches(found, from: occupant)
    }

    private func reaches(_ end: Proxy.Delegate, from start: Proxy.Delegate) -> Bool {
        ForwardChain.reaches(end as AnyObject, from: start as AnyObject)
    }

    /// Whether two reads gave the same delegate; nil when both gave values, which have no identity.
    private func isSame(_ one: Proxy.Delegate?, _ other: Proxy.Delegate?) -> Bool? {
        guard let one, let other else { return one == nil && other == nil }
        guard isObject(one) || isObject(other) else { return nil }
        return (one as AnyObject) === (other as AnyObject)
    }

    private func isObject(_ delegate: Proxy.Delegate) -> Bool { Swift.type(of: delegate as Any) is AnyClass }
}
