// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyTestSupport
import Testing

@testable import ProxyCore

private protocol AccountDelegate: AnyObject {
    func signIn(_ user: String, password: String) -> String
    func store(_ credentials: Credentials)
    func configure(_ settings: [String: String], options: [String: Int])
    func renew(_ token: Token, previous: [Token])
    func fail(_ reason: String) throws
}

private struct Credentials {
    var user: String
    var passwordHint: String
}

private struct Token {
    var text: String
}

private struct Session: Redactable {
    var text: String
}

private struct Refusal: Error {
    var reason: String
}

private final class AccountProxy: ProtocolProxy<any AccountDelegate>, AccountDelegate, @unchecked Sendable {
    static let signIn = MethodSelector<AccountProxy, (String, String), String>(
        "signIn(_:password:)",
        of: "AccountDelegate",
        parameters: ["user", "password"]
    )
    static let store = MethodSelector<AccountProxy, Credentials, Void>(
        "store(_:)",
        of: "AccountDelegate",
        parameter: "credentials"
    )
    static let configure = MethodSelector<AccountProxy, ([String: String], [String: Int]), Void>(
        "configure(_:options:)",
        of: "AccountDelegate",
        parameters: ["settings", "options"]
    )
    static let renew = MethodSelector<AccountProxy, (Token, [Token]), Void>(
        "renew(_:previous:)",
        of: "AccountDelegate",
        parameters: ["token", "previous"]
    )
    static let fail = MethodSelector<AccountProxy, String, Void>(
        "fail(_:)",
        of: "AccountDelegate",
        parameters: ["reason"],
        traits: .throwing
    )

    func signIn(_ user: String, password: String) -> String {
        forward(Self.signIn, (user, password), default: "") { $0.signIn(user, password: password) }
    }

    func store(_ credentials: Credentials) { forward(Self.store, credentials) { $0.store(credentials) } }

    func configure(_ settings: [String: String], options: [String: Int]) {
        forward(Self.configure, (settings, options)) { $0.configure(settings, options: options) }
    }

    func renew(_ token: Token, previous: [Token]) {
        forward(Self.renew, (token, previous)) { $0.renew(token, previous: previous) }
    }

    func fail(_ reason: String) throws { try forward(Self.fail, reason) { target in try target.fail(reason) } }
}

private final class Account: AccountDelegate {
    func signIn(_ user: String, password: String) -> String { "welcome \(password)" }
    func store(_ credentials: Credentials) {}
    func configure(_ settings: [String: String], options: [String: Int]) {}
    func renew(_ token: Token, previous: [Token]) {}
    func fail(_ reason: String) throws { throw Refusal(reason: reason) }
}

@Suite struct RedactionTests {
    private let account = Account()
    private static let secret = "open sesame, it is a long one"

    private func proxy(_ rules: RedactionRule...) -> AccountProxy {
        var configuration = RecorderConfiguration.unhurried
        configuration.redactions = rules
        let proxy = AccountProxy(recorder: Recorder(configuration))
        proxy.setForwardDelegate(account, retain: true)
        return proxy
    }

    private func lastCall(_ proxy: AccountProxy) throws -> Invocation {
        proxy.recorder.flush()
        return try #require(proxy.recorder.invocations().items.first)
    }

    /// Whether the secret exists anywhere in the recorder's memory: the store and the rings.
    private func leaks(_ proxy: AccountProxy) -> Bool {
        proxy.recorder.flush()
        let needle = Array(Self.secret.utf8)
        func holds(_ bytes: UnsafeRawBufferPointer) -> Bool {
            bytes.count >= needle.count
                && (0...bytes.count - needle.count).contains { bytes[$0..<$0 + needle.count].elementsEqual(needle) }
        }
        return proxy.recorder.engine.withDrain { drain in
            let isStored = drain.store.snapshot.segments.contains { segment in
                (0..<segment.count).contains { index in
                    let record = segment.record(at: index)
                    return holds(UnsafeRawBufferPointer(start: record.base, count: Int(record.header.size)))
                }
            }
            let isInRing = drain.readers.contains { reader in
                let used = min(Int(reader.pointee.position), 1 << 16)
                return holds(UnsafeRawBufferPointer(rebasing: reader.pointee.memory[..<used]))
            }
            return isStored || isInRing
        }
    }

    @Test func findsASecretThatNoRuleHides() {
        let proxy = proxy()
        _ = proxy.signIn("me", password: Self.secret)
        #expect(leaks(proxy))
    }

    /// In Cyrillic and German capitals, which a comparison of bytes tells from small letters.
    @Test func hidesByNamesOfAllAlphabetsInAnyCase() throws {
        let proxy = proxy(.label("ключДоступа"), .label("österreich*"))
        let settings = ["КлючДоступа": Self.secret, "Österreichs Schlüssel": Self.secret, "ключ": "seen"]
        proxy.configure(settings, options: [:])
        #expect(!leaks(proxy))
        #expect(try lastCall(proxy).arguments[0].value.children.filter { $0.kind == .redacted }.count == 2)
    }

    @Test func hidesAnArgumentByItsLabel() throws {
        let proxy = proxy(.label("PASS*"), .selector("other(_:)"))
        proxy.setForwardDelegate(nil, retain: false)
        _ = proxy.signIn("me", password: Self.secret)
        let call = try lastCall(proxy)
        #expect(call.arguments.map(\.value.kind) == [.string, .redacted])
        #expect(call.arguments[1].value.content == .text("label:PASS*"))
        #expect(call.arguments[1].value.typeName == "String")
        #expect(!leaks(proxy))
    }

    @Test func hidesAFieldByItsName() throws {
        let proxy = proxy(.label("password*"))
        proxy.store(Credentials(user: "me", passwordHint: Self.secret))
        let fields = try lastCall(proxy).arguments[0].value.children
        #expect(fields.map(\.label) == ["user", "passwordHint"])
        #expect(fields.map(\.kind) == [.string, .redacted])
        #expect(!leaks(proxy))
    }

    @Test func hidesLazyAndWrappedFieldsByTheirNamesInSource() throws {
        let proxy = proxy(.label("password"), .label("pin"))
        let selector = MethodSelector<AccountProxy, Vault, Void>("lock(_:)", of: "AccountDelegate", parameter: "vault")
        var vault = Vault()
        _ = vault.password
        proxy.forward(selector, vault) { _ in }
        let fields = try lastCall(proxy).arguments[0].value.children
        #expect(fields.map(\.label) == ["_pin", "$__lazy_storage_$_password", "_name"])
        #expect(fields.map(\.kind) == [.redacted, .redacted, .struct])
        #expect(!leaks(proxy))
    }

    @propertyWrapper struct Kept: Sendable {
        var wrappedValue: String
    }

    struct Vault: Sendable {
        @Kept var pin = RedactionTests.secret
        lazy var password = RedactionTests.secret
        @Kept var name = "me"
    }

    @Test func hidesWhatStandsUnderAKey() throws {
        let proxy = proxy(.label("token"))
        proxy.configure(["token": Self.secret], options: ["token": 5])
        let arguments = try lastCall(proxy).arguments.map(\.value)
        #expect(arguments.map { $0.children.map(\.kind) } == [[.string, .redacted], [.string, .redacted]])
        #expect(!leaks(proxy))
    }

    @Test func hidesAType() throws {
        let proxy = proxy(.type(Token.self))
        proxy.renew(Token(text: Self.secret), previous: [Token(text: Self.secret)])
        let arguments = try lastCall(proxy).arguments.map(\.value)
        #expect(arguments[0].kind == .redacted && arguments[0].content == .text("type:Token"))
        #expect(arguments[1].children.map(\.kind) == [.redacted])
        #expect(!leaks(proxy))
    }

    @Test func hidesTextsThatAreOptionalOrInADictionaryByTheirType() throws {
        let proxy = proxy(.type(String.self))
        let note = MethodSelector<AccountProxy, (String?, String?), String?>(
            "note(_:then:)",
            of: "AccountDelegate",
            parameters: ["first", "second"]
        )
        #expect(proxy.forward(note, (Self.secret, nil), default: Self.secret) { _ in Self.secret } == Self.secret)
        let noted = try lastCall(proxy)
        #expect(noted.arguments.map(\.value.kind) == [.redacted, .nil] && noted.result?.kind == .redacted)
        proxy.configure([Self.secret: Self.secret], options: [Self.secret: 5])
        let maps = try lastCall(proxy).arguments.map { $0.value.children.map(\.kind) }
        #expect(maps == [[.redacted, .redacted], [.redacted, .scalar]])
        #expect(!leaks(proxy))
    }

    @Test func hidesAllOfACallByItsSelector() throws {
        let proxy = proxy(.selector("AccountDelegate.*"))
        _ = proxy.signIn(Self.secret, password: Self.secret)
        #expect(throws: Refusal.self) { try proxy.fail(Self.secret) }
        let failure = try lastCall(proxy)
        #expect(failure.error?.kind == .redacted && failure.arguments[0].value.kind == .redacted)
        let signIn = try #require(proxy.recorder.invocations().items.last)
        #expect(signIn.result?.kind == .redacted && signIn.result?.typeName == "String")
        #expect(!leaks(proxy))
    }

    @Test func hidesTypesThatSayItThemselves() throws {
        let recorder = Recorder(.unhurried)
        let selector = MethodSelector<AccountProxy, Session, Void>(
            "open(_:)",
            of: "AccountDelegate",
            parameter: "session"
        )
        let proxy = AccountProxy(recorder: recorder)
        proxy.forward(selector, Session(text: Self.secret)) { _ in }
        let value = try lastCall(proxy).arguments[0].value
        #expect(value.kind == .redacted && value.typeName == "Session")
        #expect(!leaks(proxy))
    }

    @Test(arguments: [Step.enter(password: RedactionTests.secret), .change(old: "a", password: RedactionTests.secret)])
    func hidesWhatACaseCarriesUnderAName(step: Step) throws {
        let proxy = proxy(.label("password"))
        let selector = MethodSelector<AccountProxy, Step, Void>("go(_:)", of: "AccountDelegate", parameter: "step")
        proxy.forward(selector, step) { _ in }
        #expect(try lastCall(proxy).arguments[0].value.kind == .enum)
        #expect(!leaks(proxy))
    }

    enum Step: Sendable {
        case enter(password: String)
        case change(old: String, password: String)
    }

    @Test func hidesWhatACaseCarriesByTheNameOfTheCase() throws {
        let proxy = proxy(.label("password"))
        let selector = MethodSelector<AccountProxy, [Proof], Void>(
            "prove(_:)",
            of: "AccountDelegate",
            parameter: "proofs",
            traits: .throwing
        )
        #expect(throws: Proof.self) {
            try proxy.forward(selector, [.password(Self.secret), .code(5)]) { _ in throw Proof.password(Self.secret) }
        }
        let call = try lastCall(proxy)
        let carried = call.arguments[0].value.children.map { $0.children.first?.kind }
        #expect(carried == [.redacted, .scalar])
        #expect(call.error?.children.first?.kind == .redacted && call.error?.children.first?.typeName == "String")
        #expect(!leaks(proxy))
    }

    @Test func hidesWhatStandsUnderAKeyThatIsACaseOrAPartOfAText() throws {
        let proxy = proxy(.label("password"))
        typealias Settings = ([Field: String], [Substring: String], [AnyHashable: String])
        let selector = MethodSelector<AccountProxy, Settings, Void>(
            "fill(_:_:_:)",
            of: "AccountDelegate",
            parameters: ["fields", "texts", "others"]
        )
        let others: [AnyHashable: String] = [Field.password: Self.secret, "password": Self.secret, 5: "seen"]
        proxy.forward(selector, ([.password: Self.secret], ["password": Self.secret], others)) { _ in }
        let hidden = try lastCall(proxy).arguments.map { $0.value.children.filter { $0.kind == .redacted }.count }
        #expect(hidden == [1, 1, 2])
        #expect(!leaks(proxy))
    }

    @Test func hidesWhatStandsUnderAKeyInTheMirrorOfADictionary() throws {
        let proxy = proxy(.label("password"))
        typealias Stores = (Store, Store)
        let selector = MethodSelector<AccountProxy, Stores, Void>(
            "open(_:_:)",
            of: "AccountDelegate",
            parameters: ["pairs", "labelled"]
        )
        let entries: KeyValuePairs = ["user": "me", "password": Self.secret]
        let stores = (Store(entries: entries, hasPairs: true), Store(entries: entries, hasPairs: false))
        proxy.forward(selector, stores) { _ in }
        for value in try lastCall(proxy).arguments.map(\.value) {
            #expect(value.kind == .map && value.count == 2 && value.truncation == nil)
            #expect(value.children.map(\.kind) == [.string, .string, .string, .redacted])
            #expect(value.children.map(\.typeName) == ["String", "String", "String", "String"])
        }
        #expect(!leaks(proxy))
    }

    @Test func hidesATupleUnderALabelInTheMirrorOfADictionary() throws {
        struct Labelled: CustomReflectable, Sendable {
            var customMirror: Mirror {
                Mirror(
                    self,
                    children: [(label: "password", value: (RedactionTests.secret, 1))],
                    displayStyle: .dictionary
                )
            }
        }
        let proxy = proxy(.label("password"))
        let selector = MethodSelector<AccountProxy, Labelled, Void>(
            "open(_:)",
            of: "AccountDelegate",
            parameters: ["all"]
        )
        proxy.forward(selector, Labelled()) { _ in }
        let value = try #require(try lastCall(proxy).arguments.first?.value)
        #expect(
            value.children.first?.content == .text("password") && value.children.map(\.kind) == [.string, .redacted]
        )
        #expect(!leaks(proxy))
    }

    @Test(arguments: [true, false])
    func hidesWhatStandsUnderAKeyInTheMirrorOfAnErrorThatIsShownAsADictionary(hasPairs: Bool) throws {
        let proxy = proxy(.label("password"))
        let selector = MethodSelector<AccountProxy, Rejection, Void>(
            "reject(_:)",
            of: "AccountDelegate",
            parameter: "rejection",
            traits: .throwing
        )
        let entries: KeyValuePairs = ["user": "me", "password": Self.secret]
        let rejection = Rejection(store: Store(entries: entries, hasPairs: hasPairs))
        #expect(throws: Rejection.self) {
            try proxy.forward(selector, rejection) { _ in throw rejection }
        }
        let call = try lastCall(proxy)
        // An entry is a pair of a key and a value, or a value with the key as its label.
        let pairs: [[RecordedValue.Kind]] = [[.string, .string], [.string, .redacted]]
        let labelled: [[RecordedValue.Kind]] = [[.string], [.redacted]]
        for value in [call.arguments[0].value, try #require(call.error)] {
            let own = value.children.prefix(2).map { hasPairs ? $0.children.map(\.kind) : [$0.kind] }
            #expect(own == (hasPairs ? pairs : labelled))
        }
        #expect(!leaks(proxy))
    }

    /// An error of the program, which shows what its store does.
    struct Rejection: Error, CustomReflectable {
        let store: Store
        var customMirror: Mirror { store.customMirror }
    }

    /// A dictionary of the program, which shows its entries as the one of Swift does, or with keys as labels.
    struct Store: CustomReflectable, Sendable {
        let entries: KeyValuePairs<String, String>
        let hasPairs: Bool

        var customMirror: Mirror {
            if hasPairs { return Mirror(self, unlabeledChildren: Array(entries), displayStyle: .dictionary) }
            let labelled: [Mirror.Child] = entries.map { (label: $0.key, value: $0.value) }
            return Mirror(self, children: labelled, displayStyle: .dictionary)
        }
    }

    enum Proof: Error {
        case password(String)
        case code(Int)
    }

    enum Field: Hashable, Sendable {
        case user, password
    }

    @Test func passesWhatItHidesOnUnchanged() {
        #expect(proxy(.selector("*")).signIn("me", password: Self.secret) == "welcome \(Self.secret)")
    }
}
