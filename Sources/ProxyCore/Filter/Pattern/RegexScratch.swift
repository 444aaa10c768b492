// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The states of a match in progress, in memory reused for each text.
struct RegexScratch {
    /// Maximum number of steps per text.
    var stepLimit = BoundedRegex.stepLimit
    /// States that consume the next character.
    private var states: [Int] = []
    private var former: [Int] = []
    /// Steps still to be followed.
    private var open: [Int] = []
    /// For each step, the last generation in which it was reached.
    private var marks: [UInt64] = []
    /// Counts the positions of all texts.
    private var generation: UInt64 = 0
    private var stepsLeft = 0

    var isEmpty: Bool { states.isEmpty }
    var isExhausted: Bool { stepsLeft < 0 }

    mutating func begin(_ program: RegexProgram) {
        states.removeAll(keepingCapacity: true)
        if marks.count < program.steps.count { marks = Array(repeating: 0, count: program.steps.count) }
        generation += 1
        stepsLeft = stepLimit
    }

    /// Goes to a later place, when no state is left: an assertion that failed at this one may hold there.
    mutating func skip() { generation += 1 }

    /// Consumes a character in every state. Returns whether that completes a match.
    mutating func take(
        _ value: UInt32,
        of program: RegexProgram,
        before place: Int,
        in text: UnsafeRawBufferPointer
    ) -> Bool {
        swap(&states, &former)
        states.removeAll(keepingCapacity: true)
        generation += 1
        for index in former.indices {
            stepsLeft -= 1
            guard case .take(let set) = program.steps[former[index]], program.sets[set].contains(value) else {
                continue
            }
            if reach(former[index] + 1, of: program, at: place, in: text) { return true }
        }
        return false
    }

    /// Adds the states reachable from a step without consuming a character. Returns whether one of them is a match.
    mutating func reach(
        _ first: Int,
        of program: RegexProgram,
        at place: Int,
        in text: UnsafeRawBufferPointer
    ) -> Bool {
        open.append(first)
        while let step = open.popLast() {
            guard marks[step] != generation else { continue }
            marks[step] = generation
            stepsLeft -= 1
            switch program.steps[step] {
            case .take: states.append(step)
            case .fork(let one, let other):
                open.append(other)
                open.append(one)
            case .jump(let target): open.append(target)
            case .check(let assertion): if assertion.holds(at: place, in: text) { open.append(step + 1) }
            case .match:
                open.removeAll(keepingCapacity: true)
                return true
            }
        }
        return false
    }
}
