// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The answerer of an async call that is forwarded to a target, as far as it is known.
@usableFromInline
struct Answerer {
    private let site: UnsafePointer<CallSite>
    private let isLeftOut: Bool
    private let targetType: UInt

    @usableFromInline
    init<Delegate>(_ site: UnsafePointer<CallSite>, _ state: UnsafePointer<ProxyState<Delegate>>) {
        self.site = site
        isLeftOut = state.pointee.leftOut.contains(site)
        targetType = state.pointee.targetType
    }

    /// The return path, determined after the call has returned. An async body leaves no mark on a thread, but its
    /// report about the type holds for every call.
    @usableFromInline
    var path: Invocation.ReturnPath {
        if isLeftOut { return site.pointee.unansweredPath }
        let requirement = site.pointee.requirement.takeUnretainedValue()
        guard requirement.traits.contains(.reportsDefault),
            DefaultBody.isKnownAsync(requirement.selector, type: targetType)
        else { return .target }
        return site.pointee.unansweredPath
    }
}
