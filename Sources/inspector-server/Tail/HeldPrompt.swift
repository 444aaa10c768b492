// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProxyCore
import Synchronization

/// Asks at the terminal what becomes of held calls, the oldest first, while the stream goes on.
///
/// - Invariant: Callable from any thread.
final class HeldPrompt: Sendable {
    private struct State: Sendable {
        /// Numbers of the held calls, oldest first.
        var calls: [UInt64] = []
        var isShown = false
        /// The call that was asked about last.
        var asked: UInt64?
    }

    /// Shown once for each held call.
    static let help = "c continue, JSON answer, t TEXT or t .CASE throw, s skip, e NAME=JSON edit"

    /// A prompt of more than a line of the terminal could not be cleared wholly.
    private static let choices = "c, JSON, t, s or e"

    private let client: RuleClient
    private let state = Mutex(State())

    private init(_ client: RuleClient) { self.client = client }

    /// A prompt for the decisions of a terminal; nil if standard input or output is none.
    static func start(_ client: RuleClient) -> HeldPrompt? {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { return nil }
        let prompt = HeldPrompt(client)
        let (lines, continuation) = AsyncStream.makeStream(of: String.self)
        Thread {
            while let line = readLine() { continuation.yield(line) }
            continuation.finish()
        }.start()
        Task { for await line in lines { await prompt.take(line) } }
        return prompt
    }

    // MARK: What the stream says

    func held(_ number: UInt64) { state.withLock { if !$0.calls.contains(number) { $0.calls.append(number) } } }

    func released(_ number: UInt64) { state.withLock { $0.calls.removeAll { $0 == number } } }

    /// The connection has ended; with it, the calls have gone on.
    func releasedAll() { state.withLock { $0.calls = [] } }

    /// Prints a line in place of the prompt, and the prompt again if there is something to decide.
    func around(_ print: () -> Void) {
        let wasShown = state.withLock { state in
            defer { state.isShown = false }
            return state.isShown
        }
        if wasShown { Self.write("\r\u{1B}[K") }
        print()
        show()
    }

    private func show() {
        let (first, isNew) = state.withLock { state in
            state.isShown = !state.calls.isEmpty
            defer { state.asked = state.calls.first }
            return (state.calls.first, state.asked != state.calls.first)
        }
        // What was typed for another call must not decide about this one.
        if isNew { tcflush(STDIN_FILENO, TCIFLUSH) }
        if let first { Self.write("\(isNew ? Self.help + "\n" : "")held \(first) (\(Self.choices))> ") }
    }

    private static func write(_ text: String) { try? DescriptorFile.write(Array(text.utf8), to: STDOUT_FILENO) }

    // MARK: What the person says

    private func take(_ line: String) async {
        let first = state.withLock { state in
            // The terminal has begun a new line.
            state.isShown = false
            return state.calls.first
        }
        guard let number = first else { return }
        guard let decision = Self.decision(line) else { return show() }
        do {
            switch decision {
            case .success(let decision):
                try await client.send("POST", "\(RuleClient.held)/\(number)", decision.body)
                // The next one doesn't wait for the event.
                released(number)
            case .failure(let problem): Console.print(problem.description)
            }
        } catch {
            Console.print("\(error)")
        }
        show()
    }

    /// The decision of a line; nil for an empty one.
    static func decision(_ line: String) -> Result<CallDecision, RuleJSON.UsageError>? {
        let text = line.trimmingCharacters(in: .whitespaces)
        let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
        guard let word = parts.first else { return nil }
        let rest = parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
        return Result { () throws(RuleJSON.UsageError) in
            switch word {
            case "c" where rest.isEmpty, "continue" where rest.isEmpty: return .goOn
            case "s" where rest.isEmpty, "skip" where rest.isEmpty: return .skip
            case "t" where !rest.isEmpty, "throw" where !rest.isEmpty:
                return rest.hasPrefix(".") ? .throwCase(String(rest.dropFirst())) : .throwText(rest)
            case "e", "edit": return .edit([try RuleJSON.edit(rest, of: "e")])
            default:
                guard JSONReader.read(text, { _ in true }) == true else {
                    throw RuleJSON.UsageError("\(text): no decision; use \(help).")
                }
                return .answer(json: text)
            }
        }
    }
}
