// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// What the calls of one lane have in common in both runs: who called, and through which kind of proxy.
///
/// Ids of threads, tasks and proxies differ between runs, so names take their place.
package struct LaneName: Hashable, Sendable {
    /// `main`; the name of a thread or task with `#` for each number; `tasks` or `unnamed` without a name; `several` for
    /// those among which chance divides the calls.
    package private(set) var thread: String
    /// Type of the parent object, or of the proxy if it has none; of the target for interposed calls.
    package let owner: String
    package let protocolName: String

    /// - Parameter program: Name of the program, which threads without a name of their own have.
    init(_ invocation: Invocation, program: String) {
        thread = Self.thread(of: invocation, program: program)
        owner = invocation.owner.isEmpty ? invocation.target ?? "" : invocation.owner
        protocolName = invocation.selector.protocolName
    }

    /// Whether the thread may be any of a pool: of Swift's tasks, or of Dispatch, which names its workers by their class.
    var isOfPool: Bool { thread == "tasks" || thread == "unnamed" || thread.contains("-qos") }

    /// The lane of all threads among which chance divides the calls.
    var ofSeveral: LaneName {
        var name = self
        name.thread = "several"
        return name
    }

    private static func thread(of invocation: Invocation, program: String) -> String {
        if invocation.thread.isMain { return "main" }
        if let task = invocation.task { return task.name.map(withoutNumbers) ?? "tasks" }
        // Linux keeps 15 bytes of a thread's name.
        let name = invocation.thread.name
        return name.isEmpty || name.utf8.elementsEqual(program.utf8.prefix(15)) ? "unnamed" : withoutNumbers(name)
    }

    /// `worker-12` becomes `worker-#`.
    private static func withoutNumbers(_ name: String) -> String {
        var text = ""
        for character in name {
            guard character.isASCII, character.isNumber else {
                text.append(character)
                continue
            }
            if text.last != "#" { text.append("#") }
        }
        return text
    }
}

/// The calls of one run by lane.
struct CallLanes {
    /// The calls of one lane.
    struct Calls {
        private(set) var calls: [ComparedCall] = []
        private(set) var proxies: [Int] = []
        private var threads: Set<UInt32> = []
        private var tasks: Set<UInt64> = []

        /// Whether one thread made all of them, in at most one task: only then has their order a meaning.
        var isOrdered: Bool { threads.count <= 1 && tasks.count <= 1 }

        /// The calls of both, in the order of their starts.
        mutating func merge(_ other: Calls) {
            let all = zip(calls + other.calls, proxies + other.proxies).sorted { $0.0.seq < $1.0.seq }
            calls = all.map(\.0)
            proxies = all.map(\.1)
            threads.formUnion(other.threads)
            tasks.formUnion(other.tasks)
        }

        mutating func add(_ call: ComparedCall, of invocation: Invocation) {
            calls.append(call)
            proxies.append(invocation.proxy)
            threads.insert(invocation.thread.id)
            if let task = invocation.task { tasks.insert(task.id) }
        }

        /// The calls of each proxy, in the order of their first calls.
        var byProxy: [[ComparedCall]] {
            var places: [Int: Int] = [:]
            var groups: [[ComparedCall]] = []
            for (call, proxy) in zip(calls, proxies) {
                if let place = places[proxy] {
                    groups[place].append(call)
                } else {
                    places[proxy] = groups.count
                    groups.append([call])
                }
            }
            return groups
        }
    }

    private(set) var lanes: [LaneName: Calls] = [:]
    /// The names in the order of their first calls.
    private(set) var names: [LaneName] = []
    private(set) var count = 0
    private(set) var ignored = 0
    /// By selector, for tolerances.
    private(set) var statistics: [Selector: RunSelector] = [:]

    /// Reads the calls of a run.
    ///
    /// - Parameter limit: Calls after which reading ends; ignored ones don't count.
    /// - Throws: A `HistoryFailure` if the run can't be read.
    init(of run: Recorder, _ options: CallComparison.Options, limit: Int) throws(HistoryFailure) {
        let failures = MetFailures()
        failures.during { read(run, options, limit: limit) }
        if let failure = failures.last { throw failure }
    }

    private mutating func read(_ run: Recorder, _ options: CallComparison.Options, limit: Int) {
        let program = run.program
        var query = InvocationQuery()
        query.order = .ascending
        var cursor = run.cursor(query)
        var isStopped = false
        while !cursor.isAtEnd, !isStopped {
            for invocation in cursor.next() {
                guard count < limit else {
                    isStopped = true
                    break
                }
                add(invocation, program, options)
            }
        }
        isWhole = !isStopped
    }

    /// Whether all calls were read.
    private(set) var isWhole = true

    private mutating func add(_ invocation: Invocation, _ program: String, _ options: CallComparison.Options) {
        guard !options.ignored.contains(where: { $0.matches(invocation) }) else {
            ignored += 1
            return
        }
        count += 1
        let name = LaneName(invocation, program: program)
        if lanes[name] == nil { names.append(name) }
        lanes[name, default: Calls()].add(ComparedCall(invocation, ignoring: options.ignoredValues), of: invocation)
        statistics[
            invocation.selector,
            default: RunSelector(.none(of: invocation.selector), firstSeq: invocation.seq)
        ].statistics.add(
            duration: invocation.durationNanoseconds ?? 0,
            state: invocation.state,
            path: invocation.returnPath,
            skipped: 0
        )
    }
}

extension CallLanes {
    /// Joins the lanes of an object and protocol among which chance divides the calls, in both runs.
    static func joinPools(of before: inout CallLanes, and after: inout CallLanes) {
        let names = Set(before.names + after.names)
        let unordered = names.filter { !before.isOrdered($0) || !after.isOrdered($0) }
        // Which of two pools a call came from is chance as well: a caller may do part of the work that it gives away.
        let pools = Dictionary(grouping: names.filter { $0.isOfPool || unordered.contains($0) }, by: \.ofSeveral)
        let joined = Set(pools.values.filter { $0.count > 1 || unordered.contains($0[0]) }.joined())
        before.join(joined)
        after.join(joined)
    }

    private func isOrdered(_ name: LaneName) -> Bool { lanes[name]?.isOrdered ?? true }

    private mutating func join(_ joined: Set<LaneName>) {
        var kept: [LaneName] = []
        for name in names {
            guard joined.contains(name), let calls = lanes.removeValue(forKey: name) else {
                kept.append(name)
                continue
            }
            if lanes[name.ofSeveral] == nil { kept.append(name.ofSeveral) }
            lanes[name.ofSeveral, default: Calls()].merge(calls)
        }
        names = kept
    }
}
