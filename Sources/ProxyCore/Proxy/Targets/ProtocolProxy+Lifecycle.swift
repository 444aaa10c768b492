// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Reactive

extension ProtocolProxy {
    /// Gives the proxy another target, unless that leads back to it.
    ///
    /// - Parameter number: Of the target that has to be in place still; nil for any.
    final func putTarget(_ delegate: Delegate?, retain: Bool, inPlaceOf number: Int?) -> TargetChange {
        if let delegate, refusesCycle(delegate) { return .cycle }
        guard let new = replaceTarget(number, by: delegate, retain: retain, isReported: true) else { return .outdated }
        // Another thread may have closed a circle from its other side meanwhile; whoever notices opens it.
        if let delegate, refusesCycle(delegate) {
            replaceTarget(new, by: nil, retain: false, isReported: false)
            return .cycle
        }
        return .done(number: new)
    }

    /// Takes the target away if it is the one with a given number, or the given object.
    final func removeTarget(_ number: Int, or object: AnyObject?) {
        while true {
            let (current, now) = inspect { ($0.target, $0.targetNumber) }
            guard !current.isGone, now == number || object.map(current.isObject) == true else { return }
            if replaceTarget(now, by: nil, retain: false, isReported: true) != nil { return }
        }
    }

    /// The target, nil when there is none or when it is gone, and its number.
    final var numberedTarget: (delegate: Delegate?, number: Int) {
        let (target, number) = inspect { ($0.target, $0.targetNumber) }
        return (target.delegate, number)
    }

    /// - Returns: The number of the new target; nil, and nothing changed, when it was to replace another one.
    @discardableResult
    private func replaceTarget(_ number: Int?, by delegate: Delegate?, retain: Bool, isReported: Bool) -> Int? {
        let (previous, new) = changeTarget(delegate, retain: retain) { number == nil || number == $0.targetNumber }
        guard let new else { return nil }
        let isSame = delegate.map { previous.isObject($0 as AnyObject) } ?? (previous.typeName == nil)
        if isReported, !isSame { report(.targetReplaced, previousTarget: previous.typeName) }
        capabilitiesDidChange()
        return new
    }

    /// Gives the proxy the target that was in its property.
    ///
    /// - Parameter number: Number of the target that the proxy had before the property was looked at.
    /// - Returns: Nil, and nothing changed, when the proxy was uninstalled meanwhile, for it still has to lead to what
    ///   it had then, or was given another target, which what was in the property before must not replace.
    final func adoptTarget(_ delegate: Delegate?, retain: Bool, inPlaceOf number: Int) -> Adoption? {
        let (previous, new) = changeTarget(delegate, retain: retain) { !$0.isRetired && $0.targetNumber == number }
        guard let new else { return nil }
        inspect { if $0.targetNumber == new { $0.adoptedNumber = new } }
        capabilitiesDidChange()
        return Adoption(previousTarget: previous.typeName, number: new)
    }

    /// - Parameter condition: Asked under the lock whether to go on.
    /// - Returns: The target before, and the number of the new one; nil when nothing changed.
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

    /// The proxy went into the property, or back there.
    ///
    /// - Parameters:
    ///   - occupant: Type of what was there, nil for nothing.
    ///   - watch: What looks after the property from now on, unless something does already.
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
        // Nil when it was uninstalled meanwhile.
        guard let isFirst else { return }
        if !isFirst { noteOverwritten(by: occupant ?? "nil", current) }
        begin(current)
        if current === watch {
            ProxyWatcher.shared.add(watch)
            // It may have ended before it could be taken off the list.
            if inspect(\.isFinished) { endWatch() }
        }
        report(isFirst ? .installed : .healed, previousTarget: previousTarget)
    }

    /// Which requirements a target says to implement, asked once on the thread that sets it; nil when it does not say.
    private static func listImplemented(_ target: Delegate) -> [Selector: Bool]? {
        guard let target = target as? any DelegateCapabilities else { return nil }
        let selectors = requirements.map(\.requirement.selector)
        return Dictionary(selectors.map { ($0, target.implements($0)) }) { first, _ in first }
    }

    /// Adds to the history of the proxy.
    final func report(_ kind: ProxyEvent.Kind, previousTarget: String? = nil, detail: String? = nil) {
        let (owner, current) = inspect { ($0.owner, $0.target) }
        let target = current.isGone ? nil : current.typeName
        recorder.directory.record(
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

    /// A call found the target that it was to go to dead.
    ///
    /// The target is forgotten, all but its type, so that later calls need not look for it again.
    @usableFromInline
    @inline(never)
    final func targetIsGone() {
        if forgetDeadTarget() { capabilitiesDidChange() }
    }

    /// - Returns: Whether the target was dead and not forgotten yet.
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
    /// - Returns: The number of the target, if it is dead and not forgotten.
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

    /// Ends all streams of calls, once; later subscribers are told the end at once.
    ///
    /// Calls under way are seen to their end first, so the streams may complete on the thread of the last of them.
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
            if reason == .ownerDied { hold(inspect(\.targetNumber), retain: false) }
            inspect { Array($0.hookSets.values) }.forEach { $0.complete() }
            ending.onCompleted()
        }
    }
}

/// What became of an attempt to give a proxy another target.
enum TargetChange {
    case done(number: Int)
    /// The target leads back to the proxy.
    case cycle
    /// Another target came first.
    case outdated
}

/// A target that a proxy took over from its property.
struct Adoption {
    /// The type of the one before.
    let previousTarget: String?
    /// The number of the new one.
    let number: Int
}

extension ProtocolProxy: ListedProxy {
    /// Without telling the parent object: the inspector must not make it do things. The next call does, as it would
    /// have without the inspector, since the target is not forgotten here.
    final func noticeTargetDeath() { _ = reportDeadTarget() }

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
    /// Whether there was a target that is no more.
    var isGone: Bool { typeName != nil && retained == nil && reference?.isAlive != true }

    /// Whether a call or a reader has noticed so, and only the type is left.
    var isForgotten: Bool { typeName != nil && retained == nil && words == nil }

    /// What is left of a target that died: its type.
    var forgotten: Target { Target(diedAs: typeName) }

    private init(diedAs typeName: String?) { self.typeName = typeName }

    func isObject(_ other: AnyObject) -> Bool { words?.object == UInt(bitPattern: ObjectIdentifier(other)) }
}
