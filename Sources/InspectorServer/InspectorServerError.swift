// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Why a server could not be started.
public struct InspectorServerError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The cause, as a value to compare with.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        private enum Value: String {
            case addressForbidden, addressInvalid, addressUnavailable, alreadyRunning, configurationInvalid
            case environmentInvalid, portInUse, publicDirectoryMissing, systemFailure, tokenFileUnusable
        }

        private let value: Value

        /// The system does not let this process bind the address and port.
        public static let addressForbidden = Code(value: .addressForbidden)
        /// The address is not a numeric IPv4 or IPv6 address.
        public static let addressInvalid = Code(value: .addressInvalid)
        /// The address is not one of this machine's.
        public static let addressUnavailable = Code(value: .addressUnavailable)
        /// The server was started before and not stopped since.
        public static let alreadyRunning = Code(value: .alreadyRunning)
        /// A number of the configuration is out of its bounds.
        public static let configurationInvalid = Code(value: .configurationInvalid)
        /// A variable of the environment cannot be read.
        public static let environmentInvalid = Code(value: .environmentInvalid)
        /// Another program listens on the address and port.
        public static let portInUse = Code(value: .portInUse)
        /// The directory to serve the page from cannot be read.
        public static let publicDirectoryMissing = Code(value: .publicDirectoryMissing)
        /// The operating system refused something else: memory, threads, descriptors.
        public static let systemFailure = Code(value: .systemFailure)
        /// The file with the token cannot be read or made, holds none, or may be read by others.
        public static let tokenFileUnusable = Code(value: .tokenFileUnusable)

        /// The name of the code.
        public var description: String { value.rawValue }
    }

    /// The cause.
    public let code: Code
    /// What it was about: an address and port, a path, the system's words.
    public let context: String

    init(_ code: Code, context: String) {
        self.code = code
        self.context = context
    }

    /// Errors are equal when their codes are.
    public static func == (left: Self, right: Self) -> Bool { left.code == right.code }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }

    /// One sentence for people.
    public var description: String {
        switch code {
        case .addressForbidden: "This process may not bind \(context)."
        case .addressInvalid: "\(context) is not a numeric IPv4 or IPv6 address."
        case .addressUnavailable: "\(context) is not an address of this machine."
        case .alreadyRunning: "The server is running already, at \(context)."
        case .configurationInvalid: "The configuration is out of its bounds: \(context)."
        case .environmentInvalid: "The server cannot be started with \(context)."
        case .portInUse: "\(context) is in use. Choose another port, or 0 to have one chosen."
        case .publicDirectoryMissing: "The directory \(context) cannot be read."
        case .tokenFileUnusable: "There is no token: \(context)."
        default: "The server could not be started: \(context)."
        }
    }
}
