// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

@testable import ProxyCore

/// What a caller gets.
enum CallOutcome: Equatable, Sendable {
    case returned(String)
    case threw(String)

    static func of<Value>(_ body: () throws -> Value) -> CallOutcome {
        do { return .returned("\(try body())") } catch { return .threw("\(error)") }
    }

    static func of<Value>(_ body: () async throws -> Value) async -> CallOutcome {
        do { return .returned("\(try await body())") } catch { return .threw("\(error)") }
    }
}

/// The kinds of requirements, with a call of each.
enum RuledRequirement: String, CaseIterable, Sendable {
    case void = "note(_:named:)"
    case returning = "retries(after:)"
    case throwing = "load(_:)"
    case typedThrows = "open(_:)"
    case unmadeError = "seal(_:)"
    case ruleErrors = "comply(_:)"
    case async = "fetch(_:)"
    case asyncThrowing = "upload(_:)"
    case asyncTyped = "save(_:)"
    case mainActor = "show(_:)"
    case asyncMainActor = "render(_:)"
    case getter = "title.get"
    case setter = "title.set"
    case subscriptGetter = "subscript(_:).get"
    case subscriptSetter = "subscript(_:).set"
    case `inout` = "add(_:to:)"
    case asyncInout = "grow(_:to:)"
    case generic = "echo(_:times:)"

    /// Makes the call, where rules may make it wait.
    func call(_ proxy: RuledProxy) async -> CallOutcome {
        switch self {
        case .async: await .of { await proxy.fetch(5) }
        case .asyncThrowing: await .of { try await proxy.upload(5) }
        case .asyncTyped: await .of { try await proxy.save(5) }
        case .asyncMainActor: await .of { await proxy.render(5) }
        case .asyncInout:
            await .of {
                var sum = 1
                return await [proxy.grow(5, to: &sum), sum]
            }
        case .mainActor: await MainActor.run { .of { proxy.show(5) } }
        default: await onThread { callNow(proxy) }
        }
    }

    private func callNow(_ proxy: RuledProxy) -> CallOutcome {
        switch self {
        case .void: .of { proxy.note(5, named: "a") }
        case .returning: .of { proxy.retries(after: 5) }
        case .throwing: .of { try proxy.load("p") }
        case .typedThrows: .of { try proxy.open(5) }
        case .unmadeError: .of { try proxy.seal(5) }
        case .ruleErrors: .of { try proxy.comply(5) }
        case .getter: .of { proxy.title }
        case .setter: .of { proxy.title = "s" }
        case .subscriptGetter: .of { proxy[5] }
        case .subscriptSetter: .of { proxy[5] = "s" }
        case .inout:
            .of {
                var sum = 1
                return [proxy.add(5, to: &sum), sum]
            }
        case .generic: .of { proxy.echo("v", times: 5) }
        case .async, .asyncThrowing, .asyncTyped, .asyncMainActor, .asyncInout, .mainActor:
            preconditionFailure("called elsewhere")
        }
    }

    /// What the target gets and the caller gets without rules.
    var plain: (received: String, outcome: String) {
        switch self {
        case .void: ("note 5 a", "()")
        case .returning: ("retries 5", "true")
        case .throwing: ("load p", #"["p"]"#)
        case .typedThrows: ("open 5", "door 5")
        case .unmadeError: ("seal 5", "()")
        case .ruleErrors: ("comply 5", "()")
        case .async: ("fetch 5", "page 5")
        case .asyncThrowing: ("upload 5", "5")
        case .asyncTyped: ("save 5", "()")
        case .mainActor: ("show 5", "5")
        case .asyncMainActor: ("render 5", "5")
        case .getter: ("title", "t")
        case .setter: ("title = s", "()")
        case .subscriptGetter: ("row 5", "row 5")
        case .subscriptSetter: ("row 5 = s", "()")
        case .inout: ("add 5 to 1", "[6, 6]")
        case .asyncInout: ("grow 5 to 1", "[6, 6]")
        case .generic: ("echo v 5", "v")
        }
    }

    /// Another argument: its name, its place, its JSON, and what then comes of the call.
    var edit: (name: String, index: Int, json: RuleValue, received: String, outcome: String) {
        switch self {
        case .void: ("name", 1, #""b""#, "note 5 b", "()")
        case .returning: ("after", 0, "2", "retries 2", "false")
        case .throwing: ("path", 0, #""q""#, "load q", #"["q"]"#)
        case .typedThrows: ("0", 0, "7", "open 7", "door 7")
        case .unmadeError: ("door", 0, "7", "seal 7", "()")
        case .ruleErrors: ("order", 0, "7", "comply 7", "()")
        case .async: ("page", 0, "7", "fetch 7", "page 7")
        case .asyncThrowing: ("page", 0, "7", "upload 7", "7")
        case .asyncTyped: ("page", 0, "7", "save 7", "()")
        case .mainActor: ("page", 0, "7", "show 7", "7")
        case .asyncMainActor: ("page", 0, "7", "render 7", "7")
        case .getter: ("self", 0, "7", "", "")
        case .setter: ("newValue", 0, #""z""#, "title = z", "()")
        case .subscriptGetter: ("row", 0, "7", "row 7", "row 7")
        case .subscriptSetter: ("row", 1, "7", "row 7 = s", "()")
        case .inout: ("sum", 1, "10", "add 5 to 10", "[15, 15]")
        case .asyncInout: ("sum", 1, "10", "grow 5 to 10", "[15, 15]")
        case .generic: ("times", 1, "7", "echo v 7", "v")
        }
    }

    /// Another answer, and what the caller then gets from a call that reached the target or not. For requirements without
    /// a result that can be made, an answer that is refused.
    var answer: (json: RuleValue, before: String, after: String) {
        switch self {
        case .returning: ("false", "false", "false")
        case .throwing: (#"["x", "y"]"#, #"["x", "y"]"#, #"["x", "y"]"#)
        case .typedThrows, .async, .getter, .subscriptGetter: (#""x""#, "x", "x")
        case .asyncThrowing, .mainActor, .asyncMainActor: ("9", "9", "9")
        case .inout, .asyncInout: ("9", "[9, 1]", "[9, 6]")
        case .generic: (#""x""#, "x", "x")
        case .void, .unmadeError, .ruleErrors, .asyncTyped, .setter, .subscriptSetter: ("null", "()", "()")
        }
    }

    var hasResult: Bool { plain.outcome != "()" }

    /// An error that a rule throws, and the error that the caller gets.
    var failure: (error: RuleThrow, text: String) {
        switch self {
        case .typedThrows, .asyncTyped: (.named("locked"), "locked")
        default: (.text("no network"), "no network")
        }
    }
}

/// What rules do, with values for a requirement.
enum RuledAction: String, CaseIterable, Sendable {
    case hold, answer, `throw`, delay, skip, editArgument, editResult, mark, comment, log

    func action(for requirement: RuledRequirement) -> Rule.Action {
        switch self {
        case .hold: .hold(deadline: .seconds(600))
        case .answer: .answer(requirement.answer.json)
        case .throw: .throw(requirement.failure.error)
        case .delay: .delay(.milliseconds(2))
        case .skip: .skip
        case .editArgument: .edit(requirement.edit.name, requirement.edit.json)
        case .editResult: .edit("result", requirement.answer.json)
        case .mark: .mark
        case .comment: .comment("odd")
        case .log: .log("here")
        }
    }

    /// A part of the reason for which the rule is refused; nil where it works.
    func refusal(at point: Rule.Point, of requirement: RuledRequirement) -> String? {
        switch self {
        case .hold, .delay, .mark, .comment, .log: nil
        case .answer: Self.answerRefusal(requirement, point)
        case .editResult:
            point == .before ? "The result can be edited after the call" : Self.answerRefusal(requirement, point)
        case .throw:
            switch requirement {
            case .throwing, .typedThrows, .ruleErrors, .asyncThrowing, .asyncTyped: nil
            case .unmadeError: "SealError only, of which no value can be made"
            default: "does not throw"
            }
        case .skip:
            point == .after
                ? "before it, not after it" : requirement.hasResult ? "returns a value, which its caller needs" : nil
        case .editArgument:
            point == .after
                ? "After the call only “result”" : requirement == .getter ? "has no argument “self”" : nil
        }
    }

    private static func answerRefusal(_ requirement: RuledRequirement, _ point: Rule.Point) -> String? {
        if requirement == .generic { return "its values can be of several types" }
        if requirement.hasResult { return nil }
        return point == .before ? "returns nothing; use “skip”" : "returns nothing, so there is no answer to replace"
    }
}
