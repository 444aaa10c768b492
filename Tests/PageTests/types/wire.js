// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The JSON of `/api/v1` as types, as far as the page reads it; `openapi.json` explains every member. The page never
// loads this file, so it is not served; without exports, its types are known in every module. Files and older servers
// leave members out.

/**
 * One recorded value. `kind` is `scalar`, `string`, `list`, …
 * @typedef {{ kind: string, label?: string | null, name?: string, type?: string, id?: string, text?: string,
 *   value?: string | number | boolean, count?: number, children?: Value[], truncated?: string, length?: number,
 *   after?: Value, edited?: Value }} Value
 *
 * @typedef {{ id: number, name: string, isMain: boolean }} Thread
 * @typedef {{ id: number, name?: string }} Task
 *
 * The trace that a call belongs to (W3C Trace Context): 32 and 16 hexadecimal digits.
 * @typedef {{ traceId: string, spanId: string, isSampled: boolean }} TraceContext
 *
 * A frame of a backtrace: code of a function that called. `async` ones will continue there.
 * @typedef {{ module: string, offset: number, async?: boolean, function?: string, file?: string, line?: number }} Frame
 *
 * The calls whose backtrace is recorded, and how many frames of it.
 * @typedef {{ selectors: string[], frames: number }} BacktraceCapture
 *
 * What became of a closure argument. `state` is `pending`, `called`, `twice` or `never`.
 * @typedef {{ afterNanoseconds: number, thread: Thread, arguments: Value[] }} CompletionCall
 * @typedef {{ argument: number, state: string, count: number, calls: CompletionCall[],
 *   releasedAfterNanoseconds?: number }} Completion
 *
 * The process of a fleet that a call, a proxy or an event belongs to; `id` is the number that its system gave it. Servers
 * of one program leave it out. The epoch is in the id of the call; an event has it as a member.
 * @typedef {{ service: string, version?: string | null, host: string, id: number }} CallProcess
 *
 * One call. `state` is `running`, `returned` or `threw`.
 * @typedef {{ id: string, seq: number, position: number | null, parent: string | null, depth: number, proxy: number,
 *   owner: string, target: string | null, protocol: string, selector: string, arguments: Value[], thread: Thread,
 *   task?: Task,
 *   startedAt: string, durationNanoseconds: number | null, targetNanoseconds?: number | null, state: string,
 *   returnPath: string, result: Value | null, error: Value | null, findings?: string[], marked?: boolean,
 *   comment?: string, targetResult?: Value, targetError?: Value, completion?: string, completions?: Completion[],
 *   backtrace?: Frame[], rule?: number, heldNanoseconds?: number, held?: number, trace?: TraceContext,
 *   process?: CallProcess }} Invocation
 * @typedef {Invocation & { children: string[], previous: string | null, next: string | null }} WholeInvocation
 *
 * `since` are the calls that began at or after an instant, in microseconds since 1970.
 * @typedef {{ order?: 'asc' | 'desc', limit?: number, before?: number | string, after?: number | string, since?: number,
 *   filter?: string, sort?: 'start' | 'duration' | 'selector' | 'thread' }} InvocationQuery
 *
 * `continue` is where to go on when the search took too long; a sorted page then is not complete.
 * @typedef {{ items: Invocation[], next?: string | null, continue?: string | null, isComplete?: boolean, stored: number, matched: number | null,
 *   matchedAtLeast?: number, evicted: number, oldest: number | null, newest: number | null, epoch: string,
 *   streamFrom: string | null }} InvocationPage
 *
 * @typedef {{ fromNanoseconds: number, toNanoseconds: number, count: number }[]} Histogram
 *
 * Statistics of a selector. A percentile is null when no call has completed.
 * @typedef {{ protocol: string, selector: string, calls: number, errors: number, unanswered: number,
 *   totalNanoseconds: number, p50Nanoseconds: number | null, p90Nanoseconds: number | null,
 *   p99Nanoseconds: number | null, maxNanoseconds: number | null, histogram: Histogram }} Selector
 *
 * Calls folded into selectors below the selectors that called them, or, bottom up, above those. `nanoseconds` is the time
 * of all calls. A tree that is not complete lacks calls; one that is cut lacks its lightest nodes.
 * @typedef {{ protocol: string, selector: string, calls: number, errors: number, totalNanoseconds: number,
 *   selfNanoseconds: number, children: CallTreeNode[] }} CallTreeNode
 * @typedef {{ direction: 'topDown' | 'bottomUp', isComplete: boolean, calls: number, nanoseconds: number,
 *   isCut: boolean, nodes: CallTreeNode[] }} CallTree
 *
 * A selector whose calls reached nobody, or were never completed.
 * @typedef {{ protocol: string, selector: string, unanswered: number, calls: number, owners?: string[], reason?: string,
 *   lastAt?: string, neverCompleted?: number }} Unanswered
 *
 * A run; one without an epoch is all processes of a version of a service.
 * @typedef {{ name: string, epoch: string | null, file: string | null, program: string, processes?: number,
 *   startedAt: string, endedAt?: string | null, stored: number, isPresent: boolean }} Run
 *
 * @typedef {{ calls: number, errors: number, p50Nanoseconds: number, p95Nanoseconds: number, p99Nanoseconds: number,
 *   firstSeq: number | null, histogram: Histogram }} ComparedSide
 * @typedef {{ protocol: string, selector: string, changes: string[], before: ComparedSide | null,
 *   after: ComparedSide | null }} ComparedSelector
 * @typedef {{ before: string, after: string, items: ComparedSelector[] }} Comparison
 *
 * Two runs call by call. A row without sides stands for equal calls.
 * @typedef {{ id: string, seq: number, selector: string, text: string, outcome: string }} ComparedCall
 * @typedef {{ change: string, before?: ComparedCall | null, after?: ComparedCall | null, count?: number,
 *   fields?: { name: string, before: string | null, after: string | null }[] }} ComparedCallRow
 * @typedef {{ thread: string, owner: string, protocol: string, instance: number, isOrdered: boolean,
 *   rows: ComparedCallRow[] }} CallLane
 * @typedef {{ before: string, after: string, isSame: boolean, beforeCalls: number, afterCalls: number, ignored: number,
 *   differences: number, longerBefore: number, longerAfter: number, isComplete: boolean, lanes: CallLane[] }}
 *   CallComparison
 *
 * @typedef {{ selector: string, isOptional?: boolean, returnsValue?: boolean, responds?: boolean, hasHandler?: boolean,
 *   isImplemented?: boolean | null, signature?: string, observers?: number, calls?: number, unanswered?: number
 *   }} Requirement
 * An event of a proxy. `seq` and `position` tell the calls that it follows; recordings of earlier versions lack them,
 * older servers also the id.
 * @typedef {{ id?: string, number?: number, seq?: number | null, position?: number | null, proxy?: number,
 *   owner?: string, protocol?: string | null, what: string, at: string, target?: string | null,
 *   previousTarget?: string | null, detail?: string | null, process?: CallProcess, epoch?: string }} ProxyEvent
 * @typedef {{ order?: 'asc' | 'desc', limit?: number, before?: string | number, after?: string | number,
 *   filter?: string }} EventQuery
 * @typedef {{ items: ProxyEvent[], next: string | null, epoch: string }} EventPage
 *
 * A proxy that is alive, or one of a recording (`isRecorded`), of which less is known.
 * In a fleet, the number counts within the process that `epoch` names.
 * @typedef {{ id: number, epoch?: string, process?: CallProcess, type?: string, protocol: string | null,
 *   property?: string | null, owner: string,
 *   isInstalled?: boolean, isRecorded?: boolean, state?: string, overwrittenBy?: string | null,
 *   target: { type: string, isAlive?: boolean } | null, isTargetRetained?: boolean, calls: number | null,
 *   unanswered: number | null, requirements: Requirement[], history?: ProxyEvent[] }} Proxy
 *
 * A protocol of the process. `requirements` can be called. `recorded` and `refused` count entries, one for each
 * requirement and conforming type; both are 0 while the protocol is not interposed.
 * @typedef {{ protocol: string, module: string, name: string, requirements: number, types: string[], recorded: number,
 *   refused: number, unread: number, interposed: boolean }} ProgramProtocol
 *
 * An entry of a witness table. `state` is `recorded`, `refused` or `available`.
 * @typedef {{ type: string, state: string, refusal?: string | null, limitation?: string | null,
 *   missesEarlier?: boolean }} WitnessEntry
 * `kind` is `method`, `initializer`, `getter` or `setter`.
 * @typedef {{ name: string, kind: string, isAsync?: boolean, calls: number, entries: WitnessEntry[]
 *   }} ProtocolRequirement
 * @typedef {{ protocol: string, module: string, name: string, types: string[], interposed: boolean,
 *   requirements: ProtocolRequirement[] }} WholeProtocol
 *
 * What an interposer records: lists of patterns with `*`. Empty lists of types and modules stand for all.
 * @typedef {{ protocols: string[], types?: string[], modules?: string[], excluded?: string[] }} InterposerSelection
 * @typedef {InterposerSelection & { id: number, recorded: number, refused: number, unread: number }} Interposer
 *
 * @typedef {{ startedAt: string, count: number, errors: number, busyNanoseconds: number }} TimelineBucket
 * @typedef {{ from: string | null, to: string | null, bucketNanoseconds: number, items: TimelineBucket[],
 *   matched?: number | null }} Timeline
 *
 * @typedef {{ calls: number, recorded: number, stored: number, evicted: number, cleared?: number, dropped?: number,
 *   suppressed?: number, unaccounted?: number, bytes?: number, overheadNanosecondsPerCall?: number }} Counters
 *
 * @typedef {{ recording: boolean, include: string[], exclude: string[], transforms: boolean }} RecorderSettings
 *
 * What was sent to a receiver of OpenTelemetry.
 * @typedef {{ endpoint: string, sent: number, waiting: number, dropped: number, retries: number, failure: string | null
 *   }} SpanSending
 *
 * What a server says of itself; without a version and a time, it is a file that answers like one.
 * @typedef {{ version: string | null, epoch: string, uptimeSeconds: number | null, recording: boolean | null,
 *   failure?: string | null,
 *   include?: string[], exclude?: string[], transforms?: boolean,
 *   replay?: { file: string | null, program: string, startedAt: string } | null, counters: Counters, running?: number,
 *   features: string[], rules?: { allowed: boolean, count: number, held: number },
 *   traceLink?: string | null, otlp?: SpanSending | null, fleet?: boolean }} Status
 *
 * A process of a fleet, as its relay told last. `state` is `running`, `ended` (it said so), `lost` (it exists no more) or
 * `unreachable`. `calls` are stored, `gaps` are calls that are missing, `dropped` those that it could not record itself.
 * @typedef {{ epoch: string, service: string, version?: string | null, host: string, processID: number, program: string,
 *   startedAt: string, state: string, reason?: string | null, calls: number, gaps: number, newest?: number | null,
 *   through?: number | null, lagMilliseconds?: number | null, callsPerSecond?: number | null, dropped?: number | null,
 *   skewNanoseconds?: number | null, skewErrorNanoseconds?: number | null, seenAt?: string | null,
 *   lastCallAt?: string | null }} FleetProgram
 * @typedef {{ connected: boolean, sequence: number, behind: number }} BrokerState
 * @typedef {{ items: FleetProgram[], broker: BrokerState }} ProgramsReply
 *
 * @typedef {'before' | 'after'} RulePoint
 * @typedef {'hold' | 'answer' | 'throw' | 'delay' | 'skip' | 'edit' | 'mark' | 'comment' | 'log'} RuleAction
 * A rule on live calls, as it is sent and saved. Members that the action doesn't use are absent.
 * @typedef {{ enabled: boolean, filter: string, point: RulePoint, action: RuleAction, value?: unknown,
 *   argument?: string, text?: string, case?: string, milliseconds?: number, deadlineMilliseconds?: number,
 *   allowMainThread?: boolean, allowTaskThreads?: boolean,
 *   limits?: { times?: number, every?: number, until?: string, connectedOnly?: boolean } }} NewRule
 * What the server works out: `refused` are requirements where the rule can't act.
 * @typedef {NewRule & { id: number, words?: string, seen?: number, applied?: number, failed?: number,
 *   selectors?: string[], refused?: { selector: string, reason: string }[], warnings?: string[] }} Rule
 * @typedef {{ allowed: boolean, items: Rule[], count: number, held: number }} RulesReply
 *
 * An argument of a held call. Without `json` it has no JSON form; `reason` says why it can't be edited.
 * @typedef {{ index: number, name: string, type: string, editable: boolean, json?: unknown, reason?: string
 *   }} HeldArgument
 * A call that a rule makes wait.
 * @typedef {{ id: number, rule: number, point: RulePoint, since: string, deadline: string,
 *   remainingMilliseconds: number, call: Invocation, can: string[], arguments: HeldArgument[],
 *   answerType?: string | null, answerJSON?: unknown, answerReason?: string, errorCases?: string[],
 *   throwReason?: string }} Held
 * @typedef {{ action: string, value?: unknown, text?: string, case?: string, arguments?: Record<string, unknown>,
 *   result?: unknown }} HeldDecision
 *
 * @typedef {{ key: string, aliases?: string[], description?: string, example?: string, values?: string[] }} FilterKey
 *
 * A refusal (RFC 9457).
 * @typedef {{ title?: string, detail?: string, code?: string, position?: number, candidates?: string[],
 *   history?: ProxyEvent[], member?: string, by?: string, action?: string }} Problem
 */
