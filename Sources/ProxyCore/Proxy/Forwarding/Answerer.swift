// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Who answers an async call that is passed to a target, as far as that is known.
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

    /// The answer, asked once the call came back. A body that runs on any thread leaves no mark on one, but what it
    /// says of the type holds for every call.
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
