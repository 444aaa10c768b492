// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import ProxyCore
import ProxyTemplate

/// The command line.
@main
struct ProxyGen: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "proxy-gen",
        abstract: "Generates the proxy of a protocol that you can't annotate.",
        discussion: """
            Reads the symbol graph of a compiled module, so the protocol may belong to any module:

              proxy-gen --module FoundationXML --protocol XMLParserDelegate --output Sources/MyApp/Generated

            Unchanged files are left alone. If a requirement can't be forwarded, it is named, and nothing is written.
            """
    )

    @Option(help: ArgumentHelp("The module that declares the protocol.", valueName: "name"))
    var module: String

    @Option(name: .customLong("protocol"), help: ArgumentHelp("The protocol.", valueName: "name"))
    var protocolName: String

    @Option(
        name: .customLong("also"),
        help: ArgumentHelp("A further protocol for the proxy, optional for delegates.", valueName: "name")
    )
    var others: [String] = []

    @Option(name: .customLong("name"), help: ArgumentHelp("Name of the proxy's class.", valueName: "name"))
    var className: String?

    @Option(
        help: ArgumentHelp(
            "The class and property that hold the delegate. Default: the module's only class with a matching "
                + "property; 'none' for a standalone proxy.",
            valueName: "Class.property"
        )
    )
    var parent: String?

    @Option(
        help: ArgumentHelp(
            "The class of an object that receives its delegate at creation, and the property that exposes it.",
            valueName: "Class.property"
        )
    )
    var givenTo: String?

    @Flag(name: .customLong("public"), help: "Make the proxy public.")
    var isPublic = false

    @Option(
        name: .customLong("answer"),
        help: ArgumentHelp("The default answer of a requirement.", valueName: "requirement=expression")
    )
    var answers: [String] = []

    @Option(
        name: .customLong("selector"),
        help: ArgumentHelp("A short name for a requirement.", valueName: "requirement=name")
    )
    var names: [String] = []

    @Flag(help: "The protocol's default bodies do nothing and need not be called.")
    var emptyDefaults = false

    @Option(name: .customLong("import"), help: ArgumentHelp("An additional module to import.", valueName: "name"))
    var imports: [String] = []

    @Option(help: ArgumentHelp("The module of the generated file.", valueName: "name"))
    var into: String?

    @Option(help: ArgumentHelp("A file with header lines, such as a licence as comments.", valueName: "file"))
    var header: String?

    @Option(
        name: .customLong("package-module"),
        help: ArgumentHelp("A module of the generated file's package.", visibility: .hidden)
    )
    var packageModules: [String] = []

    @Option(
        name: .customShort("I"),
        help: ArgumentHelp("A directory with compiled modules, such as .build/debug/Modules.", valueName: "path")
    )
    var searchPaths: [String] = []

    @Option(
        name: .customLong("Xextract", withSingleDash: true),
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("An argument for swift-symbolgraph-extract.", valueName: "argument")
    )
    var extraArguments: [String] = []

    @Option(help: ArgumentHelp("A symbol graph to read instead of the module.", valueName: "file"))
    var symbolGraph: [String] = []

    @Option(
        help: ArgumentHelp("The directory for the file; without it, the source is printed.", valueName: "directory")
    )
    var output: String?

    @Option(help: ArgumentHelp("The command shown in the header.", visibility: .hidden))
    var madeBy = CommandLineText.defaultName

    @Option(name: .customLong("known-module"), help: ArgumentHelp("A module to suggest.", visibility: .hidden))
    var knownModules: [String] = []

    @Flag(help: "Write nothing; fail if the file differs from the output.")
    var check = false

    func validate() throws {
        guard check, output == nil else { return }
        let isPlugin = madeBy != CommandLineText.defaultName
        throw ValidationError(isPlugin ? "--check needs --target or --output." : "--check needs --output.")
    }

    func run() throws {
        do {
            try generate()
        } catch let error as GenerationError {
            throw ValidationFailure(description: VisibleText.lines(error.description))
        } catch {
            throw ValidationFailure(description: VisibleText.lines(FailureReason.withPath(of: error)))
        }
    }

    private func generate() throws {
        let extractor = SymbolGraphExtractor(
            searchPaths: searchPaths,
            knownModules: knownModules,
            extraArguments: extraArguments
        )
        let graphs = try symbolGraph.map { try SymbolGraphExtractor.read(URL(fileURLWithPath: $0)) }
        let generator = ProxyGenerator(library: GraphLibrary(extractor, graphs: graphs))
        let files = try generator.files(for: request())
        guard let output else { return try show(files.map(\.text).joined(separator: "\n")) }
        let directory = URL(fileURLWithPath: output)
        for file in files {
            if check {
                try file.check(in: directory)
            } else {
                let changed = try write(file, to: directory)
                try show("\(output)/\(file.name)\(changed ? "" : " (unchanged)")\n")
            }
        }
        // The first file has the name of the class.
        let className = files[0].name.replacing(".swift", with: "")
        for file in GeneratedFile.leftovers(of: className, beside: files, in: directory) {
            if check { throw GenerationError.leftover(path: file.path) }
            try remove(file)
            try show("\(output)/\(file.lastPathComponent) (removed)\n")
        }
    }

    /// Writes to standard output.
    private func show(_ text: String) throws {
        do {
            try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
        } catch {
            throw GenerationError.unwritableOutput(message: FailureReason.of(error))
        }
    }

    private func write(_ file: GeneratedFile, to directory: URL) throws -> Bool {
        do {
            return try file.write(to: directory)
        } catch {
            throw unwritable(directory.appendingPathComponent(file.name), error)
        }
    }

    private func remove(_ file: URL) throws {
        do {
            try FileManager.default.removeItem(at: file)
        } catch {
            throw unwritable(file, error)
        }
    }

    private func unwritable(_ file: URL, _ error: any Error) -> GenerationError {
        GenerationError.unwritable(
            file.path,
            message: FailureReason.of(error),
            isPlugin: madeBy != CommandLineText.defaultName
        )
    }

    private func request() throws -> GenerationRequest {
        var request = GenerationRequest(module: module, protocolName: protocolName, others: others)
        request.className = className
        request.access = isPublic ? .public : .internal
        request.answers = try pairs(answers)
        request.names = try pairs(names)
        request.emptyDefaults = emptyDefaults
        request.imports = Set(imports)
        request.destination = into
        request.header = try headerLines()
        request.packageModules = Set(packageModules)
        request.directory = output.map { URL(fileURLWithPath: $0) }
        request.command = CommandLineText.command(madeBy, CommandLine.arguments)
        request.looksForParent = parent == nil && givenTo == nil
        request.parent = try parent.flatMap { $0 == "none" ? nil : try property($0) }
        request.givenTo = try givenTo.map(property)
        return request
    }

    private func headerLines() throws -> [String] {
        guard let header else { return [] }
        guard let text = try? String(contentsOfFile: header, encoding: .utf8) else {
            throw GenerationError.unreadableHeader(header)
        }
        return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init).droppingLastEmpty
    }

    /// A class and one of its properties.
    private func property(_ text: String) throws -> (type: String, property: String) {
        guard let dot = text.lastIndex(of: ".") else { throw GenerationError.malformedProperty(text) }
        return (String(text[..<dot]), String(text[text.index(after: dot)...]))
    }

    private func pairs(_ texts: [String]) throws -> [String: String] {
        var pairs: [String: String] = [:]
        for text in texts {
            guard let sign = text.firstIndex(of: "=") else { throw GenerationError.malformedOption(text) }
            pairs[String(text[..<sign])] = String(text[text.index(after: sign)...])
        }
        return pairs
    }
}

extension [String] {
    fileprivate var droppingLastEmpty: [String] { Array(reversed().drop { $0.isEmpty }.reversed()) }
}

/// An error that is just a message.
struct ValidationFailure: Error, CustomStringConvertible {
    let description: String
}
