// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A regular expression compiled to a list of steps (Thompson's construction). A state is the index of a step, and a
/// match is a path through the steps. For each character, every step is visited at most once.
struct RegexProgram: Sendable {
    enum Step: Sendable {
        /// Consumes one character of the set with this index.
        case take(Int)
        /// Continues at two steps.
        case fork(Int, Int)
        case jump(Int)
        case check(RegexAssertion)
        case match
    }

    private(set) var steps: [Step] = []
    private(set) var sets: [ScalarSet] = []
    /// For each possible first byte of a character, whether a match can begin with it. Empty if a match can be empty.
    private(set) var firstBytes: [Bool] = []
    /// Whether every match must begin at the start of the text.
    private(set) var isAnchored = false

    /// - Throws: If the program would exceed `limit` steps.
    init(_ node: RegexNode, limit: Int) throws(BoundedRegex.Problem) {
        try append(node, limit)
        steps.append(.match)
        firstBytes = startingBytes()
        if case .check(.start) = steps[0] { isAnchored = true }
    }

    private mutating func append(_ node: RegexNode, _ limit: Int) throws(BoundedRegex.Problem) {
        guard steps.count < limit else {
            throw BoundedRegex.Problem(message: "This regular expression repeats too much to be matched.", offset: 0)
        }
        switch node {
        case .empty: break
        case .one(let set):
            steps.append(.take(sets.count))
            sets.append(set)
        case .assertion(let assertion): steps.append(.check(assertion))
        case .sequence(let nodes): for node in nodes { try append(node, limit) }
        case .choice(let nodes): try appendChoice(nodes, limit)
        case .repetition(let node, let least, let most): try appendRepetition(node, least, most, limit)
        }
    }

    private mutating func appendChoice(_ nodes: [RegexNode], _ limit: Int) throws(BoundedRegex.Problem) {
        var jumps: [Int] = []
        for node in nodes.dropLast() {
            let fork = steps.count
            steps.append(.fork(fork + 1, 0))
            try append(node, limit)
            jumps.append(steps.count)
            steps.append(.jump(0))
            steps[fork] = .fork(fork + 1, steps.count)
        }
        if let last = nodes.last { try append(last, limit) }
        for jump in jumps { steps[jump] = .jump(steps.count) }
    }

    private mutating func appendRepetition(
        _ node: RegexNode,
        _ least: Int,
        _ most: Int?,
        _ limit: Int
    ) throws(BoundedRegex.Problem) {
        for _ in 0..<least {
            let count = steps.count
            try append(node, limit)
            // Nothing, any number of times, is nothing; the limit of the steps would not end the repetition.
            if steps.count == count { return }
        }
        guard let most else {
            let fork = steps.count
            steps.append(.fork(fork + 1, 0))
            try append(node, limit)
            steps.append(.jump(fork))
            steps[fork] = .fork(fork + 1, steps.count)
            return
        }
        var forks: [Int] = []
        for _ in least..<max(least, most) {
            forks.append(steps.count)
            steps.append(.fork(steps.count + 1, 0))
            try append(node, limit)
        }
        for fork in forks { steps[fork] = .fork(fork + 1, steps.count) }
    }

    private func startingBytes() -> [Bool] {
        var bytes = [Bool](repeating: false, count: 256)
        var seen = Set<Int>()
        var open = [0]
        while let place = open.popLast() {
            guard seen.insert(place).inserted else { continue }
            switch steps[place] {
            case .take(let number):
                let set = sets[number]
                for byte in 0..<0x80 where set.contains(UInt32(byte)) { bytes[byte] = true }
                if set.reachesBeyondASCII { for byte in 0x80...0xFF { bytes[byte] = true } }
            case .fork(let one, let other): open += [one, other]
            case .jump(let target): open.append(target)
            // Assume that the assertion holds; this can only allow more bytes.
            case .check: open.append(place + 1)
            case .match: return []
            }
        }
        return bytes
    }
}
