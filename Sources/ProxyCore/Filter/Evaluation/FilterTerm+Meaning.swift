// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension FilterExpression {
    /// What it asks of calls.
    ///
    /// - Parameter instant: Where ages count back from, in nanoseconds since 1970.
    func meaning(at instant: Int64) -> FilterMeaning {
        switch self {
        case .everything: .constant(true)
        case .term(let term): term.meaning(at: instant)
        case .not(let inner): .not(inner.meaning(at: instant))
        case .all(let parts): .all(parts.map { $0.meaning(at: instant) })
        case .any(let parts): .any(parts.map { $0.meaning(at: instant) })
        }
    }
}

extension FilterTerm {
    fileprivate func meaning(at now: Int64) -> FilterMeaning {
        switch test {
        case .text(let pattern): text(pattern, nil)
        case .textOrNumber(let pattern, let number): text(pattern, number)
        case .number(let comparison): number(comparison)
        case .identity(let id):
            .all([
                .ask(.epoch(id.epoch)), .ask(.number(subject == .key(.parent) ? .parent : .seq, id.seq...id.seq)),
            ])
        case .main: .ask(.thread { thread, _ in thread.isMain })
        case .since(let instant): .ask(.startedSince(instant))
        case .age(let age): .ask(.startedSince(age.instant(before: now)))
        case .period(let from, let to): .ask(.underWay(from: from, to: to))
        case .path(let path): .ask(.path(path))
        case .state(let state): .ask(.state(state))
        case .kind(let kind): .ask(.kind(kind))
        case .trait(let trait): trait.meaning
        case .part(let part): part.meaning
        case .finding(let finding): .ask(.finding(finding))
        }
    }

    private func text(_ pattern: TextPattern, _ number: FilterNumber?) -> FilterMeaning {
        switch subject {
        case .key(.selector): .ask(.selector { pattern.matches(anyOf: pattern.texts(of: $0), &$1) })
        case .key(.protocol):
            .any([
                .ask(.selector { pattern.matches($0.protocolName, &$1) }),
                .ask(.event { pattern.matches($0.protocolName, &$1) }),
            ])
        case .key(.owner): .ask(.proxy { pattern.matches($0.owner, &$1) })
        case .key(.target):
            .any([
                .ask(.proxy { pattern.matches($0.target, &$1) }),
                .ask(.event { pattern.matches($0.previousTarget, &$1) }),
            ])
        case .key(.comment): .ask(.comment(pattern))
        case .key(.type): .ask(.type(pattern))
        case .key(.thread):
            .ask(
                .thread { thread, scratch in
                    number.map { FilterNumber.integer(Int128(thread.id)).compared(to: $0)?.isEqual == true } == true
                        || pattern.matches(thread.name, &scratch)
                }
            )
        case .anyText:
            .any([
                .ask(.selector { pattern.matches(anyOf: pattern.texts(of: $0) + [$0.protocolName], &$1) }),
                .ask(.value(.all, .text(pattern, number))),
                .ask(
                    .event { event, scratch in
                        let texts = [
                            event.protocolName, event.owner, event.target, event.previousTarget, event.detail,
                        ]
                        return pattern.matches(anyOf: texts.compactMap(\.self), &scratch)
                    }
                ),
            ])
        default: .ask(.value(valuePart, .text(pattern, number)))
        }
    }

    private func number(_ comparison: FilterComparison) -> FilterMeaning {
        switch subject {
        case .key(.duration): .number(.duration, comparison)
        case .key(.size): .number(.size, comparison)
        case .key(.skipped): .number(.skipped, comparison)
        case .key(.depth): .number(.depth, comparison)
        case .key(.position): .number(.position, comparison)
        case .key(.proxy):
            .ask(.proxy { proxy, _ in comparison.interval?.contains(UInt64(clamping: proxy.number)) == true })
        case .key(.parent): .number(.parent, comparison)
        case .key(.id), .key(.seq): .number(.seq, comparison)
        default: .ask(.value(valuePart, .number(comparison)))
        }
    }

    private var valuePart: CallFact.ValuePart {
        switch subject {
        case .argument(let name): .argument(name)
        case .key(.arg): .arguments
        case .key(.result): .result
        case .key(.error): .error
        default: .all
        }
    }
}

extension FilterTrait {
    fileprivate var meaning: FilterMeaning {
        switch self {
        case .running: .ask(.state(.running))
        case .returned: .ask(.state(.returned))
        case .threw: .ask(.state(.threw))
        case .slow: .ask(.number(.duration, Self.slowNanoseconds ... .max))
        case .main: .ask(.thread { thread, _ in thread.isMain })
        case .unanswered: .ask(.path(.none))
        case .void: .all([.ask(.state(.returned)), .not(.ask(.has(.result)))])
        case .nested: .ask(.number(.depth, 1 ... .max))
        case .truncated: .ask(.value(.all, .truncated))
        case .marked: .ask(.has(.mark))
        }
    }
}

extension FilterPart {
    fileprivate var meaning: FilterMeaning {
        switch self {
        case .arguments: .ask(.has(.arguments))
        case .result: .ask(.has(.result))
        case .error: .ask(.has(.error))
        case .target: .ask(.proxy { proxy, _ in proxy.target != nil })
        case .parent: .ask(.number(.parent, 1 ... .max))
        case .finding: .any(Finding.allCases.map { .ask(.finding($0)) })
        case .comment: .ask(.has(.comment))
        }
    }
}

extension Finding {
    /// What it says of a completed call, for stores that do not keep it.
    package var meaning: FilterMeaning {
        switch self {
        case .offMain:
            .all([.ask(.proxy { proxy, _ in proxy.isMainOnly }), .ask(.thread { thread, _ in !thread.isMain })])
        case .targetGone:
            .all([
                .ask(.proxy { proxy, _ in proxy.target != nil }), .any([.ask(.path(.none)), .ask(.path(.default))]),
                .not(.ask(.has(.targetTime))),
            ])
        }
    }
}

extension TextPattern {
    /// The texts that the pattern is compared with to match a selector.
    ///
    /// Patterns for a whole text also fit a part of a selector: its base name, or one of its labels.
    fileprivate func texts(of selector: Selector) -> [String] {
        switch form {
        case .contains, .regex: [selector.name]
        case .equals, .glob:
            [selector.name, "\(selector.protocolName).\(selector.name)", String(selector.baseName)]
                + selector.argumentLabels.compactMap(\.self)
        }
    }
}

extension FilterQuantity {
    /// The instant that lies this long before another, both in nanoseconds since 1970.
    fileprivate func instant(before other: Int64) -> Int64 {
        let limit = Int128(Int64.max)
        let age: Int128 =
            switch value {
            case .integer(let age): min(max(age, -limit), limit)
            case .real(let age): Int128(max(min(age.rounded(), 0x1p62), -0x1p62))
            }
        return Int64(clamping: Int128(other) - age)
    }
}
