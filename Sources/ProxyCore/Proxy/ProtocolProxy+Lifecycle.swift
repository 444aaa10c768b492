// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Reactive

extension ProtocolProxy {
    /// Gives the proxy another target.
    ///
    /// - Returns: The type of the one before.
    @discardableResult
    final func replaceTarget(_ delegate: Delegate?, retain: Bool, isReported: Bool) -> String? {
        let (previous, _) = changeTarget(delegate, retain: retain, evenWhenRetired: true)
        let isSame = delegate.map { previous.isObject($0 as AnyObject) } ?? (previous.typeName == nil)
        if isReported, !isSame { report(.targetReplaced, previousTarget: previous.typeName) }
        capabilitiesDidChange()
        return previous.typeName
    }

    /// Gives the proxy the target that was in its property.
    ///
    /// - Returns: Nil, and nothing changed, when the proxy was uninstalled meanwhile: it
    ///   still has to lead to what it had then.
    final func adoptTarget(_ delegate: Delegate?, retain: Bool) -> Adoption? {
        let (previous, isDone) = changeTarget(delegate, retain: retain, evenWhenRetired: false)
        guard isDone else { return nil }
        capabilitiesDidChange()
        return Adoption(previousTarget: previous.typeName)
    }

    private func changeTarget(
        _ delegate: Delegate?,
        retain: Bool,
        evenWhenRetired: Bool
    ) -> (previous: Target<Delegate>, isDone: Bool) {
        let target = delegate.map { Target($0, retain: retain, facets: Self.facets) } ?? Target()
        let implemented = delegate.flatMap(Self.listImplemented)
        var previous = Target<Delegate>()
        var isDone = false
        change { setup in
            guard evenWhenRetired || !setup.isRetired else { return }
            previous = setup.target
            setup.target = target
            setup.targetNumber += 1
            setup.implemented = implemented
            isDone = true
        }
        return (previous, isDone)
    }

    /// The proxy went into the property, or back there.
    final func didInstall(previousTarget: String?) {
        let isFirst: Bool? = inspect { setup in
            if setup.isRetired { return nil }
            defer { setup.isInstalled = true }
            return !setup.isInstalled
        }
        // Nil when it was uninstalled meanwhile.
        guard let isFirst else { return }
        report(isFirst ? .installed : .healed, previousTarget: previousTarget)
    }

    /// Whether the proxy keeps its target alive.
    final var retainsTarget: Bool { inspect(\.target).retained != nil }

    /// Keeps the target alive that was held weakly so far.
    final func retainTarget() {
        let (target, number) = inspect { ($0.target, $0.targetNumber) }
        guard let delegate = target.delegate else { return }
        let retained = Target(delegate, retain: true, facets: Self.facets)
        change { if $0.targetNumber == number { $0.target = retained } }
    }

    /// Which requirements a target says to implement, asked once on the thread that sets it.
    private static func listImplemented(_ target: Delegate) -> Set<Selector>? {
        guard let target = target as? any DelegateCapabilities else { return nil }
        return Set(requirements.map(\.requirement.selector).filter { target.implements($0) })
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

    /// - Returns: Whether the target was dead and nobody had noticed.
    private func forgetDeadTarget() -> Bool {
        let (target, number) = inspect { ($0.target, $0.targetNumber) }
        guard target.isGone, !target.isForgotten else { return false }
        var dead: String?
        change { setup in
            guard setup.targetNumber == number, !setup.target.isForgotten else { return }
            dead = setup.target.typeName
            setup.target = setup.target.forgotten
        }
        guard let dead else { return false }
        report(.targetDied, previousTarget: dead)
        return true
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
        report(.gone, detail: reason.rawValue)
        afterCallsUnderWay { [self] in
            inspect { Array($0.hookSets.values) }.forEach { $0.complete() }
            ending.onCompleted()
        }
    }
}

/// A target that a proxy took over from its property.
struct Adoption {
    /// The type of the one before.
    let previousTarget: String?
}

extension ProtocolProxy: ListedProxy {
    /// Without asking the parent object anything: the inspector must not make it do things.
    final func noticeTargetDeath() { _ = forgetDeadTarget() }

    final func status(calls: [UInt: CallCount], history: [ProxyEvent]) -> ProxyStatus {
        let (target, implemented, isInstalled, owner) = inspect {
            ($0.target, $0.implemented, $0.isInstalled, $0.owner)
        }
        let isAlive = target.typeName != nil && !target.isGone
        return ProxyStatus(
            number: number,
            typeName: String(describing: Self.self),
            protocolName: TypeName.ofProtocol(Delegate.self),
            propertyName: propertyName,
            owner: owner,
            isOwnerAlive: isOwnerAlive,
            isInstalled: isInstalled,
            target: target.typeName.map {
                ProxyStatus.Target(typeName: $0, isAlive: isAlive, isRetained: target.retained != nil)
            },
            requirements: Self.requirements.map { selector in
                let isImplemented = isAlive ? implemented?.contains(selector.requirement.selector) : nil
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
    var isGone: Bool { typeName != nil && retained == nil && object == nil }

    /// Whether a call or a reader has noticed so, and only the type is left.
    var isForgotten: Bool { typeName != nil && retained == nil && words == nil }

    /// What is left of a target that died: its type.
    var forgotten: Target { Target(diedAs: typeName) }

    private init(diedAs typeName: String?) { self.typeName = typeName }

    func isObject(_ other: AnyObject) -> Bool { object.map { $0 === other } ?? false }
}
