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

extension Reactive where Base: XMLParser {
    /// The proxy in the property `delegate`. Installs it when there is none; the delegate that was there becomes its
    /// forward delegate.
    public var delegate: XMLParserDelegateProxy {
        get throws(DelegateProxyError) { try XMLParserDelegateProxy.proxy(for: base) }
    }

    /// Makes an object the forward delegate of the proxy, held weakly, until the result is disposed of.
    public func setDelegate(_ delegate: any XMLParserDelegate) throws(DelegateProxyError) -> any Disposable {
        try XMLParserDelegateProxy.installForwardDelegate(delegate, retainDelegate: false, onProxyForObject: base)
    }

    // Streams of the calls' arguments, after each call came back. They leave out the object itself, which
    // is known, and fail where the proxy is not its delegate and cannot be made so.

    /// `parserDidStartDocument(_:)`
    public var didStartDocument: Observable<Void> {
        calls(XMLParserDelegateProxy.Selectors.didStartDocument).map { _ in }
    }

    /// `parserDidEndDocument(_:)`
    public var didEndDocument: Observable<Void> {
        calls(XMLParserDelegateProxy.Selectors.didEndDocument).map { _ in }
    }

    /// `parser(_:foundNotationDeclarationWithName:publicID:systemID:)`
    public var foundNotationDeclaration: Observable<(name: String, publicID: String?, systemID: String?)> {
        calls(XMLParserDelegateProxy.Selectors.foundNotationDeclaration).map { ($0.1, $0.2, $0.3) }
    }

    /// `parser(_:foundUnparsedEntityDeclarationWithName:publicID:systemID:notationName:)`
    public var foundUnparsedEntityDeclaration:
        Observable<(name: String, publicID: String?, systemID: String?, notationName: String?)>
    {
        calls(XMLParserDelegateProxy.Selectors.foundUnparsedEntityDeclaration).map { ($0.1, $0.2, $0.3, $0.4) }
    }

    /// `parser(_:foundAttributeDeclarationWithName:forElement:type:defaultValue:)`
    public var foundAttributeDeclaration:
        Observable<(attributeName: String, elementName: String, type: String?, defaultValue: String?)>
    {
        calls(XMLParserDelegateProxy.Selectors.foundAttributeDeclaration).map { ($0.1, $0.2, $0.3, $0.4) }
    }

    /// `parser(_:foundElementDeclarationWithName:model:)`
    public var foundElementDeclaration: Observable<(elementName: String, model: String)> {
        calls(XMLParserDelegateProxy.Selectors.foundElementDeclaration).map { ($0.1, $0.2) }
    }

    /// `parser(_:foundInternalEntityDeclarationWithName:value:)`
    public var foundInternalEntityDeclaration: Observable<(name: String, value: String?)> {
        calls(XMLParserDelegateProxy.Selectors.foundInternalEntityDeclaration).map { ($0.1, $0.2) }
    }

    /// `parser(_:foundExternalEntityDeclarationWithName:publicID:systemID:)`
    public var foundExternalEntityDeclaration: Observable<(name: String, publicID: String?, systemID: String?)> {
        calls(XMLParserDelegateProxy.Selectors.foundExternalEntityDeclaration).map { ($0.1, $0.2, $0.3) }
    }

    /// `parser(_:didStartElement:namespaceURI:qualifiedName:attributes:)`
    public var didStartElement:
        Observable<(elementName: String, namespaceURI: String?, qName: String?, attributeDict: [String: String])>
    {
        calls(XMLParserDelegateProxy.Selectors.didStartElement).map { ($0.1, $0.2, $0.3, $0.4) }
    }

    /// `parser(_:didEndElement:namespaceURI:qualifiedName:)`
    public var didEndElement: Observable<(elementName: String, namespaceURI: String?, qName: String?)> {
        calls(XMLParserDelegateProxy.Selectors.didEndElement).map { ($0.1, $0.2, $0.3) }
    }

    /// `parser(_:didStartMappingPrefix:toURI:)`
    public var didStartMappingPrefix: Observable<(prefix: String, namespaceURI: String)> {
        calls(XMLParserDelegateProxy.Selectors.didStartMappingPrefix).map { ($0.1, $0.2) }
    }

    /// `parser(_:didEndMappingPrefix:)`
    public var didEndMappingPrefix: Observable<String> {
        calls(XMLParserDelegateProxy.Selectors.didEndMappingPrefix).map { $0.1 }
    }

    /// `parser(_:foundCharacters:)`
    public var foundCharacters: Observable<String> {
        calls(XMLParserDelegateProxy.Selectors.foundCharacters).map { $0.1 }
    }

    /// `parser(_:foundIgnorableWhitespace:)`
    public var foundIgnorableWhitespace: Observable<String> {
        calls(XMLParserDelegateProxy.Selectors.foundIgnorableWhitespace).map { $0.1 }
    }

    /// `parser(_:foundProcessingInstructionWithTarget:data:)`
    public var foundProcessingInstruction: Observable<(target: String, data: String?)> {
        calls(XMLParserDelegateProxy.Selectors.foundProcessingInstruction).map { ($0.1, $0.2) }
    }

    /// `parser(_:foundComment:)`
    public var foundComment: Observable<String> {
        calls(XMLParserDelegateProxy.Selectors.foundComment).map { $0.1 }
    }

    /// `parser(_:foundCDATA:)`
    public var foundCDATA: Observable<Data> {
        calls(XMLParserDelegateProxy.Selectors.foundCDATA).map { $0.1 }
    }

    /// `parser(_:resolveExternalEntityName:systemID:)`
    public var resolveExternalEntity: Observable<(name: String, systemID: String?)> {
        calls(XMLParserDelegateProxy.Selectors.resolveExternalEntity).map { ($0.1, $0.2) }
    }

    /// `parser(_:parseErrorOccurred:)`
    public var parseErrorOccurred: Observable<any Error> {
        calls(XMLParserDelegateProxy.Selectors.parseErrorOccurred).map { $0.1 }
    }

    /// `parser(_:validationErrorOccurred:)`
    public var validationErrorOccurred: Observable<any Error> {
        calls(XMLParserDelegateProxy.Selectors.validationErrorOccurred).map { $0.1 }
    }

    private func calls<Arguments, Return>(_ selector: MethodSelector<XMLParserDelegateProxy, Arguments, Return>)
        -> Observable<Arguments>
    {
        XMLParserDelegateProxy.methodInvoked(selector, of: base)
    }
}
