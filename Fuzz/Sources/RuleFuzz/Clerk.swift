// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProxyCore

enum Desk: String, CaseIterable, Codable { case front, back }

enum ClerkError: String, Error, CaseIterable { case absent, closed }

struct Form: Codable, Equatable {
    var name: String
    var pages: [Int?]
    var amount: Decimal
    var due: Date?
    var desk: Desk
}

/// Requirements of all types that rules can give values for.
protocol ClerkDelegate: AnyObject {
    func hold(_ times: Int, for counts: [String: Int]) throws -> Form
    func number(_ small: Int8) -> UInt64
    func text(_ text: String) -> String?
    func measures(_ list: [Double]) -> Set<Float>
    func desk(_ desk: Desk) throws(ClerkError) -> Desk
    func form(_ form: Form) -> [Form]
    func close(_ url: URL)
}

final class Clerk: ClerkDelegate {
    func hold(_ times: Int, for counts: [String: Int]) throws -> Form {
        Form(name: "", pages: [times], amount: 1, due: nil, desk: .front)
    }
    func number(_ small: Int8) -> UInt64 { UInt64(small.magnitude) }
    func text(_ text: String) -> String? { text }
    func measures(_ list: [Double]) -> Set<Float> { Set(list.map(Float.init)) }
    func desk(_ desk: Desk) throws(ClerkError) -> Desk { desk }
    func form(_ form: Form) -> [Form] { [form] }
    func close(_ url: URL) {}
}

final class ClerkProxy: ProtocolProxy<any ClerkDelegate>, ClerkDelegate, @unchecked Sendable {
    // Sendable: the superclass is, and this class adds no state.
    private enum Selectors {
        static let hold = MethodSelector<ClerkProxy, (Int, [String: Int]), Form>(
            "hold(_:for:)",
            of: "ClerkDelegate",
            parameters: ["times", "counts"],
            traits: [.throwing, .editable]
        )
        static let number = make("number(_:)", "small", as: Int8.self, UInt64.self)
        static let text = make("text(_:)", "text", as: String.self, String?.self)
        static let measures = make("measures(_:)", "list", as: [Double].self, Set<Float>.self)
        static let desk = MethodSelector<ClerkProxy, Desk, Desk>(
            "desk(_:)",
            of: "ClerkDelegate",
            parameter: "desk",
            traits: [.throwing, .editable],
            failure: ClerkError.self
        )
        static let form = make("form(_:)", "form", as: Form.self, [Form].self)
        static let close = make("close(_:)", "url", as: URL.self, Void.self)

        static func make<Argument, Return>(
            _ name: String,
            _ parameter: String,
            as _: Argument.Type,
            _: Return.Type
        ) -> MethodSelector<ClerkProxy, Argument, Return> {
            MethodSelector(name, of: "ClerkDelegate", parameter: parameter, traits: .editable)
        }
    }

    /// The beginnings of rules that end with a value.
    static let templates = [
        rule("number", #""action":"answer""#), rule("number", #""action":"edit","argument":"small""#),
        rule("text", #""action":"answer""#), rule("measures", #""action":"edit","argument":"0""#),
        rule("measures", #""action":"answer","point":"after""#), rule("desk", #""action":"edit","argument":"desk""#),
        rule("form", #""action":"edit","argument":"form""#), rule("form", #""action":"answer""#),
        rule("close", #""action":"edit","argument":"url""#),
    ]

    private static func rule(_ selector: String, _ members: String) -> String {
        #"{"filter":"selector:\#(selector)",\#(members),"value":"#
    }

    override class var requirements: [AnyMethodSelector] {
        [
            AnyMethodSelector(Selectors.hold), AnyMethodSelector(Selectors.number), AnyMethodSelector(Selectors.text),
            AnyMethodSelector(Selectors.measures), AnyMethodSelector(Selectors.desk), AnyMethodSelector(Selectors.form),
            AnyMethodSelector(Selectors.close),
        ]
    }

    /// Calls everything but `hold`.
    func callAll() {
        _ = number(1)
        _ = text("a")
        _ = measures([1, 2])
        _ = try? desk(.front)
        _ = form(Form(name: "a", pages: [1, nil], amount: 2, due: nil, desk: .back))
        close(URL(fileURLWithPath: "/"))
    }

    func hold(_ times: Int, for counts: [String: Int]) throws -> Form {
        try forward(Selectors.hold, (times, counts)) {
            try $0.hold(times, for: counts)
        } edited: {
            try $0.hold($1.0, for: $1.1)
        }
    }

    func number(_ small: Int8) -> UInt64 {
        forward(Selectors.number, small) {
            $0.number(small)
        } edited: {
            $0.number($1)
        }
    }

    func text(_ text: String) -> String? {
        forward(Selectors.text, text) {
            $0.text(text)
        } edited: {
            $0.text($1)
        }
    }

    func measures(_ list: [Double]) -> Set<Float> {
        forward(Selectors.measures, list) {
            $0.measures(list)
        } edited: {
            $0.measures($1)
        }
    }

    func desk(_ desk: Desk) throws(ClerkError) -> Desk {
        try forward(Selectors.desk, desk) { (target) throws(ClerkError) in
            try target.desk(desk)
        } edited: { (target, desk) throws(ClerkError) in
            try target.desk(desk)
        }
    }

    func form(_ form: Form) -> [Form] {
        forward(Selectors.form, form) {
            $0.form(form)
        } edited: {
            $0.form($1)
        }
    }

    func close(_ url: URL) {
        forward(Selectors.close, url) {
            $0.close(url)
        } edited: {
            $0.close($1)
        }
    }
}
