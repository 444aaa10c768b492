// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CThread
import Foundation
import Interposer
import ProxyCore
import Synchronization

/// Begins the inspection of this process; called by the preloaded library.
///
/// - Parameter settings: `NAME=value` lines of the variables that `InspectionSetting`, the recorder and the server have.
/// - Returns: 0; 1 if the inspection could not begin or has begun before, which was said on standard error.
@_cdecl("inspector_begin")
public func inspectorBegin(_ settings: UnsafePointer<CChar>) -> CInt {
    Message.begin()
    do {
        let environment = ProcessEnvironment(lines: String(cString: settings))
        let isNew = try ProgramInspection.begin(environment)
        if !isNew { Message.write("this program is inspected already.") }
        return isNew ? 0 : 1
    } catch {
        Message.write("\(Message.sentence(error)) The program runs without the inspector.")
        return 1
    }
}

/// Begins the inspection of this process, or records more in one that has begun; called by a debugger.
///
/// - Parameter settings: As that of `inspectorBegin`.
/// - Returns: What there is to say, for whoever attaches: the URL in the first line, which is empty if the inspection could
///   not begin, and messages. Never freed.
@_cdecl("inspector_attach")
public func inspectorAttach(_ settings: UnsafePointer<CChar>) -> UnsafeMutablePointer<CChar>? {
    Message.begin()
    let environment = ProcessEnvironment(lines: String(cString: settings))
    var url = ""
    let messages = Message.gathering {
        do { url = try ProgramInspection.attach(environment) } catch { Message.write(Message.sentence(error)) }
    }
    return strdup(([url] + messages.filter { $0 != url }).joined(separator: "\n"))
}

/// Puts the entries of all tables back; called by a debugger.
///
/// - Returns: The number of interposers that were removed.
@_cdecl("inspector_detach")
public func inspectorDetach() -> CInt {
    let installed = Interposer.installed
    for interposer in installed { interposer.remove() }
    return CInt(installed.count)
}

/// Notes that an image was loaded, on the thread that loads it.
@_cdecl("inspector_images_changed")
public func inspectorImagesChanged() {
    // A forked process has copies of locks that other threads held, which nobody will open.
    guard ProgramInspection.beginning.load(ordering: .relaxed) == getpid() else { return }
    ProgramInspection.current.withLock { $0 }?.imagesChanged()
}

/// Writes the protocols of this process to standard output; called by the preloaded library in place of the program.
///
/// - Parameter settings: As that of `inspectorBegin`.
/// - Returns: The exit code of the process.
@_cdecl("inspector_list")
public func inspectorList(_ settings: UnsafePointer<CChar>) -> CInt {
    Message.begin()
    do {
        let listing = try ProtocolListing(ListingSettings(ProcessEnvironment(lines: String(cString: settings))))
        return listing.write(to: STDOUT_FILENO) ? EXIT_SUCCESS : EXIT_FAILURE
    } catch {
        Message.write("\(Message.sentence(error)) The program was not run.")
        return EXIT_FAILURE
    }
}

extension ProgramInspection {
    /// - Returns: False if the process is inspected already.
    fileprivate static func begin(_ environment: ProcessEnvironment) throws -> Bool {
        guard current.withLock({ $0 == nil }) else { return false }
        let process = getpid()
        let inspection = try ProgramInspection(environment)
        beginning.store(process, ordering: .relaxed)
        current.withLock { $0 = inspection }
        cthread_prepare_exit(exitWork) { ProgramInspection.current.withLock { $0 }?.finish() }
        atexit(ended)
        at_quick_exit(ended)
        // Who attaches meanwhile finds the inspection.
        inspection.waitForClient()
        return true
    }

    private static let ended: @convention(c) () -> Void = {
        // A forked process has the handler, but none of the threads that it would wait for.
        guard ProgramInspection.beginning.load(ordering: .relaxed) == getpid() else { return }
        cthread_run_exit(ProgramInspection.exitWork, ProgramInspection.patience)
    }

    /// Longest delay of an exit by a signal's handler, in nanoseconds.
    private static let patience: UInt64 = 10_000_000_000
}

/// The inspection of another process, whose memory this one has copied.
private struct InheritedInspection: Error, CustomStringConvertible {
    let process: pid_t

    var description: String {
        "Process \(process) was forked by an inspected program and can't be inspected: it has a copy of the inspector, "
            + "but not its threads. Start the program without the inspector, and attach to the process after the fork."
    }
}

extension ProgramInspection {
    /// - Returns: The URL.
    /// - Throws: Also if this process was forked by an inspected one, whose URL it would give as its own.
    fileprivate static func attach(_ environment: ProcessEnvironment) throws -> String {
        if let present = current.withLock({ $0 }) {
            let process = getpid()
            guard beginning.load(ordering: .relaxed) == process else { throw InheritedInspection(process: process) }
            present.add(try InspectionSettings(environment).selection, environment)
            return present.url
        }
        _ = try begin(environment)
        return current.withLock { $0?.url } ?? ""
    }
}

extension ProcessEnvironment {
    fileprivate init(lines: String) {
        // By bytes, as the preloaded library does: a carriage return and the line feed behind it are one `Character`.
        let pairs = lines.utf8.split(separator: UInt8(ascii: "\n")).compactMap { line -> (String, String)? in
            let parts = line.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            return parts.count == 2 ? (String(Substring(parts[0])), String(Substring(parts[1]))) : nil
        }
        self.init(Dictionary(pairs) { _, last in last })
    }
}
