// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation

/// Where the broker is, and as whom to connect.
struct BrokerOptions: ParsableArguments {
    /// The broker if neither an option nor the environment names one.
    static let standard = "nats://127.0.0.1:4222"

    @Option(
        name: .customLong("nats"),
        help: ArgumentHelp(
            """
            Address of a NATS server, nats:// or tls://; repeat it for the other servers of a cluster. \
            (environment: NATS_URL, with commas between several; default: \(standard))
            """,
            valueName: "url"
        )
    )
    var addresses: [String] = []

    @Option(
        name: .customLong("nats-creds"),
        help: ArgumentHelp("File with a user's JWT and key, as nsc writes it.", valueName: "file")
    )
    var credentials: String?

    @Option(name: .customLong("nats-user"), help: ArgumentHelp("Name of the user.", valueName: "name"))
    var user: String?

    @Option(
        name: .customLong("nats-password-file"),
        help: ArgumentHelp("File with the user's password in its first line.", valueName: "file")
    )
    var passwordFile: String?

    @Option(
        name: .customLong("nats-token-file"),
        help: ArgumentHelp("File with a token in its first line.", valueName: "file")
    )
    var tokenFile: String?

    @Option(
        name: .customLong("nats-ca"),
        help: ArgumentHelp("File of certificates (PEM) that sign the server's; implies TLS.", valueName: "file")
    )
    var certificateAuthority: String?

    @Option(
        name: .customLong("nats-cert"),
        help: ArgumentHelp("File with this client's certificate (PEM); implies TLS.", valueName: "file")
    )
    var certificate: String?

    @Option(
        name: .customLong("nats-key"),
        help: ArgumentHelp(
            "File with the certificate's key (PEM). (default: the certificate's file)",
            valueName: "file"
        )
    )
    var key: String?

    func validate() throws {
        for address in urls where !Self.isAddress(address) {
            throw ValidationError(
                "--nats \(Self.withoutPassword(address)): not an address of a NATS server, such as \(Self.standard)."
            )
        }
        if let option = files.filter({ $0.value?.isEmpty == true }).keys.min() {
            throw ValidationError("\(option): the name of the file is empty.")
        }
        if key != nil, certificate == nil { throw ValidationError("--nats-key needs --nats-cert.") }
        if passwordFile != nil, user == nil { throw ValidationError("--nats-password-file needs --nats-user.") }
        let ways = [credentials, user, tokenFile].compactMap { $0 }
        if ways.count > 1 {
            throw ValidationError("Use one of --nats-creds, --nats-user and --nats-token-file.")
        }
    }

    /// The options that were given.
    var given: [String] {
        let options = files.merging(["--nats-user": user]) { $1 }
        return (addresses.isEmpty ? [] : ["--nats"]) + options.filter { $0.value != nil }.map(\.key).sorted()
    }

    /// The options that name files.
    private var files: [String: String?] {
        [
            "--nats-creds": credentials, "--nats-password-file": passwordFile, "--nats-token-file": tokenFile,
            "--nats-ca": certificateAuthority, "--nats-cert": certificate, "--nats-key": key,
        ]
    }

    /// The servers, from the options or the environment.
    var urls: [String] {
        if !addresses.isEmpty { return addresses }
        let given = (ProcessInfo.processInfo.environment["NATS_URL"] ?? "").split(separator: ",")
        let trimmed = given.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        return trimmed.isEmpty ? [Self.standard] : trimmed
    }

    /// The servers for messages, without passwords.
    var description: String { urls.map(Self.withoutPassword).joined(separator: ", ") }

    private static func isAddress(_ text: String) -> Bool {
        guard let parts = URLComponents(string: text.contains("://") ? text : "nats://\(text)") else { return false }
        return ["nats", "tls"].contains(parts.scheme) && parts.host?.isEmpty == false && parts.path.count < 2
    }

    private static func withoutPassword(_ text: String) -> String {
        guard let at = text.lastIndex(of: "@") else { return text }
        let start = text.range(of: "://")?.upperBound ?? text.startIndex
        return start <= at ? text.replacingCharacters(in: start..<at, with: "…") : text
    }
}

extension BrokerOptions {
    /// Checks that the files can be read: of those that can't, libnats doesn't have the reason. It doesn't read the one of
    /// credentials before it reaches a broker, and what it finds then would look like the broker's refusal.
    func checkFiles() throws(BrokerError) {
        for (option, file) in files.sorted(by: { $0.key < $1.key }) {
            guard let file, access(file, R_OK) != 0 else { continue }
            let reason = String(cString: strerror(errno))
            throw .invalid("\(option) \(file): \(reason).")
        }
        guard let credentials else { return }
        guard let data = FileManager.default.contents(atPath: credentials) else {
            throw .invalid("--nats-creds \(credentials): it can't be read as a file.")
        }
        let text = String(decoding: data, as: UTF8.self)
        let lines = text.split(whereSeparator: \.isNewline)
        for block in ["NATS USER JWT", "USER NKEY SEED"] where !Self.hasBlock(block, in: lines) {
            throw .invalid("--nats-creds \(credentials): -----BEGIN \(block)----- is missing, or nothing follows it.")
        }
    }

    /// Whether one of the lines has the name of a block between dashes, and the next one its content.
    private static func hasBlock(_ name: String, in lines: [Substring]) -> Bool {
        guard let head = lines.firstIndex(where: { $0.contains("---BEGIN \(name)---") }) else { return false }
        return lines.dropFirst(head + 1).first.map { !$0.hasPrefix("---") } ?? false
    }

    /// What the files and options say about the user.
    struct Secrets: Sendable {
        var user: String?
        var password: String?
        var token: String?
    }

    /// Reads the files of secrets.
    func secrets() throws(BrokerError) -> Secrets {
        Secrets(
            user: user,
            password: try passwordFile.map { file throws(BrokerError) in try Self.firstLine(of: file) },
            token: try tokenFile.map { file throws(BrokerError) in try Self.firstLine(of: file) }
        )
    }

    private static func firstLine(of file: String) throws(BrokerError) -> String {
        guard let text = try? String(contentsOfFile: file, encoding: .utf8),
            let line = text.split(whereSeparator: \.isNewline).first
        else { throw .invalid("\(file): cannot be read, or has no text.") }
        return line.trimmingCharacters(in: .whitespaces)
    }
}
