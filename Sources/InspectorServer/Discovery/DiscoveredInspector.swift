// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import AssetFormat
import Glibc
internal import ProxyCore

/// A server that this user runs on this machine.
public struct DiscoveredInspector: Sendable, Hashable {
    /// ID of the server's process.
    public let processID: Int32
    /// Name of the program.
    public let program: String
    /// URL of the page, including the token if one is required.
    public let url: String
    /// Epoch of the served recorder.
    public let epoch: String
    /// Start time, RFC 3339 in UTC.
    public let startedAt: String
    /// Tells the process from a later one with its ID; nil if the system didn't tell the server.
    let identity: ProcessIdentity?

    /// All of this user's servers, sorted by process. Files of processes that no longer exist are deleted,
    /// but for their positions, which are kept for a day.
    ///
    /// A process that got the ID of a server's, or a thread that did, is not taken for it. Where the system doesn't tell
    /// when a process began, because there is no `/proc` or it is in another container, send a request to check.
    public static func all() -> [DiscoveredInspector] { all(in: .standard) }

    static func all(in folder: DiscoveryFolder) -> [DiscoveredInspector] {
        let found = folder.files.filter { $0.hasSuffix(ending) }.compactMap { path -> DiscoveredInspector? in
            guard let bytes = DirectoryListing.read(path), let found = DiscoveredInspector(reading: bytes) else {
                return nil
            }
            guard found.isRunning else {
                ReachedPosition.noteEnd(of: found, path)
                unlink(path)
                return nil
            }
            return found
        }
        // After the ends have been noted.
        ReachedPosition.deleteOld(in: folder)
        return found.sorted { ($0.processID, $0.url) < ($1.processID, $1.url) }
    }

    static let ending = ".json"

    /// Whether the process exists, and is the one that ran the server.
    package var isRunning: Bool {
        guard kill(processID, 0) == 0 || errno == EPERM else { return false }
        guard let identity, let present = ProcessIdentity(of: processID), present.namespace == identity.namespace else {
            return true
        }
        return present == identity
    }

    init(
        processID: Int32,
        program: String,
        url: String,
        epoch: String,
        startedAt: String,
        identity: ProcessIdentity? = nil
    ) {
        self.processID = processID
        self.program = program
        self.url = url
        self.epoch = epoch
        self.startedAt = startedAt
        self.identity = identity
    }

    /// Parses a file; nil if a server did not write it.
    init?(reading bytes: [UInt8]) {
        guard let json = try? JSONValue(parsing: bytes) else { return nil }
        guard case .object(let members) = json else { return nil }
        let values = Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first }
        guard case .integer(let process)? = values["processID"], process > 0, process <= Int32.max,
            case .string(let program)? = values["program"], case .string(let url)? = values["url"],
            case .string(let epoch)? = values["epoch"], case .string(let startedAt)? = values["startedAt"]
        else { return nil }
        var identity: ProcessIdentity?
        if case .integer(let start)? = values["processStart"], case .string(let namespace)? = values["processNamespace"]
        {
            identity = ProcessIdentity(start: Int64(start), namespace: namespace)
        }
        self.init(
            processID: Int32(process),
            program: program,
            url: url,
            epoch: epoch,
            startedAt: startedAt,
            identity: identity
        )
    }

    /// With the page's URL only.
    var withoutToken: DiscoveredInspector {
        DiscoveredInspector(
            processID: processID,
            program: program,
            url: String(url.prefix { $0 != "#" }),
            epoch: epoch,
            startedAt: startedAt,
            identity: identity
        )
    }

    var json: [UInt8] {
        JSONWriter.bytes { json in
            json.object { json in
                json.member("processID", Int(processID))
                json.member("program", program)
                json.member("url", url)
                json.member("epoch", epoch)
                json.member("startedAt", startedAt)
                if let identity {
                    json.member("processStart", Int(identity.start))
                    json.member("processNamespace", identity.namespace)
                }
            }
        }
    }
}
