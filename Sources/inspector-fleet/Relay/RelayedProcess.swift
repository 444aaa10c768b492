// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore

/// An inspected process, as messages describe it.
struct RelayedProcess: Sendable, Hashable {
    var epoch: String
    var service: String
    var version: String?
    var host: String
    /// 0 if it's unknown.
    var processID: Int64
    var program: String
    /// RFC 3339.
    var startedAt: String

    /// For messages.
    var label: String { "\(service) (\(processID > 0 ? "\(processID)" : "?"), \(epoch))" }

    /// Its subject in a stream.
    func subject(in stream: BrokerStream) -> String {
        ([stream.root] + [service, host, epoch].map(SubjectToken.of)).joined(separator: ".")
    }

    /// The members that describe it.
    func write(to json: inout JSONWriter) {
        json.member("epoch", epoch)
        json.member("service", service)
        json.member("version", version)
        json.member("host", host)
        json.member("processID", processID)
        json.member("program", program)
        json.member("startedAt", startedAt)
    }

    /// JSON in ASCII: not each client of NATS reads other characters in headers.
    var headerText: String {
        let json = JSONWriter.bytes { json in json.object { write(to: &$0) } }
        var text = ""
        for unit in String(decoding: json, as: UTF8.self).utf16 {
            if unit < 0x80 {
                text.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
            } else {
                let digits = String(unit, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
        return text
    }
}

/// A part of a subject.
enum SubjectToken {
    /// Longest token: subjects have a limit, and are for people to read.
    private static let limit = 80

    /// A text with `_` for everything that has a meaning in subjects, and for the rest of long texts.
    static func of(_ text: String) -> String {
        let token = text.unicodeScalars.prefix(limit).map { scalar in
            let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
            return isPlain || scalar == "-" || scalar == "_" ? Character(scalar) : "_"
        }
        return token.isEmpty ? "_" : String(token)
    }
}
