// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Interposer
import ProxyCore

/// The protocols of this process, with what can be recorded of them. It's read from the images; no code of the program
/// runs.
struct ProtocolListing {
    /// A protocol with the types that were asked for.
    struct Item {
        let listed: Interposer.ListedProtocol
        /// Names of conforming types, sorted.
        let types: [String]
        /// What is known of the requirements, by type; empty unless it was asked for.
        let entries: [String: [Interposer.Entry]]
    }

    let settings: ListingSettings
    /// Sorted by their full names.
    let items: [Item]
    /// Whether protocols of the toolchain are left out.
    let isShortened: Bool

    init(_ settings: ListingSettings) {
        Interposer.leaveOutOwnLibrary()
        let choice = Choice(settings)
        let all = Interposer.protocols
        let chosen = all.map { ($0, choice.types(of: $0)) }.filter { !$1.isEmpty || settings.types.isEmpty }
            .filter { choice.contains($0.0) }
        let entries = settings.showsRequirements ? Self.entries(of: chosen.map(\.0)) : [:]
        self.settings = settings
        items = chosen.map { listed, types in
            let known = Dictionary(grouping: entries[listed.fullName] ?? []) { $0.typeName }
            return Item(listed: listed, types: types, entries: known.filter { types.contains($0.key) })
        }
        isShortened = choice.isDefault && items.count < all.count
    }

    private static func entries(of protocols: [Interposer.ListedProtocol]) -> [String: [Interposer.Entry]] {
        var seen: Set<Interposer.Entry> = []
        let entries = Interposer.survey(.init(protocols: protocols.map(\.fullName))).filter { entry in
            // Two types may have one name; entries without names are told apart by nothing.
            entry.requirement == nil || seen.insert(entry).inserted
        }
        return Dictionary(grouping: entries) { $0.protocolName }
    }

    /// Writes the list.
    ///
    /// - Returns: False if it could not be written, which was said.
    func write(to descriptor: Int32) -> Bool {
        let plain = VisibleText.lines(text(width: Self.width(of: descriptor)))
        var left = (settings.form == .json ? json : Array(plain.utf8))[...]
        while !left.isEmpty {
            let count = left.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, Self.isToBeRepeated(descriptor) { continue }
            guard count >= 0 else {
                Message.write("standard output cannot be written: \(String(cString: strerror(errno))).")
                return false
            }
            left = left.dropFirst(count)
        }
        if settings.form == .text { for note in notes { Message.writeLine(note) } }
        return true
    }

    /// Whether the writing that failed can be tried again. Waits until then: another user of a pipe may have chosen
    /// that calls return at once.
    private static func isToBeRepeated(_ descriptor: Int32) -> Bool {
        if errno == EINTR { return true }
        guard errno == EAGAIN else { return false }
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&entry, 1, -1) > 0 || errno == EINTR
    }

    /// The columns of a terminal; nil for anything else.
    private static func width(of descriptor: Int32) -> Int? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    // MARK: Choosing

    private struct Choice {
        let isDefault: Bool
        private let protocols: [TextPattern]
        private let types: [TextPattern]
        private let modules: [TextPattern]

        init(_ settings: ListingSettings) {
            isDefault = settings.protocols == nil
            protocols = (settings.protocols ?? InspectionSettings.standardProtocols).map(TextPattern.glob)
            types = settings.types.map(TextPattern.glob)
            modules = settings.modules.map(TextPattern.glob)
        }

        func contains(_ listed: Interposer.ListedProtocol) -> Bool {
            let isNamed = Self.match(protocols, [listed.name, listed.fullName])
            guard isDefault else { return isNamed && (modules.isEmpty || Self.match(modules, [listed.module])) }
            // The inspector has brought some of them with it.
            return !Self.isOfToolchain(listed.module) || isNamed && !listed.name.hasPrefix("_") && !listed.types.isEmpty
        }

        func types(of listed: Interposer.ListedProtocol) -> [String] {
            types.isEmpty ? listed.types : listed.types.filter { Self.match(types, [$0]) }
        }

        private static func match(_ patterns: [TextPattern], _ texts: [String]) -> Bool {
            var scratch = MatchScratch()
            return patterns.contains { pattern in texts.contains { pattern.matches($0, &scratch) } }
        }

        /// Whether a module comes with the toolchain, beside the standard library.
        private static func isOfToolchain(_ module: String) -> Bool {
            module.hasPrefix("_") || module.hasPrefix("Foundation") || toolchain.contains(module)
        }

        private static let toolchain: Set<String> = [
            "Cxx", "CxxStdlib", "Dispatch", "Distributed", "Glibc", "Musl", "Observation", "RegexBuilder", "Runtime",
            "Testing", "XCTest",
        ]
    }
}
