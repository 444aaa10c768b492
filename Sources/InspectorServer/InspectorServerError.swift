// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The reason why a server could not start.
public struct InspectorServerError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A comparable code for the cause.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        private enum Value: String {
            case addressForbidden, addressInvalid, addressUnavailable, alreadyRunning, configurationInvalid
            case environmentInvalid, portInUse, publicDirectoryMissing, systemFailure, tokenFileUnusable
        }

        private let value: Value

        /// This process lacks permission to bind the address and port.
        public static let addressForbidden = Code(value: .addressForbidden)
        /// The address is not a numeric IPv4 or IPv6 address.
        public static let addressInvalid = Code(value: .addressInvalid)
        /// The address does not belong to this machine.
        public static let addressUnavailable = Code(value: .addressUnavailable)
        /// The server is already running.
        public static let alreadyRunning = Code(value: .alreadyRunning)
        /// A number in the configuration is out of range.
        public static let configurationInvalid = Code(value: .configurationInvalid)
        /// An environment variable has an invalid value.
        public static let environmentInvalid = Code(value: .environmentInvalid)
        /// The address and port are already in use.
        public static let portInUse = Code(value: .portInUse)
        /// The directory to serve the page from cannot be read.
        public static let publicDirectoryMissing = Code(value: .publicDirectoryMissing)
        /// The operating system reported another failure, such as a lack of memory, threads or descriptors.
        public static let systemFailure = Code(value: .systemFailure)
        /// The token file cannot be read or created, has no valid token, belongs to another user, or is accessible to
        /// other users.
        public static let tokenFileUnusable = Code(value: .tokenFileUnusable)

        /// The name of the code.
        public var description: String { value.rawValue }
    }

    /// The cause.
    public let code: Code
    /// Details: an address and port, a path, or the system's message.
    public let context: String

    init(_ code: Code, context: String) {
        self.code = code
        self.context = context
    }

    /// Compares the codes only.
    public static func == (left: Self, right: Self) -> Bool { left.code == right.code }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }

    /// One readable sentence.
    public var description: String {
        switch code {
        case .addressForbidden: "This process is not allowed to bind \(context)."
        case .addressInvalid: "\(context) is not a numeric IPv4 or IPv6 address."
        case .addressUnavailable: "\(context) is not an address of this machine."
        case .alreadyRunning: "The server is already running at \(context)."
        case .configurationInvalid: "The configuration is out of range: \(context)."
        case .environmentInvalid: "Invalid environment: \(context)."
        case .portInUse: "\(context) is in use. Choose another port, or 0 to let the system choose."
        case .publicDirectoryMissing: "The directory \(context) cannot be read."
        case .tokenFileUnusable: "The token file cannot be used: \(context)."
        default: "The server could not be started: \(context)."
        }
    }
}
