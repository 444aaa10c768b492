// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
package import FoundationNetworking
internal import FoundationValues
package import ProxyCore

extension URLRequest: FoundationValue {
    package func encode(to writer: inout ValueWriter, label: String?, type: UnsafeRawPointer?) {
        let method = httpMethod ?? "GET"
        let text = writer.shown(method, as: "method") + (url.map { " " + writer.place($0) } ?? "")
        writer.putPortrait(text, type: type, label: label) { parts in
            parts.put("method", method)
            parts.put("url", ifPresent: url)
            parts.put("headers", ifPresent: HeaderFields(allHTTPHeaderFields))
            parts.put("body", ifPresent: httpBody)
        }
    }
}

extension URLResponse: FoundationValue {
    package func encode(to writer: inout ValueWriter, label: String?, type: UnsafeRawPointer?) {
        // A subclass of the program may override each property.
        let own = Swift.type(of: self)
        if own == HTTPURLResponse.self {
            putHTTP(unsafeDowncast(self, to: HTTPURLResponse.self), &writer, label)
        } else if own == URLResponse.self {
            writer.putPortrait(url.map { writer.place($0) } ?? "", of: self, type: nil, label: label) { parts in
                putFacts(to: &parts)
            }
        } else {
            writer.putObject(self, label: label)
        }
    }

    private func putHTTP(_ response: HTTPURLResponse, _ writer: inout ValueWriter, _ label: String?) {
        let text = writer.shown(response.statusCode, as: "statusCode") + (url.map { " " + writer.place($0) } ?? "")
        writer.putPortrait(text, of: self, type: nil, label: label) { parts in
            parts.put("statusCode", response.statusCode)
            putFacts(to: &parts)
            parts.put("headers", ifPresent: HeaderFields(response.allHeaderFields))
        }
    }

    private func putFacts(to parts: inout PartWriter) {
        parts.put("url", ifPresent: url)
        parts.put("mimeType", ifPresent: mimeType)
        if expectedContentLength >= 0 { parts.put("expectedContentLength", expectedContentLength) }
    }
}

extension URLSessionTask: FoundationValue {
    package func encode(to writer: inout ValueWriter, label: String?, type: UnsafeRawPointer?) {
        guard isFoundations else { return writer.putObject(self, label: label) }
        // The state and the current request are protected by the task's own queue. It runs only their getters and
        // setters, so the wait is short.
        let state = Self.word(for: self.state)
        let request = currentRequest ?? originalRequest
        let number = "#" + writer.shown(taskIdentifier, as: "identifier")
        let place = request?.url.map { " " + writer.place($0) } ?? ""
        let text = number + " " + writer.shown(state, as: "state") + place
        writer.putPortrait(text, of: self, type: nil, label: label) { parts in
            parts.put("identifier", taskIdentifier)
            parts.put("state", state)
            parts.put("method", ifPresent: request?.httpMethod)
            parts.put("url", ifPresent: request?.url)
        }
    }

    /// Whether the class is one of Foundation's, so its properties run no user code.
    private var isFoundations: Bool {
        let own = Swift.type(of: self)
        return own == URLSessionDataTask.self || own == URLSessionDownloadTask.self || own == URLSessionUploadTask.self
            || own == URLSessionWebSocketTask.self || own == URLSessionStreamTask.self
    }

    private static func word(for state: State) -> String {
        switch state {
        case .running: "running"
        case .suspended: "suspended"
        case .canceling: "canceling"
        case .completed: "completed"
        @unknown default: "unknown"
        }
    }
}

extension ValueWriter {
    /// The text of a URL inside the text of a value, unless URLs are hidden.
    fileprivate func place(_ url: URL) -> String { shown(url, as: "url", text(of:)) }
}
