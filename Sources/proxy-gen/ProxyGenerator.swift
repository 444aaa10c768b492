// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProxyCore
import ProxyTemplate

/// Generates files from a request.
struct ProxyGenerator {
    let library: GraphLibrary

    /// Generates one file, or three if one would be too long.
    ///
    /// - Throws: `GenerationError`.
    func files(for request: GenerationRequest) throws -> [GeneratedFile] {
        let reader = ProtocolReader(library: library, destination: request.destination)
        var read = try reader.read(request.protocolName, in: request.module)
        var others = try request.others.map { try reader.read($0, in: request.module) }
        let refusals = read.refusals + others.flatMap(\.refusals)
        guard refusals.isEmpty else { throw GenerationError.refused(request.protocolName, reasons: refusals.unique) }
        let found = try parent(for: request)
        if let actor = found?.globalActor, found?.parent.isOnMainActor == false {
            let refusal = Refusal.unknownActor(name: String(actor.dropFirst()))
            throw GenerationError.refused(request.protocolName, reasons: [refusal.message + ": --parent none"])
        }
        try checkAccess(of: request)
        read.description.access = request.access
        try apply(request, to: &read.description, and: &others)
        var options = ProxyOptions(
            className: request.className,
            parent: found?.parent,
            defaults: defaults(for: read, request),
            inherited: read.inherited,
            others: others.map(\.description)
        )
        options.isNSObjectProtocol = read.isNSObjectProtocol
        options.takenNames.formUnion(options.reactiveNames)
        guard let givenTo = request.givenTo else { return try files(read, others, options, found, request) }
        let finder = ParentFinder(library: library, destination: request.destination)
        let given = try finder.parent(givenTo.type, givenTo.property, in: request.module)
        options.givenTo = given?.parent
        options.takenNames.formUnion(options.reactiveNames)
        return try files(read, others, options, given, request)
    }

    private func files(
        _ read: ReadProtocol,
        _ others: [ReadProtocol],
        _ options: ProxyOptions,
        _ found: FoundParent?,
        _ request: GenerationRequest
    ) throws -> [GeneratedFile] {
        let source = ProxySource(read.description, options: options)
        guard source.indistinguishableNames.isEmpty else {
            let reasons = source.indistinguishableNames.sorted().map { Refusal.indistinguishable(name: $0).message }
            throw GenerationError.refused(request.protocolName, reasons: reasons)
        }
        var surfaces: [String] = []
        var imports = read.imports
        others.forEach { imports.formUnion($0.imports) }
        imports.addAlways(request.imports)
        if let surface = ReactiveSource(read.description, options: options), let found {
            if !found.isReactive {
                let isOwn = found.module == request.destination || request.packageModules.contains(found.module)
                let conformance = (isOwn ? "" : "@retroactive ") + "ReactiveCompatible"
                let text = "extension \(found.parent.nameWithoutParameters): \(conformance) {}\n"
                surfaces.append(text)
                if found.isPublic { imports.addConformance(text, of: ["Reactive", found.module]) }
            }
            surfaces.append(surface.text)
        }
        if let found { imports.add(String(found.parent.type.prefix { $0 != "<" && $0 != "." }), of: found.module) }
        if read.isNSObjectProtocol { imports.add("NSObject", of: "Foundation") }
        func file(_ part: GeneratedFile.Part, _ declarations: [String]) -> GeneratedFile {
            GeneratedFile(
                name: source.className + part.rawValue + ".swift",
                imports: imports,
                request: request,
                declarations: declarations
            )
        }
        let whole = file(.whole, source.declarations + surfaces)
        guard whole.lineCount > GeneratedFile.mostLines else { return [whole] }
        let parts = source.parts
        let named = [file(.whole, parts.forwarding), file(.selectors, parts.selectors)]
        return named + (surfaces.isEmpty ? [] : [file(.reactive, surfaces)])
    }

    private func parent(for request: GenerationRequest) throws -> FoundParent? {
        let finder = ParentFinder(library: library, destination: request.destination)
        guard let wanted = request.parent else {
            return request.looksForParent ? try finder.parent(of: request.protocolName, in: request.module) : nil
        }
        if let found = try finder.parent(wanted.type, wanted.property, in: request.module) { return found }
        let parent = ProxyOptions.Parent(type: wanted.type, property: wanted.property)
        return FoundParent(parent: parent, isReactive: false, isPublic: true, module: request.module)
    }

    private func defaults(for read: ReadProtocol, _ request: GenerationRequest) -> ProxyOptions.Defaults {
        request.emptyDefaults ? .nothing : .ownBodies(base: read.isNSObjectProtocol ? "NSObject" : nil)
    }

    /// Checks access: a public class can't conform to a protocol that others don't see.
    ///
    /// - Throws: `GenerationError` with `.notPublic` or `.notVisible`.
    private func checkAccess(of request: GenerationRequest) throws {
        for name in [request.protocolName] + request.others {
            let access = try library.protocolSymbol(named: name, in: request.module).accessLevel ?? "public"
            if request.access == .public, !["public", "open"].contains(access) {
                throw GenerationError.notPublic(name, access: access)
            }
            guard let destination = request.destination, destination != request.module else { continue }
            if access == "internal" || access == "package" && !request.packageModules.contains(request.module) {
                throw GenerationError.notVisible(
                    name,
                    access: access,
                    module: request.module,
                    destination: destination
                )
            }
        }
    }

    /// Applies the request's settings for single requirements to the descriptions.
    private func apply(
        _ request: GenerationRequest,
        to description: inout ProtocolDescription,
        and others: inout [ReadProtocol]
    ) throws {
        let known = ([description] + others.map(\.description)).flatMap { $0.requirements.map(\.fullName) }
        for name in Set(request.answers.keys).union(request.names.keys).sorted() where !known.contains(name) {
            let nearest = NearestNames.of(name, among: known)
            throw GenerationError.unknownRequirement(name, protocolName: description.name, nearest: nearest)
        }
        func applied(_ requirement: RequirementDescription) -> RequirementDescription {
            var requirement = requirement
            requirement.defaultAnswer = request.answers[requirement.fullName] ?? requirement.defaultAnswer
            requirement.chosenName = request.names[requirement.fullName]
            return requirement
        }
        description.requirements = description.requirements.map(applied)
        for index in others.indices {
            others[index].description.requirements = others[index].description.requirements.map(applied)
        }
    }
}

extension [String] {
    /// The elements without duplicates, in order of first occurrence.
    fileprivate var unique: [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}
