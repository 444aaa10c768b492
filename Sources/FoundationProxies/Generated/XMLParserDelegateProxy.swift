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

/// Stands in for `XMLParserDelegate`: passes each call on, records it and lets it be observed.
open class XMLParserDelegateProxy:
    DelegateProxy<XMLParser, any XMLParserDelegate>,
    DelegateProxyType,
    XMLParserDelegate,
    @unchecked Sendable
{
    // Sendable: as its superclass; it adds no state.

    /// Creates the proxy of one parent object; `proxy(for:)` installs it too.
    public convenience init(parser: XMLParser, recorder: Recorder = .shared) {
        self.init(parentObject: parser, delegateProxy: XMLParserDelegateProxy.self, recorder: recorder)
    }

    /// Registers the proxy for `XMLParser` and its subclasses.
    public static func registerKnownImplementations() {
        register { XMLParserDelegateProxy(parser: $0) }
    }

    /// Reads the property.
    public static func currentDelegate(for object: XMLParser) -> (any XMLParserDelegate)? { object.delegate }

    /// Writes the property.
    public static func setCurrentDelegate(_ delegate: (any XMLParserDelegate)?, to object: XMLParser) {
        object.delegate = delegate
    }

    /// All requirements.
    open override class var requirements: [AnyMethodSelector] { Selectors.all }

    /// Forwards `parserDidStartDocument(_:)`.
    open func parserDidStartDocument(_ parser: XMLParser) {
        forward(Selectors.didStartDocument, parser) { $0.parserDidStartDocument(parser) }
    }

    /// Forwards `parserDidEndDocument(_:)`.
    open func parserDidEndDocument(_ parser: XMLParser) {
        forward(Selectors.didEndDocument, parser) { $0.parserDidEndDocument(parser) }
    }

    /// Forwards `parser(_:foundNotationDeclarationWithName:publicID:systemID:)`.
    open func parser(
        _ parser: XMLParser,
        foundNotationDeclarationWithName name: String,
        publicID: String?,
        systemID: String?
    ) {
        forward(Selectors.foundNotationDeclaration, (parser, name, publicID, systemID)) {
            $0.parser(parser, foundNotationDeclarationWithName: name, publicID: publicID, systemID: systemID)
        }
    }

    /// Forwards `parser(_:foundUnparsedEntityDeclarationWithName:publicID:systemID:notationName:)`.
    open func parser(
        _ parser: XMLParser,
        foundUnparsedEntityDeclarationWithName name: String,
        publicID: String?,
        systemID: String?,
        notationName: String?
    ) {
        forward(Selectors.foundUnparsedEntityDeclaration, (parser, name, publicID, systemID, notationName)) {
            $0.parser(
                parser,
                foundUnparsedEntityDeclarationWithName: name,
                publicID: publicID,
                systemID: systemID,
                notationName: notationName
            )
        }
    }

    /// Forwards `parser(_:foundAttributeDeclarationWithName:forElement:type:defaultValue:)`.
    open func parser(
        _ parser: XMLParser,
        foundAttributeDeclarationWithName attributeName: String,
        forElement elementName: String,
        type: String?,
        defaultValue: String?
    ) {
        forward(Selectors.foundAttributeDeclaration, (parser, attributeName, elementName, type, defaultValue)) {
            $0.parser(
                parser,
                foundAttributeDeclarationWithName: attributeName,
                forElement: elementName,
                type: type,
                defaultValue: defaultValue
            )
        }
    }

    /// Forwards `parser(_:foundElementDeclarationWithName:model:)`.
    open func parser(_ parser: XMLParser, foundElementDeclarationWithName elementName: String, model: String) {
        forward(Selectors.foundElementDeclaration, (parser, elementName, model)) {
            $0.parser(parser, foundElementDeclarationWithName: elementName, model: model)
        }
    }

    /// Forwards `parser(_:foundInternalEntityDeclarationWithName:value:)`.
    open func parser(_ parser: XMLParser, foundInternalEntityDeclarationWithName name: String, value: String?) {
        forward(Selectors.foundInternalEntityDeclaration, (parser, name, value)) {
            $0.parser(parser, foundInternalEntityDeclarationWithName: name, value: value)
        }
    }

    /// Forwards `parser(_:foundExternalEntityDeclarationWithName:publicID:systemID:)`.
    open func parser(
        _ parser: XMLParser,
        foundExternalEntityDeclarationWithName name: String,
        publicID: String?,
        systemID: String?
    ) {
        forward(Selectors.foundExternalEntityDeclaration, (parser, name, publicID, systemID)) {
            $0.parser(parser, foundExternalEntityDeclarationWithName: name, publicID: publicID, systemID: systemID)
        }
    }

    /// Forwards `parser(_:didStartElement:namespaceURI:qualifiedName:attributes:)`.
    open func parser(
        _ parser: XMLParser,
        didStartElement elementName: String,
        namespaceURI: String?,
        qualifiedName qName: String?,
        attributes attributeDict: [String: String]
    ) {
        forward(Selectors.didStartElement, (parser, elementName, namespaceURI, qName, attributeDict)) {
            $0.parser(
                parser,
                didStartElement: elementName,
                namespaceURI: namespaceURI,
                qualifiedName: qName,
                attributes: attributeDict
            )
        }
    }

    /// Forwards `parser(_:didEndElement:namespaceURI:qualifiedName:)`.
    open func parser(
        _ parser: XMLParser,
        didEndElement elementName: String,
        namespaceURI: String?,
        qualifiedName qName: String?
    ) {
        forward(Selectors.didEndElement, (parser, elementName, namespaceURI, qName)) {
            $0.parser(parser, didEndElement: elementName, namespaceURI: namespaceURI, qualifiedName: qName)
        }
    }

    /// Forwards `parser(_:didStartMappingPrefix:toURI:)`.
    open func parser(_ parser: XMLParser, didStartMappingPrefix prefix: String, toURI namespaceURI: String) {
        forward(Selectors.didStartMappingPrefix, (parser, prefix, namespaceURI)) {
            $0.parser(parser, didStartMappingPrefix: prefix, toURI: namespaceURI)
        }
    }

    /// Forwards `parser(_:didEndMappingPrefix:)`.
    open func parser(_ parser: XMLParser, didEndMappingPrefix prefix: String) {
        forward(Selectors.didEndMappingPrefix, (parser, prefix)) { $0.parser(parser, didEndMappingPrefix: prefix) }
    }

    /// Forwards `parser(_:foundCharacters:)`.
    open func parser(_ parser: XMLParser, foundCharacters string: String) {
        forward(Selectors.foundCharacters, (parser, string)) { $0.parser(parser, foundCharacters: string) }
    }

    /// Forwards `parser(_:foundIgnorableWhitespace:)`.
    open func parser(_ parser: XMLParser, foundIgnorableWhitespace whitespaceString: String) {
        forward(Selectors.foundIgnorableWhitespace, (parser, whitespaceString)) {
            $0.parser(parser, foundIgnorableWhitespace: whitespaceString)
        }
    }

    /// Forwards `parser(_:foundProcessingInstructionWithTarget:data:)`.
    open func parser(_ parser: XMLParser, foundProcessingInstructionWithTarget target: String, data: String?) {
        forward(Selectors.foundProcessingInstruction, (parser, target, data)) {
            $0.parser(parser, foundProcessingInstructionWithTarget: target, data: data)
        }
    }

    /// Forwards `parser(_:foundComment:)`.
    open func parser(_ parser: XMLParser, foundComment comment: String) {
        forward(Selectors.foundComment, (parser, comment)) { $0.parser(parser, foundComment: comment) }
    }

    /// Forwards `parser(_:foundCDATA:)`.
    open func parser(_ parser: XMLParser, foundCDATA CDATABlock: Data) {
        forward(Selectors.foundCDATA, (parser, CDATABlock)) { $0.parser(parser, foundCDATA: CDATABlock) }
    }

    /// Forwards `parser(_:resolveExternalEntityName:systemID:)`.
    open func parser(_ parser: XMLParser, resolveExternalEntityName name: String, systemID: String?) -> Data? {
        forward(Selectors.resolveExternalEntity, (parser, name, systemID), default: nil) {
            $0.parser(parser, resolveExternalEntityName: name, systemID: systemID)
        }
    }

    /// Forwards `parser(_:parseErrorOccurred:)`.
    open func parser(_ parser: XMLParser, parseErrorOccurred parseError: any Error) {
        forward(Selectors.parseErrorOccurred, (parser, parseError)) {
            $0.parser(parser, parseErrorOccurred: parseError)
        }
    }

    /// Forwards `parser(_:validationErrorOccurred:)`.
    open func parser(_ parser: XMLParser, validationErrorOccurred validationError: any Error) {
        forward(Selectors.validationErrorOccurred, (parser, validationError)) {
            $0.parser(parser, validationErrorOccurred: validationError)
        }
    }
}
