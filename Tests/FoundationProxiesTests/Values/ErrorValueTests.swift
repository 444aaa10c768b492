// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import FoundationProxies
import FoundationXML
import ProxyCore
import Testing

@Suite struct ErrorValueTests {
    private enum Failure: Error {
        case notFound
        case timeout(seconds: Int)
        case wrapped(any Error)
    }

    private enum Legible: LocalizedError {
        case offline

        var errorDescription: String? { "The line is down." }
    }

    private struct Fault: Error {
        var line: Int
    }

    private struct LongFault: LocalizedError {
        var (a, b, c, d, e, f, g, h, i) = (1, 2, 3, 4, 5, 6, 7, 8, 9)
        var (j, k, l, m, n, o, p, q, r) = (1, 2, 3, 4, 5, 6, 7, 8, 9)
        var errorDescription: String? { "A long fault." }
    }

    private struct LongMuteFault: Error {
        var (a, b, c, d, e, f, g, h, i) = (1, 2, 3, 4, 5, 6, 7, 8, 9)
        var (j, k, l, m, n, o, p, q, r) = (1, 2, 3, 4, 5, 6, 7, 8, 9)
    }

    private struct LegibleFault: LocalizedError {
        var line: Int
        var errorDescription: String? { "A fault in line \(line)." }
    }

    private final class ObjectFailure: Error {}

    private final class LegibleObjectFailure: LocalizedError {
        var errorDescription: String? { "A fault in an object." }
    }

    private struct Custom: CustomNSError {
        static let errorDomain = "custom.domain"
        var errorCode: Int { 42 }
    }

    /// All members that a subclass can add.
    private final class Overriding: NSError, @unchecked Sendable {
        static let asked = Counter()
        private func ask<Answer>(_ answer: Answer) -> Answer {
            Self.asked.add()
            return answer
        }
        override var description: String { ask("") }
        override var localizedDescription: String { ask("") }
        override var domain: String { ask("") }
        override var code: Int { ask(1) }
        override var userInfo: [String: Any] { ask([:]) }
    }

    @Test func anEnumHasItsCaseItsPayloadAndWhatEveryErrorHas() throws {
        let probe = try ValueProbe()
        let timeout = try probe.record(thrown: Failure.timeout(seconds: 30))
        #expect(timeout.kind == .enum && timeout.line == ".timeout(seconds: 30)")
        #expect(timeout["domain"]?.line.contains("Failure") == true && timeout["code"] != nil)
        #expect(try probe.record(thrown: Failure.notFound).line == ".notFound")
        let wrapped = try probe.record(thrown: Failure.wrapped(ObjectFailure()))
        #expect(wrapped.line.hasPrefix(".wrapped(") && wrapped.line.contains("ObjectFailure"))
        let legible = try probe.record(thrown: Legible.offline)
        #expect(legible.line == ".offline" && legible["localizedDescription"]?.content == .text("The line is down."))
        #expect(try probe.count("error:timeout") == 1)
        #expect(try probe.count("error:\"line is down\"") == 1)
        #expect(try probe.survivesExport())
    }

    @Test func aStructHasItsFieldsAndItsText() throws {
        let probe = try ValueProbe()
        let fault = try probe.record(Fault(line: 7) as any Error)
        #expect(fault.typeName == "Fault" && fault.line == "Fault(line: 7)" && fault["domain"] != nil)
        #expect(try probe.record(LegibleFault(line: 7)).line == "A fault in line 7.")
        #expect(try probe.record(Custom() as any Error)["domain"]?.content == .text("custom.domain"))
        #expect(try probe.record(Custom() as any Error)["code"]?.content == .signed(42))
        #expect(try probe.count("arg.line:7") == 2)
        #expect(try probe.survivesExport())
    }

    @Test func anErrorOfMorePartsThanAreKeptHasWhatEveryErrorHas() throws {
        var configuration = RecorderConfiguration()
        configuration.budget.childCount = 16
        let probe = try ValueProbe(configuration)
        let fault = try probe.record(thrown: LongFault())
        #expect(fault.line == "A long fault." && fault["p"] != nil && fault["q"] == nil)
        #expect(fault["domain"]?.line.contains("LongFault") == true && fault["code"] != nil)
        #expect(fault["localizedDescription"]?.content == .text("A long fault."))
        // What every error has is not among the fields in its line.
        let mute = try probe.record(thrown: LongMuteFault())
        #expect(mute.line.hasPrefix("LongMuteFault(a: 1, ") && mute.line.contains("p: 7"))
        #expect(!mute.line.contains("domain") && mute["domain"] != nil && mute["code"] != nil)
        #expect(try probe.survivesExport())
    }

    @Test func anObjectHasItsIdentityAndWhatEveryErrorHas() throws {
        let probe = try ValueProbe()
        let failure = ObjectFailure()
        let value = try probe.record(failure as any Error)
        let address = UInt(bitPattern: ObjectIdentifier(failure))
        #expect(value.identity == "ObjectFailure@\(String(address, radix: 16))")
        #expect(value.kind == .object && value["domain"]?.line.contains("ObjectFailure") == true)
        #expect(try probe.record(failure as any Error).identity == value.identity)
    }

    @Test func anNSErrorHasDomainCodeTextAndUserInfo() throws {
        let probe = try ValueProbe()
        let info: [String: Any] = [NSLocalizedDescriptionKey: "The disk is full.", "path": "/tmp"]
        let error = NSError(domain: "disk", code: 28, userInfo: info)
        let value = try probe.record(error as any Error)
        #expect(value.kind == .object && value.line == "disk 28: The disk is full.")
        #expect(value["userInfo"]?.line == "[\"path\": \"/tmp\"]")
        #expect(try probe.record(CocoaError(.fileNoSuchFile)).line.hasPrefix("NSCocoaErrorDomain 4: "))
        #expect(try probe.record(POSIXError(.ENOENT)).line == "NSPOSIXErrorDomain 2: No such file or directory")
        #expect(try probe.count("arg.code:28") == 1)
        #expect(try probe.survivesExport())
    }

    @Test(arguments: [RedactionRule.label("localizedDescription"), .type(String.self)])
    func aTextThatARuleHidesIsInNoPlaceOfAnError(rule: RedactionRule) throws {
        // The domain is a text, too.
        let domain = rule == .type(String.self) ? "‹redacted›" : "disk"
        var configuration = RecorderConfiguration()
        configuration.redactions = [rule]
        let probe = try ValueProbe(configuration)
        #expect(try probe.record(thrown: LegibleFault(line: 7)).line == "LegibleFault(line: 7)")
        #expect(try probe.record(LegibleObjectFailure() as any Error)["localizedDescription"]?.kind == .redacted)
        let error = NSError(domain: "disk", code: 28, userInfo: [NSLocalizedDescriptionKey: "A fault in sector 9."])
        #expect(try probe.record(error as any Error).line == "\(domain) 28: ‹redacted›")
        let reason = NSError(
            domain: "disk",
            code: 5,
            userInfo: [NSLocalizedFailureReasonErrorKey: "A fault in sector 7.", "sector": 7]
        )
        let value = try probe.record(reason as any Error)
        #expect(value.line == "\(domain) 5: ‹redacted›" && value["userInfo"]?.children.count == 2)
        #expect(try probe.count("\"fault in\"") == 0)
    }

    @Test func aFailureReasonThatIsTheTextIsRecordedOnce() throws {
        let info = [NSLocalizedFailureReasonErrorKey: "No account."]
        let value = try ValueProbe().record(NSError(domain: "login", code: 1, userInfo: info) as any Error)
        #expect(value.line == "login 1: No account." && value["userInfo"] == nil)
        let both = info.merging([NSLocalizedDescriptionKey: "Refused."]) { first, _ in first }
        let other = try ValueProbe().record(NSError(domain: "login", code: 1, userInfo: both) as any Error)
        #expect(other.line == "login 1: Refused." && other["userInfo"]?.children.count == 2)
    }

    @Test func aSubclassOfNSErrorRunsNoneOfItsOwnCode() throws {
        let value = try ValueProbe().record(Overriding(domain: "disk", code: 28) as any Error)
        #expect(Overriding.asked.value == 0)
        #expect(value.line == "disk 28" && value.typeName == "Overriding")
    }

    @Test func aURLErrorHasItsCodeByNameAndTheURL() throws {
        let probe = try ValueProbe()
        let url = try #require(URL(string: "http://127.0.0.1:1/there"))
        let value = try probe.record(URLError(.timedOut, userInfo: [NSURLErrorFailingURLErrorKey: url]) as any Error)
        #expect(value.line == "timedOut http://127.0.0.1:1/there")
        #expect(value["codeName"]?.content == .text("timedOut") && value["code"]?.content == .signed(-1_001))
        #expect(try probe.count("arg.failingURL:there") == 1)
        #expect(try probe.survivesExport())
    }
}

/// Counts from any thread.
final class Counter: Sendable {
    private let lock = NSLock()
    nonisolated(unsafe) private var count = 0

    var value: Int { lock.withLock { count } }

    func add() { lock.withLock { count += 1 } }
}
