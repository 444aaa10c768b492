// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Reactive

extension ProtocolProxy {
    /// Whether the proxy was put into a property, and has not ended since.
    final var isInstalled: Bool { inspect(\.isInstalled) }

    /// Whether the proxy was uninstalled. A retired proxy is never put back into the property or behind another proxy.
    final var isRetired: Bool { inspect(\.isRetired) }

    /// Sets another target, unless it leads back to the proxy.
    ///
    /// - Parameter number: Number of the target that must still be current; nil for any.
    final func putTarget(_ delegate: Delegate?, retain: Bool, inPlaceOf number: Int?) -> TargetChange {
        if let delegate, refusesCycle(delegate) { return .cycle }
        guard let new = replaceTarget(number, by: delegate, retain: retain, isReported: true) else { return .outdated }
        // Another thread may have closed a cycle from its other side meanwhile; the thread that notices breaks it.
        if let delegate, refusesCycle(delegate) {
            replaceTarget(new, by: nil, retain: false, isReported: false)
            return .cycle
        }
        return .done(number: new)
    }

    /// Removes the target if it has the given number or is the given object.
    final func removeTarget(_ number: Int, or object: AnyObject?) {
        while true {
            let (current, now) = inspect { ($0.target, $0.targetNumber) }
            guard !current.isGone, now == number || object.map(current.isObject) == true else { return }
            if replaceTarget(now, by: nil, retain: false, isReported: true) != nil { return }
        }
    }

    /// The target with its number; the target is nil when there is none or it is gone.
    final var numberedTarget: (delegate: Delegate?, number: Int) {
        let (target, number) = inspect { ($0.target, $0.targetNumber) }
        return (target.delegate, number)
    }

    /// - Returns: The number of the new target; nil, with nothing changed, when another target than `number` is
    ///   current.
    @discardableResult
    private func replaceTarget(_ number: Int?, by delegate: Delegate?, retain: Bool, isReported: Bool) -> Int? {
        let (previous, new) = changeTarget(delegate, retain: retain) { number == nil || number == $0.targetNumber }
        guard let new else { return nil }
        let isSame = delegate.map { previous.isObject($0 as AnyObject) } ?? (previous.typeName == nil)
        if isReported, !isSame { report(.targetReplaced, previousTarget: previous.typeName) }
        capabilitiesDidChange()
        return new
    }

    /// Adopts the previous value of the property as target.
    ///
    /// - Parameter number: Number of the proxy's target before the property was read.
    /// - Returns: Nil, with nothing changed, in two cases: the proxy was uninstalled meanwhile, and must keep leading
    ///   to its last target; or it was given another target, which the older value of the property must not replace.
    final func adoptTarget(_ delegate: Delegate?, retain: Bool, inPlaceOf number: Int) -> Adoption? {
        let (previous, new) = changeTarget(delegate, retain: retain) { !$0.isRetired && $0.targetNumber == number }
        guard let new else { return nil }
        inspect { if $0.targetNumber == new { $0.adoptedNumber = new } }
        capabilitiesDidChange()
        return Adoption(previousTarget: previous.typeName, number: new)
    }

    /// - Parameter condition: Checked under the lock before anything changes.
    /// - Returns: The previous target and the number of the new one, which is nil when nothing changed.
    private func changeTarget(
        _ delegate: Delegate?,
        retain: Bool,
        if condition: (Setup) -> Bool
    ) -> (previous: Target<Delegate>, number: Int?) {
        let target = delegate.map { Target($0, retain: retain, proxy: Self.self) } ?? Target()
        let implemented = delegate.flatMap(Self.listImplemented) ?? target.requirements.answers
        var previous = Target<Delegate>()
        var number: Int?
        change { setup in
            guard condition(setup) else { return }
            previous = setup.target
            setup.target = target
            setup.targetNumber += 1
            setup.implemented = implemented
            number = setup.targetNumber
        }
        return (previous, number)
    }

    /// Completes an installation after the proxy was put into the property, for the first time or again.
    ///
    /// - Parameters:
    ///   - occupant: Type of the property's previous value, nil when it was empty.
    ///   - watch: Watches the property from now on, unless it is already watched.
    final func didInstall(
        previousTarget: String?,
        occupant: String?,
        watch: PropertyWatch,
        _ begin: (PropertyWatch) -> Void
    ) {
        let (isFirst, current): (Bool?, PropertyWatch) = inspect { setup in
            if setup.isRetired || setup.isFinished { return (nil, watch) }
            defer { setup.isInstalled = true }
            let current = setup.watch ?? watch
            setup.watch = current
            return (!setup.isInstalled, current)
        }
        // Nil when the proxy was uninstalled meanwhile.
        guard let isFirst else { return }
        if !isFirst { noteOverwritten(by: occupant ?? "nil", current) }
        begin(current)
        if current === watch {
            ProxyWatcher.shared.add(watch)
            // The proxy may have ended before the watch was added.
            if inspect(\.isFinished) { endWatch() }
        }
        report(isFirst ? .installed : .healed, previousTarget: previousTarget)
    }

    /// The target's own answers about its requirements, read once on the thread that sets it; nil when it gives none.
    private static func listImplemented(_ target: Delegate) -> [Selector: Bool]? {
        guard let target = target as? any DelegateCapabilities else { return nil }
        let selectors = requirements.map(\.requirement.selector)
        return Dictionary(selectors.map { ($0, target.implements($0)) }) { first, _ in first }
    }

    /// Adds an event to the proxy's history, and notifies the observers.
    final func report(_ kind: ProxyEvent.Kind, previousTarget: String? = nil, detail: String? = nil) {
        note(kind, previousTarget: previousTarget, detail: detail)
        recorder.directory.observers.tell()
    }

    /// Adds an event to the proxy's history. Runs no user code, and releases no target.
    final func note(_ kind: ProxyEvent.Kind, previousTarget: String? = nil, detail: String? = nil) {
        let (owner, target) = inspect { ($0.owner, $0.target.isGone ? nil : $0.target.typeName) }
        recorder.directory.note(
            ProxyEvent(
                number: 0,
                proxy: number,
                kind: kind,
                owner: owner,
                protocolName: TypeName.ofProtocol(Delegate.self),
                target: target,
                previousTarget: previousTarget == target ? nil : previousTarget,
                detail: detail,
                occurredAtNanoseconds: 0
            )
        )
    }

    /// Handles a call that found its target dead.
    ///
    /// Only the target's type is kept, so later calls need not look for the target again.
    @usableFromInline
    @inline(never)
    final func targetIsGone() {
        if forgetDeadTarget() { capabilitiesDidChange() }
    }

    /// - Returns: Whether the target was dead and is now forgotten.
    private func forgetDeadTarget() -> Bool {
        guard let number = reportDeadTarget() else { return false }
        var isDone = false
        change { setup in
            guard setup.targetNumber == number, !setup.target.isForgotten else { return }
            setup.target = setup.target.forgotten
            isDone = true
        }
        return isDone
    }

    /// Reports the death of the target, once.
    ///
    /// - Returns: The number of the target if it is dead and not yet forgotten.
    private func reportDeadTarget() -> Int? {
        let (target, number) = inspect { ($0.target, $0.targetNumber) }
        guard target.isGone, !target.isForgotten else { return nil }
        let isFirst = inspect { setup in
            guard setup.targetNumber == number, setup.reportedDeath != number else { return false }
            setup.reportedDeath = number
            return true
        }
        if isFirst { report(.targetDied, previousTarget: target.typeName) }
        return number
    }

    /// Ends all streams of calls, once; later subscribers receive the completion immediately.
    ///
    /// Calls under way finish first, so the streams may complete on the thread of the last one.
    package final func finish(_ reason: ProxyEndReason) {
        let isFirst = inspect { setup in
            defer { setup.isFinished = true }
            setup.isInstalled = false
            return !setup.isFinished
        }
        guard isFirst else { return }
        endWatch()
        report(.gone, detail: reason.rawValue)
        afterCallsUnderWay { [self] in
            if reason == .ownerDied { letGo(inspect(\.targetNumber)) }
            inspect { Array($0.hookSets.values) }.forEach { $0.complete() }
            ending.onCompleted()
        }
    }
}

/// The outcome of setting another target.
enum TargetChange {
    case done(number: Int)
    /// The target leads back to the proxy.
    case cycle
    /// Another target was set first.
    case outdated
}

/// A target that a proxy adopted from its property.
struct Adoption {
    /// The type of the previous target.
    let previousTarget: String?
    /// The number of the adopted target.
    let number: Int
}

extension ProtocolProxy: ListedProxy {
    /// Does not notify the parent object, because the inspector must not change its behaviour. The target is not
    /// forgotten here, so the next call notifies the parent object, as it would without the inspector.
    final func noticeTargetDeath() { _ = reportDeadTarget() }

    final var listedState: ProxyStatus.State { place(isInstalled: inspect(\.isInstalled)).state }

    final func status(calls: [UInt: CallCount], history: [ProxyEvent]) -> ProxyStatus {
        let (target, implemented, isInstalled, owner) = inspect {
            ($0.target, $0.implemented, $0.isInstalled, $0.owner)
        }
        let isAlive = target.typeName != nil && !target.isGone
        let (state, overwriter) = place(isInstalled: isInstalled)
        return ProxyStatus(
            number: number,
            typeName: String(describing: Self.self),
            protocolName: Self.ownProtocolName,
            propertyName: propertyName,
            owner: owner,
            isOwnerAlive: isOwnerAlive,
            isInstalled: [.installed, .wrapped, .unknown].contains(state),
            state: state,
            overwrittenBy: overwriter,
            target: target.typeName.map {
                ProxyStatus.Target(typeName: $0, isAlive: isAlive, isRetained: target.retained != nil)
            },
            requirements: Self.requirements.map { selector in
                let isImplemented = isAlive ? implemented[selector.requirement.selector] : nil
                let count = calls[UInt(bitPattern: selector.site)] ?? CallCount()
                return status(of: selector, hasTarget: isAlive, isImplemented: isImplemented, count)
            },
            history: history
        )
    }

    private func status(
        of selector: AnyMethodSelector,
        hasTarget: Bool,
        isImplemented: Bool?,
        _ count: CallCount
    ) -> ProxyStatus.RequirementStatus {
        let requirement = selector.requirement
        let (observers, hasHandler) = inspect { setup in
            let set = setup.hookSets[selector.site]
            return (set?.observerCount ?? 0, set?.hasHandler ?? false)
        }
        let isObserved = requirement.isOptional && !requirement.returnsValue && observers > 0
        return ProxyStatus.RequirementStatus(
            selector: requirement.selector,
            signature: requirement.signature,
            isOptional: requirement.isOptional,
            returnsValue: requirement.returnsValue,
            responds: hasHandler || (hasTarget && isImplemented ?? true) || isObserved,
            isImplemented: isImplemented,
            hasHandler: hasHandler,
            observers: observers,
            calls: count.calls,
            unanswered: count.unanswered
        )
    }
}

extension Target {
    /// Whether a target was set and has died.
    var isGone: Bool { typeName != nil && retained == nil && reference?.isAlive != true }

    /// Whether the death was noticed and only the type is left.
    var isForgotten: Bool { typeName != nil && retained == nil && words == nil }

    /// The remains of a dead target: its type.
    var forgotten: Target { Target(diedAs: typeName) }

    private init(diedAs typeName: String?) { self.typeName = typeName }

    func isObject(_ other: AnyObject) -> Bool { words?.object == UInt(bitPattern: ObjectIdentifier(other)) }
}
