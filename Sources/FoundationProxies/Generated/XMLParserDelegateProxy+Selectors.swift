// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0
//
// Made by proxy-gen; a change by hand is lost. To make it again:
//   swift run proxy-gen --public --into FoundationProxies --module FoundationXML --protocol XMLParserDelegate \
//     --empty-defaults --selector 'parser(_:resolveExternalEntityName:systemID:)=resolveExternalEntity' --answer \
//     'parser(_:resolveExternalEntityName:systemID:)=nil'

public import Foundation
public import FoundationXML
public import ProxyCore
public import Reactive

extension XMLParserDelegateProxy {
    /// The requirements of `XMLParserDelegate`, typed.
    public enum Selectors {
        /// `parserDidStartDocument(_:)`
        public static let didStartDocument = MethodSelector<XMLParserDelegateProxy, XMLParser, Void>(
            "parserDidStartDocument(_:)",
            of: "XMLParserDelegate",
            parameter: "parser",
            traits: .optional,
            declaration: "func parserDidStartDocument(_ parser: XMLParser)"
        )

        /// `parserDidEndDocument(_:)`
        public static let didEndDocument = MethodSelector<XMLParserDelegateProxy, XMLParser, Void>(
            "parserDidEndDocument(_:)",
            of: "XMLParserDelegate",
            parameter: "parser",
            traits: .optional,
            declaration: "func parserDidEndDocument(_ parser: XMLParser)"
        )

        /// `parser(_:foundNotationDeclarationWithName:publicID:systemID:)`
        public static let foundNotationDeclaration = MethodSelector<
            XMLParserDelegateProxy, (XMLParser, String, String?, String?), Void
        >(
            "parser(_:foundNotationDeclarationWithName:publicID:systemID:)",
            of: "XMLParserDelegate",
            parameters: ["parser", "name", "publicID", "systemID"],
            traits: .optional,
            declaration: """
                func parser(_ parser: XMLParser, foundNotationDeclarationWithName name: String, publicID: String?, \
                systemID: String?)
                """
        )

        /// `parser(_:foundUnparsedEntityDeclarationWithName:publicID:systemID:notationName:)`
        public static let foundUnparsedEntityDeclaration = MethodSelector<
            XMLParserDelegateProxy, (XMLParser, String, String?, String?, String?), Void
        >(
            "parser(_:foundUnparsedEntityDeclarationWithName:publicID:systemID:notationName:)",
            of: "XMLParserDelegate",
            parameters: ["parser", "name", "publicID", "systemID", "notationName"],
            traits: .optional,
            declaration: """
                func parser(_ parser: XMLParser, foundUnparsedEntityDeclarationWithName name: String, publicID: \
                String?, systemID: String?, notationName: String?)
                """
        )

        /// `parser(_:foundAttributeDeclarationWithName:forElement:type:defaultValue:)`
        public static let foundAttributeDeclaration = MethodSelector<
            XMLParserDelegateProxy, (XMLParser, String, String, String?, String?), Void
        >(
            "parser(_:foundAttributeDeclarationWithName:forElement:type:defaultValue:)",
            of: "XMLParserDelegate",
            parameters: ["parser", "attributeName", "elementName", "type", "defaultValue"],
            traits: .optional,
            declaration: """
                func parser(_ parser: XMLParser, foundAttributeDeclarationWithName attributeName: String, forElement \
                elementName: String, type: String?, defaultValue: String?)
                """
        )

        /// `parser(_:foundElementDeclarationWithName:model:)`
        public static let foundElementDeclaration = MethodSelector<
            XMLParserDelegateProxy, (XMLParser, String, String), Void
        >(
            "parser(_:foundElementDeclarationWithName:model:)",
            of: "XMLParserDelegate",
            parameters: ["parser", "elementName", "model"],
            traits: .optional,
            declaration: """
                func parser(_ parser: XMLParser, foundElementDeclarationWithName elementName: String, model: String)
                """
        )

        /// `parser(_:foundInternalEntityDeclarationWithName:value:)`
        public static let foundInternalEntityDeclaration = MethodSelector<
            XMLParserDelegateProxy, (XMLParser, String, String?), Void
        >(
            "parser(_:foundInternalEntityDeclarationWithName:value:)",
            of: "XMLParserDelegate",
            parameters: ["parser", "name", "value"],
            traits: .optional,
            declaration: """
                func parser(_ parser: XMLParser, foundInternalEntityDeclarationWithName name: String, value: String?)
                """
        )

        /// `parser(_:foundExternalEntityDeclarationWithName:publicID:systemID:)`
        public static let foundExternalEntityDeclaration = MethodSelector<
            XMLParserDelegateProxy, (XMLParser, String, String?, String?), Void
        >(
            "parser(_:foundExternalEntityDeclarationWithName:publicID:systemID:)",
            of: "XMLParserDelegate",
            parameters: ["parser", "name", "publicID", "systemID"],
            traits: .optional,
            declaration: """
                func parser(_ parser: XMLParser, foundExternalEntityDeclarationWithName name: String, publicID: \
                String?, systemID: String?)
                """
        )

        /// `parser(_:didStartElement:namespaceURI:qualifiedName:attributes:)`
        public static let didStartElement = MethodSelector<
            XMLParserDelegateProxy, (XMLParser, String, String?, String?, [String: String]), Void
        >(
            "parser(_:didStartElement:namespaceURI:qualifiedName:attributes:)",
            of: "XMLParserDelegate",
            parameters: ["parser", "elementName", "namespaceURI", "qName", "attributeDict"],
            traits: .optional,
            declaration: """
                func parser(_ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?, \
                qualifiedName qName: String?, attributes attributeDict: [String: String])
                """
        )

        /// `parser(_:didEndElement:namespaceURI:qualifiedName:)`
        public static let didEndElement = MethodSelector<
            XMLParserDelegateProxy, (XMLParser, String, String?, String?), Void
        >(
            "parser(_:didEndElement:namespaceURI:qualifiedName:)",
            of: "XMLParserDelegate",
            parameters: ["parser", "elementName", "namespaceURI", "qName"],
            traits: .optional,
            declaration: """
                func parser(_ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?, \
                qualifiedName qName: String?)
                """
        )

        /// `parser(_:didStartMappingPrefix:toURI:)`
        public static let didStartMappingPrefix = MethodSelector<
            XMLParserDelegateProxy, (XMLParser, String, String), Void
        >(
            "parser(_:didStartMappingPrefix:toURI:)",
            of: "XMLParserDelegate",
            parameters: ["parser", "prefix", "namespaceURI"],
            traits: .optional,
            declaration: """
                func parser(_ parser: XMLParser, didStartMappingPrefix prefix: String, toURI namespaceURI: String)
                """
        )

        /// `parser(_:didEndMappingPrefix:)`
        public static let didEndMappingPrefix = MethodSelector<XMLParserDelegateProxy, (XMLParser, String), Void>(
            "parser(_:didEndMappingPrefix:)",
            of: "XMLParserDelegate",
            parameters: ["parser", "prefix"],
            traits: .optional,
            declaration: "func parser(_ parser: XMLParser, didEndMappingPrefix prefix: String)"
        )

        /// `parser(_:foundCharacters:)`
        public static let foundCharacters = MethodSelector<XMLParserDelegateProxy, (XMLParser, String), Void>(
            "parser(_:foundCharacters:)",
            of: "XMLParserDelegate",
            parameters: ["parser", "string"],
            traits: .optional,
            declaration: "func parser(_ parser: XMLParser, foundCharacters string: String)"
        )

        /// `parser(_:foundIgnorableWhitespace:)`
        public static let foundIgnorableWhitespace = MethodSelector<XMLParserDelegateProxy, (XMLParser, String), Void>(
            "parser(_:foundIgnorableWhitespace:)",
            of: "XMLParserDelegate",
            parameters: ["parser", "whitespaceString"],
            traits: .optional,
            declaration: "func parser(_ parser: XMLParser, foundIgnorableWhitespace whitespaceString: String)"
        )

        /// `parser(_:foundProcessingInstructionWithTarget:data:)`
        public static let foundProcessingInstruction = MethodSelector<
            XMLParserDelegateProxy, (XMLParser, String, String?), Void
        >(
            "parser(_:foundProcessingInstructionWithTarget:data:)",
            of: "XMLParserDelegate",
            parameters: ["parser", "target", "data"],
            traits: .optional,
            declaration: """
                func parser(_ parser: XMLParser, foundProcessingInstructionWithTarget target: String, data: String?)
                """
        )

        /// `parser(_:foundComment:)`
        public static let foundComment = MethodSelector<XMLParserDelegateProxy, (XMLParser, String), Void>(
            "parser(_:foundComment:)",
            of: "XMLParserDelegate",
            parameters: ["parser", "comment"],
            traits: .optional,
            declaration: "func parser(_ parser: XMLParser, foundComment comment: String)"
        )

        /// `parser(_:foundCDATA:)`
        public static let foundCDATA = MethodSelector<XMLParserDelegateProxy, (XMLParser, Data), Void>(
            "parser(_:foundCDATA:)",
            of: "XMLParserDelegate",
            parameters: ["parser", "CDATABlock"],
            traits: .optional,
            declaration: "func parser(_ parser: XMLParser, foundCDATA CDATABlock: Data)"
        )

        /// `parser(_:resolveExternalEntityName:systemID:)`
        public static let resolveExternalEntity = MethodSelector<
            XMLParserDelegateProxy, (XMLParser, String, String?), Data?
        >(
            "parser(_:resolveExternalEntityName:systemID:)",
            of: "XMLParserDelegate",
            parameters: ["parser", "name", "systemID"],
            traits: .optional,
            declaration: """
                func parser(_ parser: XMLParser, resolveExternalEntityName name: String, systemID: String?) -> Data?
                """
        )

        /// `parser(_:parseErrorOccurred:)`
        public static let parseErrorOccurred = MethodSelector<XMLParserDelegateProxy, (XMLParser, any Error), Void>(
            "parser(_:parseErrorOccurred:)",
            of: "XMLParserDelegate",
            parameters: ["parser", "parseError"],
            traits: .optional,
            declaration: "func parser(_ parser: XMLParser, parseErrorOccurred parseError: any Error)"
        )

        /// `parser(_:validationErrorOccurred:)`
        public static let validationErrorOccurred = MethodSelector<
            XMLParserDelegateProxy, (XMLParser, any Error), Void
        >(
            "parser(_:validationErrorOccurred:)",
            of: "XMLParserDelegate",
            parameters: ["parser", "validationError"],
            traits: .optional,
            declaration: "func parser(_ parser: XMLParser, validationErrorOccurred validationError: any Error)"
        )

        static let all: [AnyMethodSelector] = [
            AnyMethodSelector(didStartDocument),
            AnyMethodSelector(didEndDocument),
            AnyMethodSelector(foundNotationDeclaration),
            AnyMethodSelector(foundUnparsedEntityDeclaration),
            AnyMethodSelector(foundAttributeDeclaration),
            AnyMethodSelector(foundElementDeclaration),
            AnyMethodSelector(foundInternalEntityDeclaration),
            AnyMethodSelector(foundExternalEntityDeclaration),
            AnyMethodSelector(didStartElement),
            AnyMethodSelector(didEndElement),
            AnyMethodSelector(didStartMappingPrefix),
            AnyMethodSelector(didEndMappingPrefix),
            AnyMethodSelector(foundCharacters),
            AnyMethodSelector(foundIgnorableWhitespace),
            AnyMethodSelector(foundProcessingInstruction),
            AnyMethodSelector(foundComment),
            AnyMethodSelector(foundCDATA),
            AnyMethodSelector(resolveExternalEntity),
            AnyMethodSelector(parseErrorOccurred),
            AnyMethodSelector(validationErrorOccurred),
        ]
    }

    /// Names a requirement where the proxy is asked about it: `proxy.handle(.didStartDocument)`.
    public struct Member<Arguments, Return>: Sendable {
        /// The selector that the name stands for.
        public let selector: MethodSelector<XMLParserDelegateProxy, Arguments, Return>

        /// `parserDidStartDocument(_:)`
        public static var didStartDocument: XMLParserDelegateProxy.Member<XMLParser, Void> {
            .init(selector: Selectors.didStartDocument)
        }

        /// `parserDidEndDocument(_:)`
        public static var didEndDocument: XMLParserDelegateProxy.Member<XMLParser, Void> {
            .init(selector: Selectors.didEndDocument)
        }

        /// `parser(_:foundNotationDeclarationWithName:publicID:systemID:)`
        public static var foundNotationDeclaration:
            XMLParserDelegateProxy.Member<(XMLParser, String, String?, String?), Void>
        {
            .init(selector: Selectors.foundNotationDeclaration)
        }

        /// `parser(_:foundUnparsedEntityDeclarationWithName:publicID:systemID:notationName:)`
        public static var foundUnparsedEntityDeclaration:
            XMLParserDelegateProxy.Member<(XMLParser, String, String?, String?, String?), Void>
        {
            .init(selector: Selectors.foundUnparsedEntityDeclaration)
        }

        /// `parser(_:foundAttributeDeclarationWithName:forElement:type:defaultValue:)`
        public static var foundAttributeDeclaration:
            XMLParserDelegateProxy.Member<(XMLParser, String, String, String?, String?), Void>
        {
            .init(selector: Selectors.foundAttributeDeclaration)
        }

        /// `parser(_:foundElementDeclarationWithName:model:)`
        public static var foundElementDeclaration: XMLParserDelegateProxy.Member<(XMLParser, String, String), Void> {
            .init(selector: Selectors.foundElementDeclaration)
        }

        /// `parser(_:foundInternalEntityDeclarationWithName:value:)`
        public static var foundInternalEntityDeclaration:
            XMLParserDelegateProxy.Member<(XMLParser, String, String?), Void>
        {
            .init(selector: Selectors.foundInternalEntityDeclaration)
        }

        /// `parser(_:foundExternalEntityDeclarationWithName:publicID:systemID:)`
        public static var foundExternalEntityDeclaration:
            XMLParserDelegateProxy.Member<(XMLParser, String, String?, String?), Void>
        {
            .init(selector: Selectors.foundExternalEntityDeclaration)
        }

        /// `parser(_:didStartElement:namespaceURI:qualifiedName:attributes:)`
        public static var didStartElement:
            XMLParserDelegateProxy.Member<(XMLParser, String, String?, String?, [String: String]), Void>
        {
            .init(selector: Selectors.didStartElement)
        }

        /// `parser(_:didEndElement:namespaceURI:qualifiedName:)`
        public static var didEndElement: XMLParserDelegateProxy.Member<(XMLParser, String, String?, String?), Void> {
            .init(selector: Selectors.didEndElement)
        }

        /// `parser(_:didStartMappingPrefix:toURI:)`
        public static var didStartMappingPrefix: XMLParserDelegateProxy.Member<(XMLParser, String, String), Void> {
            .init(selector: Selectors.didStartMappingPrefix)
        }

        /// `parser(_:didEndMappingPrefix:)`
        public static var didEndMappingPrefix: XMLParserDelegateProxy.Member<(XMLParser, String), Void> {
            .init(selector: Selectors.didEndMappingPrefix)
        }

        /// `parser(_:foundCharacters:)`
        public static var foundCharacters: XMLParserDelegateProxy.Member<(XMLParser, String), Void> {
            .init(selector: Selectors.foundCharacters)
        }

        /// `parser(_:foundIgnorableWhitespace:)`
        public static var foundIgnorableWhitespace: XMLParserDelegateProxy.Member<(XMLParser, String), Void> {
            .init(selector: Selectors.foundIgnorableWhitespace)
        }

        /// `parser(_:foundProcessingInstructionWithTarget:data:)`
        public static var foundProcessingInstruction: XMLParserDelegateProxy.Member<(XMLParser, String, String?), Void>
        {
            .init(selector: Selectors.foundProcessingInstruction)
        }

        /// `parser(_:foundComment:)`
        public static var foundComment: XMLParserDelegateProxy.Member<(XMLParser, String), Void> {
            .init(selector: Selectors.foundComment)
        }

        /// `parser(_:foundCDATA:)`
        public static var foundCDATA: XMLParserDelegateProxy.Member<(XMLParser, Data), Void> {
            .init(selector: Selectors.foundCDATA)
        }

        /// `parser(_:resolveExternalEntityName:systemID:)`
        public static var resolveExternalEntity: XMLParserDelegateProxy.Member<(XMLParser, String, String?), Data?> {
            .init(selector: Selectors.resolveExternalEntity)
        }

        /// `parser(_:parseErrorOccurred:)`
        public static var parseErrorOccurred: XMLParserDelegateProxy.Member<(XMLParser, any Error), Void> {
            .init(selector: Selectors.parseErrorOccurred)
        }

        /// `parser(_:validationErrorOccurred:)`
        public static var validationErrorOccurred: XMLParserDelegateProxy.Member<(XMLParser, any Error), Void> {
            .init(selector: Selectors.validationErrorOccurred)
        }
    }

    /// The arguments of each call, before it is passed on.
    public final func sentMessage<Arguments, Return>(_ member: Member<Arguments, Return>) -> Observable<Arguments> {
        sentMessage(member.selector)
    }

    /// The arguments of each call, after it came back.
    public final func methodInvoked<Arguments, Return>(_ member: Member<Arguments, Return>) -> Observable<Arguments> {
        methodInvoked(member.selector)
    }

    /// Arguments and result of each call that returned.
    public final func returned<Arguments, Return>(_ member: Member<Arguments, Return>) -> Observable<
        (Arguments, Return)
    > {
        returned(member.selector)
    }

    /// Lets a closure answer a requirement in place of the forward delegate.
    public final func handle<Arguments, Return>(
        _ member: Member<Arguments, Return>,
        with handler: @escaping (Arguments) throws -> Return
    ) -> any Disposable {
        handle(member.selector, with: handler)
    }

    /// Whether a call of the requirement is answered.
    public final func responds<Arguments, Return>(to member: Member<Arguments, Return>) -> Bool {
        responds(to: member.selector)
    }
}
