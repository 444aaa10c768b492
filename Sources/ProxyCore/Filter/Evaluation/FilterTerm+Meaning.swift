// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension FilterExpression {
    /// The question that the term asks about a call.
    ///
    /// - Parameter instant: The time from which ages count back, in nanoseconds since 1970.
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
        switch (subject.key.form, test) {
        case (.text(let asks), .text(let pattern, _)): asks(pattern)
        case (.nameOrNumber(_, let asks), .text(let pattern, let number)): asks(pattern, number)
        case (.value(let asks), .text(let pattern, let number)): value(.text(pattern, number), asks)
        case (.value(let asks), .number(let comparison)): value(.number(comparison), asks)
        case (.number(_, let asks), .number(let comparison)): asks(comparison)
        case (.identity(let number), .number(let comparison)): .number(number, comparison)
        case (.identity(let number), .identity(let id)):
            .all([.ask(.epoch { epoch, _ in epoch == id.epoch }), .ask(.number(number, id.seq...id.seq))])
        case (.moment(let asks), .since(let instant)): asks(instant)
        case (.moment(let asks), .age(let age)): asks(age.instant(before: now))
        case (.period(let asks), .period(let from, let to)): asks(from, to)
        case (let form, .word(let name)): form.words.first { $0.name == name }?.meaning ?? .constant(false)
        // The parser produces nothing else.
        default: .constant(false)
        }
    }

    private func value(
        _ test: CallFact.ValueTest,
        _ asks: (CallFact.ValueTest) -> FilterMeaning
    ) -> FilterMeaning {
        if case .argument(let name) = subject { .ask(.value(.argument(name), test)) } else { asks(test) }
    }
}

extension FilterQuantity {
    /// The time this long before another, both in nanoseconds since 1970.
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
