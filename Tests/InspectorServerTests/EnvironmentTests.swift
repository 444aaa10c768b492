// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Logging
import ProxyCore
import Testing

@testable import InspectorServer

@Suite struct EnvironmentTests {
    private static let variables = [
        "INSPECTOR_PORT": "9090", "INSPECTOR_BIND": "127.0.0.2", "INSPECTOR_PUBLIC": "/page",
        "INSPECTOR_TOKEN_FILE": "/token", "INSPECTOR_MAX_STREAMS": "500", "INSPECTOR_LOG_LEVEL": "debug",
        "INSPECTOR_ALLOW_RULES": "1", "INSPECTOR_TRACE_LINK": "https://a/trace/{traceId}",
    ]

    @Test func standsInForWhatIsNotSetInCode() throws {
        let configuration = try InspectorServerConfiguration().resolved(in: ProcessEnvironment(Self.variables))
        #expect(configuration.port == 9090)
        #expect(configuration.bindAddress == "127.0.0.2")
        #expect(configuration.publicDirectory == "/page")
        #expect(configuration.tokenFile == "/token")
        #expect(configuration.streamCountLimit == 500)
        #expect(configuration.connectionCountLimit == 532)
        #expect(configuration.logger.logLevel == .debug)
        #expect(configuration.allowsRules && configuration.traceLink == "https://a/trace/{traceId}")
        try configuration.validate()
    }

    @Test func changesNothingThatIsSetInCode() throws {
        var chosen = InspectorServerConfiguration()
        // Equal to the default, but set explicitly.
        chosen.port = 8080
        chosen.bindAddress = "127.0.0.1"
        chosen.publicDirectory = nil
        chosen.token = nil
        chosen.streamCountLimit = 32
        chosen.logger.logLevel = .error
        chosen.allowsRules = false
        chosen.traceLink = nil
        let configuration = try chosen.resolved(in: ProcessEnvironment(Self.variables))
        #expect(configuration.port == 8080)
        #expect(configuration.bindAddress == "127.0.0.1")
        #expect(configuration.publicDirectory == nil && configuration.tokenFile == nil)
        #expect(configuration.streamCountLimit == 32 && configuration.connectionCountLimit == 64)
        #expect(configuration.logger.logLevel == .error && !configuration.allowsRules)
        #expect(configuration.traceLink == nil)
    }

    @Test func isNotReadWhenItIsNotToBe() throws {
        var chosen = InspectorServerConfiguration()
        chosen.readsEnvironment = false
        let configuration = try chosen.resolved(in: ProcessEnvironment(["INSPECTOR_PORT": "no port"]))
        #expect(configuration.port == 8080)
    }

    @Test(arguments: [
        ("INSPECTOR_PORT", "70000"), ("INSPECTOR_PORT", "-1"), ("INSPECTOR_MAX_STREAMS", "many"),
        ("INSPECTOR_MAX_STREAMS", "60001"), ("INSPECTOR_LOG_LEVEL", "loud"), ("INSPECTOR_ALLOW_RULES", "yes"),
        ("INSPECTOR_TRACE_LINK", "javascript:alert({traceId})"), ("INSPECTOR_TRACE_LINK", "http://a/trace"),
    ])
    func namesTheVariableThatCannotBeRead(variable: String, text: String) throws {
        let environment = ProcessEnvironment([variable: text])
        let error = #expect(throws: InspectorServerError.self) {
            try InspectorServerConfiguration().resolved(in: environment)
        }
        #expect(error?.code == .environmentInvalid)
        #expect(error?.description.contains("\(variable)=\(text) in the environment: not ") == true)
        #expect(throws: Never.self) {
            try InspectorServerConfiguration().resolved(in: ProcessEnvironment([variable: ""]))
        }
    }
}
