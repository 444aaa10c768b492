// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore

// Only a proxy conforms to the protocol.

protocol KettleDelegate: AnyObject {
    func kettleDidBoil(_ kettle: String)
}

final class KettleDelegateProxy: ProtocolProxy<any KettleDelegate>, KettleDelegate, @unchecked Sendable {
    static let didBoil = MethodSelector<KettleDelegateProxy, String, Void>(
        "kettleDidBoil(_:)",
        of: "KettleDelegate",
        parameters: ["kettle"]
    )

    func kettleDidBoil(_ kettle: String) { forward(Self.didBoil, kettle) { $0.kettleDidBoil(kettle) } }
}

KettleDelegateProxy().kettleDidBoil("blue")
print("boiled")
