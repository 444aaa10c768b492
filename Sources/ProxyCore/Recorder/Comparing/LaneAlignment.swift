// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Aligns the calls of one lane.
struct LaneAlignment {
    typealias Change = LaneComparison.Change

    /// A row, with places of calls instead of their numbers.
    private struct Step {
        var change: Change
        var before: Int?
        var after: Int?
    }

    private let before: [ComparedCall]
    private let after: [ComparedCall]
    /// How many values of calls with these numbers differ, as far as the time for recording them sufficed.
    private let differing: (_ before: UInt64, _ after: UInt64) -> Int

    /// - Parameter differing: Called for calls of the same selector.
    init(
        _ before: [ComparedCall],
        _ after: [ComparedCall],
        differing: @escaping (_ before: UInt64, _ after: UInt64) -> Int
    ) {
        self.before = before
        self.after = after
        self.differing = differing
    }

    /// How a call of each side with the same selector, but different keys, differ.
    private func change(_ one: Int, _ other: Int) -> Change {
        let isCut = before[one].isCut || after[other].isCut
        return isCut && differing(before[one].seq, after[other].seq) == 0 ? .same : .changed
    }

    private func rows(_ steps: [Step]) -> [LaneComparison.Row] {
        steps.map { step in
            LaneComparison.Row(
                change: step.change,
                before: step.before.map { before[$0].seq },
                after: step.after.map { after[$0].seq }
            )
        }
    }

    // MARK: Ordered

    /// Rows in the order of both sides.
    var ordered: [LaneComparison.Row] {
        let pairs = PatienceDiff.pairs(of: before.map(\.key), and: after.map(\.key))
        var steps: [Step] = []
        steps.reserveCapacity(max(before.count, after.count))
        var start = (before: 0, after: 0)
        for pair in pairs + [(before.count, after.count)] {
            addGap(start.before..<pair.before, start.after..<pair.after, to: &steps)
            if pair.before < before.count {
                steps.append(Step(change: .same, before: pair.before, after: pair.after))
            }
            start = (pair.before + 1, pair.after + 1)
        }
        joinMoves(in: &steps)
        return rows(steps)
    }

    /// Adds what lies between two pairs.
    private func addGap(_ one: Range<Int>, _ other: Range<Int>, to steps: inout [Step]) {
        if other.isEmpty, isLonger(one, of: before, atEnd: other.lowerBound == after.count, of: after) {
            steps += one.map { Step(change: .longer, before: $0, after: nil) }
            return
        }
        if one.isEmpty, isLonger(other, of: after, atEnd: one.lowerBound == before.count, of: before) {
            steps += other.map { Step(change: .longer, before: nil, after: $0) }
            return
        }
        var places = one.isEmpty ? [:] : descendingPlaces(other)
        var next = other.lowerBound
        for place in one {
            let selector = before[place].selector
            var found = places[selector]?.popLast()
            while let passed = found, passed < next { found = places[selector]?.popLast() }
            guard let partner = found else {
                steps.append(Step(change: .vanished, before: place, after: nil))
                continue
            }
            steps += (next..<partner).map { Step(change: .appeared, before: nil, after: $0) }
            steps.append(Step(change: change(place, partner), before: place, after: partner))
            next = partner + 1
        }
        steps += (next..<other.upperBound).map { Step(change: .appeared, before: nil, after: $0) }
    }

    /// The places of calls of the second side by selector, the first one last: searching the calls for each one of the
    /// first side would take the product of their numbers.
    private func descendingPlaces(_ part: Range<Int>) -> [Selector: [Int]] {
        var places: [Selector: [Int]] = [:]
        for place in part.reversed() { places[after[place].selector, default: []].append(place) }
        return places
    }

    /// Whether calls that the other side lacks only continue what both do: further rounds of the calls before them, or,
    /// at the end, further calls of selectors that the other side has called.
    private func isLonger(
        _ extra: Range<Int>,
        of long: [ComparedCall],
        atEnd isAtEnd: Bool,
        of short: [ComparedCall]
    ) -> Bool {
        // A notification that is sent twice is a difference.
        guard extra.count > 1, extra.lowerBound > 0 else { return false }
        if isRepetition(extra, long) { return true }
        guard isAtEnd, extra.upperBound == long.count else { return false }
        let known = Set(short.map(\.selector))
        let last = long[extra.lowerBound - 1].key
        return extra.allSatisfy { known.contains(long[$0].selector) } && extra.contains { long[$0].key != last }
    }

    /// Whether the calls repeat, a whole number of times, two or more different calls before them.
    private func isRepetition(_ extra: Range<Int>, _ calls: [ComparedCall]) -> Bool {
        let first = calls[extra.lowerBound].key
        guard let other = extra.first(where: { calls[$0].key != first }) else { return false }
        let longest = min(extra.count, extra.lowerBound)
        let shortest = other - extra.lowerBound + 1
        return shortest <= longest
            && (shortest...longest).contains { period in
                extra.count.isMultiple(of: period) && extra.allSatisfy { calls[$0].key == calls[$0 - period].key }
            }
    }

    /// Makes one row of a call that vanished at one place and appeared at another.
    private func joinMoves(in steps: inout [Step]) {
        guard steps.contains(where: { $0.change == .vanished }) else { return }
        var appeared: [UInt64: [Int]] = [:]
        for place in steps.indices.reversed() where steps[place].change == .appeared {
            if let call = steps[place].after { appeared[after[call].key, default: []].append(place) }
        }
        var joined: Set<Int> = []
        for place in steps.indices where steps[place].change == .vanished {
            guard let call = steps[place].before, let other = appeared[before[call].key]?.popLast() else { continue }
            steps[place].change = .moved
            steps[place].after = steps[other].after
            joined.insert(other)
        }
        steps = steps.indices.filter { !joined.contains($0) }.map { steps[$0] }
    }

    // MARK: Unordered

    /// Rows in the order of the first side, then those of the second alone.
    var unordered: [LaneComparison.Row] {
        var places: [UInt64: [Int]] = [:]
        for place in after.indices.reversed() { places[after[place].key, default: []].append(place) }
        var steps: [Step] = []
        for place in before.indices {
            // What is left of two different calls may be equal.
            let partner = before[place].isCut ? nil : places[before[place].key]?.popLast()
            steps.append(Step(change: partner == nil ? .vanished : .same, before: place, after: partner))
        }
        let rest = places.values.joined().sorted()
        steps += rest.map { Step(change: .appeared, before: nil, after: $0) }
        joinChanges(in: &steps)
        markLonger(in: &steps)
        return rows(steps)
    }

    /// Makes one row of a call that vanished and one of the same selector that appeared: of those that are alike as far
    /// as they were recorded first, then of the others, by how much they differ.
    private func joinChanges(in steps: inout [Step]) {
        var appeared: [Selector: [Int]] = [:]
        for place in steps.indices where steps[place].change == .appeared {
            if let call = steps[place].after { appeared[after[call].selector, default: []].append(place) }
        }
        guard !appeared.isEmpty else { return }
        let lists = appeared.mapValues { CandidateList($0) }
        var budget = Self.comparisonLimit
        var joined: Set<Int> = []
        func join(_ place: Int, _ candidates: CandidateList, at index: Int, _ change: Change) {
            let other = candidates.remove(at: index)
            steps[place].change = change
            steps[place].after = steps[other].after
            joined.insert(other)
        }
        let isAnyCut = before.contains(where: \.isCut) || after.contains(where: \.isCut)
        // Whole calls first: what is left of a cut call may be like several others.
        for isCut in [false, true] where isAnyCut {
            for place in steps.indices where steps[place].change == .vanished {
                guard let call = steps[place].before, before[call].isCut == isCut,
                    let candidates = lists[before[call].selector],
                    let index = alike(call, candidates, steps, &budget)
                else { continue }
                join(place, candidates, at: index, .same)
            }
        }
        for place in steps.indices where steps[place].change == .vanished {
            guard let call = steps[place].before, let candidates = lists[before[call].selector],
                let index = nearest(call, candidates, steps, &budget)
            else { continue }
            join(place, candidates, at: index, .changed)
        }
        steps = steps.indices.filter { !joined.contains($0) }.map { steps[$0] }
    }

    /// Pairs of calls that are compared in a lane; each call may be read from a file.
    private static let comparisonLimit = 20_000
    /// Candidates that are compared with one call.
    private static let candidateLimit = 200

    /// The candidates that began when the call did, as a share of each run.
    private func window(_ call: Int, _ candidates: CandidateList, _ steps: [Step]) -> Range<Int> {
        guard candidates.count > Self.candidateLimit else { return 0..<candidates.count }
        let place = Int(Double(call) / Double(before.count) * Double(after.count))
        var (start, end) = (0, candidates.count)
        while start < end {
            let middle = (start + end) / 2
            if steps[candidates[middle]].after.map({ $0 < place }) ?? true { start = middle + 1 } else { end = middle }
        }
        let first = min(max(0, start - Self.candidateLimit / 2), candidates.count - Self.candidateLimit)
        return first..<first + Self.candidateLimit
    }

    /// The index of a candidate that is the same call, with one of both cut: a whole one, if there is.
    private func alike(_ call: Int, _ candidates: CandidateList, _ steps: [Step], _ budget: inout Int) -> Int? {
        guard budget > 0 else { return nil }
        for wantsCut in [false, true] {
            for index in window(call, candidates, steps) {
                guard let other = steps[candidates[index]].after, after[other].isCut == wantsCut,
                    before[call].isCut || wantsCut, budget > 0
                else { continue }
                budget -= 1
                if change(call, other) == .same { return index }
            }
        }
        return nil
    }

    /// The index of the candidate that differs in the fewest values, the first of several; nil without candidates.
    private func nearest(_ call: Int, _ candidates: CandidateList, _ steps: [Step], _ budget: inout Int) -> Int? {
        guard candidates.count > 0 else { return nil }
        guard candidates.count > 1, budget > 0 else { return 0 }
        var best: (index: Int, differing: Int)?
        for index in window(call, candidates, steps) where budget > 0 {
            guard let other = steps[candidates[index]].after else { continue }
            budget -= 1
            let differing = differing(before[call].seq, after[other].seq)
            if best.map({ differing < $0.differing }) ?? true { best = (index, differing) }
        }
        return best?.index ?? 0
    }

    /// Marks the calls of one side alone as its longer run if they are in proportion, or all of new values.
    private func markLonger(in steps: inout [Step]) {
        let extra = steps.indices.filter { steps[$0].change != .same }
        guard extra.count > 1, let first = extra.first, extra.allSatisfy({ steps[$0].change == steps[first].change })
        else { return }
        let isLonger: Bool
        switch steps[first].change {
        case .vanished: isLonger = Self.isLonger(before, than: after)
        case .appeared: isLonger = Self.isLonger(after, than: before)
        case .same, .changed, .moved, .longer: isLonger = false
        }
        guard isLonger else { return }
        for place in extra { steps[place].change = .longer }
    }

    private static func isLonger(_ long: [ComparedCall], than short: [ComparedCall]) -> Bool {
        let known = Set(short.map(\.selector))
        guard long.allSatisfy({ known.contains($0.selector) }) else { return false }
        let counts = Dictionary(long.map { ($0.key, 1) }, uniquingKeysWith: +)
        let others = Dictionary(short.map { ($0.key, 1) }, uniquingKeysWith: +)
        let isOfNewValues = others.allSatisfy { counts[$0.key] == $0.value }
        let isProportional = counts.allSatisfy { $0.value * short.count == others[$0.key, default: 0] * long.count }
        return isOfNewValues || isProportional
    }
}
