// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import FoundationXML
public import ProxyCore

extension XMLParserDelegateProxy {
    /// The requirements of `XMLParserDelegate`.
    public enum Selectors {
        /// `parserDidStartDocument(_:)`
        public static let didStartDocument = MethodSelector<XMLParserDelegateProxy, XMLParser, Void>(
            "parserDidStartDocument(_:)",
            of: "XMLParserDelegate",
            parameters: ["parser"],
            traits: .optional
        )
        /// `parserDidEndDocument(_:)`
        public static let didEndDocument = MethodSelector<XMLParserDelegateProxy, XMLParser, Void>(
            "parserDidEndDocument(_:)",
            of: "XMLParserDelegate",
            parameters: ["parser"],
            traits: .optional
        )
        /// `parser(_:foundNotationDeclarationWithName:publicID:systemID:)`
        public static let foundNotationDeclaration = MethodSelector<
            XMLParserDelegateProxy, (XMLParser, String, String?, String?), Void
        >(
            "parser(_:foundNotationDeclarationWithName:publicID:systemID:)",
            of: "XMLParserDelegate",
            parameters: ["parser", "name", "publicID", "systemID"],
            traits: .optional
        )
        /// `parser(_:foundUnparsedEntityDeclarationWithName:publicID:systemID:notationName:)`
        public static let foundUnparsedEntityDeclaration = MethodSelector<
            XMLParserDelegateProxy, (XMLParser, String, String?, String?, String?), Void
        >(
            "parser(_:foundUnparsedEntityDeclarationWithName:publicID:systemID:notationName:)",
            of: "XMLParserDelegate",
            parameters: ["parser", "name", "publicID", "systemID", "notationName"],
            traits: .optional
        )
        /// `parser(_:foundAttributeDeclarationWithName:forElement:type:defaultValue:)`
        public static let foundAttributeDeclaration = MethodSelector<
            XMLParserDelegateProxy, (XMLParser, String, String, String?, String?), Void
        >(
            "parser(_:foundAttributeDeclarationWithName:forElement:type:defaultValue:)",
            of: "XMLParserDelegate",
            parameters: ["parser", "attributeName", "elementName", "type", "defaultValue"],
            traits: .optional
        )
        /// `parser(_:foundElementDeclarationWithName:model:)`
        public static let foundElementDeclaration = MethodSelector<
            XMLParserDelegateProxy, (XMLParser, String, String), Void
        >(
            "parser(_:foundElementDeclarationWithName:model:)",
            of: "XMLParserDelegate",
            parameters: ["parser", "elementName", "model"],
            traits: .optional
        )
        /// `parser(_:foundInternalEntityDeclarationWithName:value:)`
        public static let foundInternalEntityDeclaration = MethodSelector<
            XMLParserDelegateProxy, (XMLParser, String, String?), Void
        >(
            "parser(_:foundInternalEntityDeclarationWithName:value:)",
            of: "XMLParserDelegate",
            parameters: ["parser", "name", "value"],
            traits: .optional
        )
        /// `parser(_:foundExternalEntityDeclarationWithName:publicID:systemID:)`
        public static let foundExternalEntityDeclaration = MethodSelector<
            XMLParserDelegateProxy, (XMLParser, String, String?, String?), Void
        >(
            "parser(_:foundExternalEntityDeclarationWithName:publicID:systemID:)",
            of: "XMLParserDelegate",
            parameters: ["parser", "name", "publicID", "systemID"],
            traits: .optional
        )
        /// `parser(_:didStartElement:namespaceURI:qualifiedName:attributes:)`
        public static let didStartElement = MethodSelector<
            XMLParserDelegateProxy, (XMLParser, String, String?, String?, [String: String]), Void
        >(
            "parser(_:didStartElement:namespaceURI:qualifiedName:attributes:)",
            of: "XMLParserDelegate",
            parameters: ["parser", "elementName", "namespaceURI", "qName", "attributeDict"],
            traits: .optional
        )
        /// `parser(_:didEndElement:namespaceURI:qualifiedName:)`
        public static let didEndElement = MethodSelector<
            XMLParserDelegateProxy, (XMLParser, String, String?, String?), Void
        >(
            "parser(_:didEndElement:namespaceURI:qualifiedName:)",
            of: "XMLParserDelegate",
            parameters: ["parser", "elementName", "namespaceURI", "qName"],
            traits: .optional
        )
        /// `parser(_:didStartMappingPrefix:toURI:)`
        public static let didStartMappingPrefix = MethodSelector<
            XMLParserDelegateProxy, (XMLParser, String, String), Void
        >(
            "parser(_:didStartMappingPrefix:toURI:)",
            of: "XMLParserDelegate",
            parameters: ["parser", "prefix", "namespaceURI"],
            traits: .optional
        )
        /// `parser(_:didEndMappingPrefix:)`
        public static let didEndMappingPrefix = MethodSelector<XMLParserDelegateProxy, (XMLParser, String), Void>(
            "parser(_:didEndMappingPrefix:)",
            of: "XMLParserDelegate",
            parameters: ["parser", "prefix"],
            traits: .optional
        )
        /// `parser(_:foundCharacters:)`
        public static let foundCharacters = MethodSelector<XMLParserDelegateProxy, (XMLParser, String), Void>(
            "parser(_:foundCharacters:)",
            of: "XMLParserDelegate",
            parameters: ["parser", "string"],
            traits: .optional
        )
        /// `parser(_:foundIgnorableWhitespace:)`
        public static let foundIgnorableWhitespace = MethodSelector<XMLParserDelegateProxy, (XMLParser, String), Void>(
            "parser(_:foundIgnorableWhitespace:)",
            of: "XMLParserDelegate",
            parameters: ["parser", "whitespaceString"],
            traits: .optional
        )
        /// `parser(_:foundProcessingInstructionWithTarget:data:)`
        public static let foundProcessingInstruction = MethodSelector<
            XMLParserDelegateProxy, (XMLParser, String, String?), Void
        >(
            "parser(_:foundProcessingInstructionWithTarget:data:)",
            of: "XMLParserDelegate",
            parameters: ["parser", "target", "data"],
            traits: .optional
        )
        /// `parser(_:foundComment:)`
        public static let foundComment = MethodSelector<XMLParserDelegateProxy, (XMLParser, String), Void>(
            "parser(_:foundComment:)",
            of: "XMLParserDelegate",
            parameters: ["parser", "comment"],
            traits: .optional
        )
        /// `parser(_:foundCDATA:)`
        public static let foundCDATA = MethodSelector<XMLParserDelegateProxy, (XMLParser, Data), Void>(
            "parser(_:foundCDATA:)",
            of: "XMLParserDelegate",
            parameters: ["parser", "CDATABlock"],
            traits: .optional
        )
        /// `parser(_:resolveExternalEntityName:systemID:)`
        public static let resolveExternalEntity = MethodSelector<
            XMLParserDelegateProxy, (XMLParser, String, String?), Data?
        >(
            "parser(_:resolveExternalEntityName:systemID:)",
            of: "XMLParserDelegate",
            parameters: ["parser", "name", "systemID"],
            traits: .optional
        )
        /// `parser(_:parseErrorOccurred:)`
        public static let parseErrorOccurred = MethodSelector<XMLParserDelegateProxy, (XMLParser, any Error), Void>(
            "parser(_:parseErrorOccurred:)",
            of: "XMLParserDelegate",
            parameters: ["parser", "parseError"],
            traits: .optional
        )
        /// `parser(_:validationErrorOccurred:)`
        public static let validationErrorOccurred = MethodSelector<
            XMLParserDelegateProxy, (XMLParser, any Error), Void
        >(
            "parser(_:validationErrorOccurred:)",
            of: "XMLParserDelegate",
            parameters: ["parser", "validationError"],
            traits: .optional
        )

        static let all: [AnyMethodSelector] = [
            AnyMethodSelector(didStartDocument), AnyMethodSelector(didEndDocument),
            AnyMethodSelector(foundNotationDeclaration), AnyMethodSelector(foundUnparsedEntityDeclaration),
            AnyMethodSelector(foundAttributeDeclaration), AnyMethodSelector(foundElementDeclaration),
            AnyMethodSelector(foundInternalEntityDeclaration), AnyMethodSelector(foundExternalEntityDeclaration),
            AnyMethodSelector(didStartElement), AnyMethodSelector(didEndElement),
            AnyMethodSelector(didStartMappingPrefix), AnyMethodSelector(didEndMappingPrefix),
            AnyMethodSelector(foundCharacters), AnyMethodSelector(foundIgnorableWhitespace),
            AnyMethodSelector(foundProcessingInstruction), AnyMethodSelector(foundComment),
            AnyMethodSelector(foundCDATA), AnyMethodSelector(resolveExternalEntity),
            AnyMethodSelector(parseErrorOccurred), AnyMethodSelector(validationErrorOccurred),
        ]
    }
}

extension MethodSelector
where Proxy: XMLParserDelegateProxy, Arguments == XMLParser, Return == Void {
    /// `parserDidStartDocument(_:)`
    public static var didStartDocument: Self { Self(XMLParserDelegateProxy.Selectors.didStartDocument) }
}

extension MethodSelector
where Proxy: XMLParserDelegateProxy, Arguments == XMLParser, Return == Void {
    /// `parserDidEndDocument(_:)`
    public static var didEndDocument: Self { Self(XMLParserDelegateProxy.Selectors.didEndDocument) }
}

extension MethodSelector
where Proxy: XMLParserDelegateProxy, Arguments == (XMLParser, String, String?, String?), Return == Void {
    /// `parser(_:foundNotationDeclarationWithName:publicID:systemID:)`
    public static var foundNotationDeclaration: Self { Self(XMLParserDelegateProxy.Selectors.foundNotationDeclaration) }
}

extension MethodSelector
where Proxy: XMLParserDelegateProxy, Arguments == (XMLParser, String, String?, String?, String?), Return == Void {
    /// `parser(_:foundUnparsedEntityDeclarationWithName:publicID:systemID:notationName:)`
    public static var foundUnparsedEntityDeclaration: Self {
        Self(XMLParserDelegateProxy.Selectors.foundUnparsedEntityDeclaration)
    }
}

extension MethodSelector
where Proxy: XMLParserDelegateProxy, Arguments == (XMLParser, String, String, String?, String?), Return == Void {
    /// `parser(_:foundAttributeDeclarationWithName:forElement:type:defaultValue:)`
    public static var foundAttributeDeclaration: Self {
        Self(XMLParserDelegateProxy.Selectors.foundAttributeDeclaration)
    }
}

extension MethodSelector
where Proxy: XMLParserDelegateProxy, Arguments == (XMLParser, String, String), Return == Void {
    /// `parser(_:foundElementDeclarationWithName:model:)`
    public static var foundElementDeclaration: Self { Self(XMLParserDelegateProxy.Selectors.foundElementDeclaration) }
}

extension MethodSelector
where Proxy: XMLParserDelegateProxy, Arguments == (XMLParser, String, String?), Return == Void {
    /// `parser(_:foundInternalEntityDeclarationWithName:value:)`
    public static var foundInternalEntityDeclaration: Self {
        Self(XMLParserDelegateProxy.Selectors.foundInternalEntityDeclaration)
    }
}

extension MethodSelector
where Proxy: XMLParserDelegateProxy, Arguments == (XMLParser, String, String?, String?), Return == Void {
    /// `parser(_:foundExternalEntityDeclarationWithName:publicID:systemID:)`
    public static var foundExternalEntityDeclaration: Self {
        Self(XMLParserDelegateProxy.Selectors.foundExternalEntityDeclaration)
    }
}

extension MethodSelector
where
    Proxy: XMLParserDelegateProxy, Arguments == (XMLParser, String, String?, String?, [String: String]), Return == Void
{
    /// `parser(_:didStartElement:namespaceURI:qualifiedName:attributes:)`
    public static var didStartElement: Self { Self(XMLParserDelegateProxy.Selectors.didStartElement) }
}

extension MethodSelector
where Proxy: XMLParserDelegateProxy, Arguments == (XMLParser, String, String?, String?), Return == Void {
    /// `parser(_:didEndElement:namespaceURI:qualifiedName:)`
    public static var didEndElement: Self { Self(XMLParserDelegateProxy.Selectors.didEndElement) }
}

extension MethodSelector
where Proxy: XMLParserDelegateProxy, Arguments == (XMLParser, String, String), Return == Void {
    /// `parser(_:didStartMappingPrefix:toURI:)`
    public static var didStartMappingPrefix: Self { Self(XMLParserDelegateProxy.Selectors.didStartMappingPrefix) }
}

extension MethodSelector
where Proxy: XMLParserDelegateProxy, Arguments == (XMLParser, String), Return == Void {
    /// `parser(_:didEndMappingPrefix:)`
    public static var didEndMappingPrefix: Self { Self(XMLParserDelegateProxy.Selectors.didEndMappingPrefix) }
}

extension MethodSelector
where Proxy: XMLParserDelegateProxy, Arguments == (XMLParser, String), Return == Void {
    /// `parser(_:foundCharacters:)`
    public static var foundCharacters: Self { Self(XMLParserDelegateProxy.Selectors.foundCharacters) }
}

extension MethodSelector
where Proxy: XMLParserDelegateProxy, Arguments == (XMLParser, String), Return == Void {
    /// `parser(_:foundIgnorableWhitespace:)`
    public static var foundIgnorableWhitespace: Self { Self(XMLParserDelegateProxy.Selectors.foundIgnorableWhitespace) }
}

extension MethodSelector
where Proxy: XMLParserDelegateProxy, Arguments == (XMLParser, String, String?), Return == Void {
    /// `parser(_:foundProcessingInstructionWithTarget:data:)`
    public static var foundProcessingInstruction: Self {
        Self(XMLParserDelegateProxy.Selectors.foundProcessingInstruction)
    }
}

extension MethodSelector
where Proxy: XMLParserDelegateProxy, Arguments == (XMLParser, String), Return == Void {
    /// `parser(_:foundComment:)`
    public static var foundComment: Self { Self(XMLParserDelegateProxy.Selectors.foundComment) }
}

extension MethodSelector
where Proxy: XMLParserDelegateProxy, Arguments == (XMLParser, Data), Return == Void {
    /// `parser(_:foundCDATA:)`
    public static var foundCDATA: Self { Self(XMLParserDelegateProxy.Selectors.foundCDATA) }
}

extension MethodSelector
where Proxy: XMLParserDelegateProxy, Arguments == (XMLParser, String, String?), Return == Data? {
    /// `parser(_:resolveExternalEntityName:systemID:)`
    public static var resolveExternalEntity: Self { Self(XMLParserDelegateProxy.Selectors.resolveExternalEntity) }
}

extension MethodSelector
where Proxy: XMLParserDelegateProxy, Arguments == (XMLParser, any Error), Return == Void {
    /// `parser(_:parseErrorOccurred:)`
    public static var parseErrorOccurred: Self { Self(XMLParserDelegateProxy.Selectors.parseErrorOccurred) }
}

extension MethodSelector
where Proxy: XMLParserDelegateProxy, Arguments == (XMLParser, any Error), Return == Void {
    /// `parser(_:validationErrorOccurred:)`
    public static var validationErrorOccurred: Self { Self(XMLParserDelegateProxy.Selectors.validationErrorOccurred) }
}
