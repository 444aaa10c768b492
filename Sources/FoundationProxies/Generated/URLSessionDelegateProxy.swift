// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0
//
// Made by proxy-gen; a change by hand is lost. To make it again:
//   swift run proxy-gen --public --into FoundationProxies --module FoundationNetworking --protocol \
//     URLSessionDelegate --given-to URLSession.delegate --also URLSessionTaskDelegate --also \
//     URLSessionDataDelegate --also URLSessionDownloadDelegate --also URLSessionStreamDelegate --also \
//     URLSessionWebSocketDelegate

public import Foundation
public import FoundationNetworking
public import ProxyCore

/// Stands in for `URLSessionDelegate`: passes each call on, records it and lets it be observed.
open class URLSessionDelegateProxy:
    ProtocolProxy<any URLSessionDelegate>,
    URLSessionDelegate,
    URLSessionTaskDelegate,
    URLSessionDataDelegate,
    URLSessionDownloadDelegate,
    URLSessionStreamDelegate,
    URLSessionWebSocketDelegate,
    @unchecked Sendable
{
    // Sendable: as its superclass; it adds no state.

    /// All requirements.
    open override class var requirements: [AnyMethodSelector] { Selectors.all }

    /// The protocols that a forward delegate is asked for besides its own.
    open override class var facets: [AnyDelegateFacet] {
        super.facets + [
            AnyDelegateFacet(Facets.urlSessionTaskDelegate),
            AnyDelegateFacet(Facets.urlSessionDataDelegate),
            AnyDelegateFacet(Facets.urlSessionDownloadDelegate),
            AnyDelegateFacet(Facets.urlSessionStreamDelegate),
            AnyDelegateFacet(Facets.urlSessionWebSocketDelegate),
        ]
    }

    private enum Facets {
        static let urlSessionTaskDelegate = DelegateFacet<any URLSessionTaskDelegate>()
        static let urlSessionDataDelegate = DelegateFacet<any URLSessionDataDelegate>()
        static let urlSessionDownloadDelegate = DelegateFacet<any URLSessionDownloadDelegate>()
        static let urlSessionStreamDelegate = DelegateFacet<any URLSessionStreamDelegate>()
        static let urlSessionWebSocketDelegate = DelegateFacet<any URLSessionWebSocketDelegate>()
    }

    private static let defaults = URLSessionDelegateDefaults()

    /// Forwards `urlSession(_:didBecomeInvalidWithError:)`.
    open func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
        forward(Selectors.didBecomeInvalid, (session, error), otherwise: Self.defaults) {
            $0.urlSession(session, didBecomeInvalidWithError: error)
        }
    }

    /// Forwards `urlSession(_:didReceive:completionHandler:)`.
    open func urlSession(
        _ session: URLSession,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        forward(Selectors.didReceiveChallenge, (session, challenge, completionHandler), otherwise: Self.defaults) {
            $0.urlSession(session, didReceive: challenge, completionHandler: completionHandler)
        }
    }

    /// Forwards `urlSession(_:task:willPerformHTTPRedirection:newRequest:completionHandler:)`.
    open func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        forward(
            as: Facets.urlSessionTaskDelegate,
            Selectors.willPerformHTTPRedirection,
            (session, task, response, request, completionHandler),
            otherwise: Self.defaults
        ) {
            $0.urlSession(
                session,
                task: task,
                willPerformHTTPRedirection: response,
                newRequest: request,
                completionHandler: completionHandler
            )
        }
    }

    /// Forwards `urlSession(_:task:didReceive:completionHandler:)`.
    open func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        forward(
            as: Facets.urlSessionTaskDelegate,
            Selectors.taskDidReceiveChallenge,
            (session, task, challenge, completionHandler),
            otherwise: Self.defaults
        ) {
            $0.urlSession(session, task: task, didReceive: challenge, completionHandler: completionHandler)
        }
    }

    /// Forwards `urlSession(_:task:needNewBodyStream:)`.
    open func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
        forward(
            as: Facets.urlSessionTaskDelegate,
            Selectors.needNewBodyStream,
            (session, task, completionHandler),
            otherwise: Self.defaults
        ) {
            $0.urlSession(session, task: task, needNewBodyStream: completionHandler)
        }
    }

    /// Forwards `urlSession(_:task:didSendBodyData:totalBytesSent:totalBytesExpectedToSend:)`.
    open func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didSendBodyData bytesSent: Int64,
        totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        forward(
            as: Facets.urlSessionTaskDelegate,
            Selectors.didSendBodyData,
            (session, task, bytesSent, totalBytesSent, totalBytesExpectedToSend),
            otherwise: Self.defaults
        ) {
            $0.urlSession(
                session,
                task: task,
                didSendBodyData: bytesSent,
                totalBytesSent: totalBytesSent,
                totalBytesExpectedToSend: totalBytesExpectedToSend
            )
        }
    }

    /// Forwards `urlSession(_:task:didCompleteWithError:)`.
    open func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        forward(
            as: Facets.urlSessionTaskDelegate,
            Selectors.didComplete,
            (session, task, error),
            otherwise: Self.defaults
        ) {
            $0.urlSession(session, task: task, didCompleteWithError: error)
        }
    }

    /// Forwards `urlSession(_:task:willBeginDelayedRequest:completionHandler:)`.
    open func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willBeginDelayedRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLSession.DelayedRequestDisposition, URLRequest?) -> Void
    ) {
        forward(
            as: Facets.urlSessionTaskDelegate,
            Selectors.willBeginDelayedRequest,
            (session, task, request, completionHandler),
            otherwise: Self.defaults
        ) {
            $0.urlSession(session, task: task, willBeginDelayedRequest: request, completionHandler: completionHandler)
        }
    }

    /// Forwards `urlSession(_:task:didFinishCollecting:)`.
    open func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didFinishCollecting metrics: URLSessionTaskMetrics
    ) {
        forward(
            as: Facets.urlSessionTaskDelegate,
            Selectors.didFinishCollecting,
            (session, task, metrics),
            otherwise: Self.defaults
        ) {
            $0.urlSession(session, task: task, didFinishCollecting: metrics)
        }
    }

    /// Forwards `urlSession(_:dataTask:didReceive:completionHandler:)`.
    open func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        forward(
            as: Facets.urlSessionDataDelegate,
            Selectors.didReceiveResponse,
            (session, dataTask, response, completionHandler),
            otherwise: Self.defaults
        ) {
            $0.urlSession(session, dataTask: dataTask, didReceive: response, completionHandler: completionHandler)
        }
    }

    /// Forwards `urlSession(_:dataTask:didBecome:)`.
    open func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didBecome downloadTask: URLSessionDownloadTask
    ) {
        forward(
            as: Facets.urlSessionDataDelegate,
            Selectors.didBecomeDownloadTask,
            (session, dataTask, downloadTask),
            otherwise: Self.defaults
        ) {
            $0.urlSession(session, dataTask: dataTask, didBecome: downloadTask)
        }
    }

    /// Forwards `urlSession(_:dataTask:didBecome:)`.
    open func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didBecome streamTask: URLSessionStreamTask
    ) {
        forward(
            as: Facets.urlSessionDataDelegate,
            Selectors.didBecomeStreamTask,
            (session, dataTask, streamTask),
            otherwise: Self.defaults
        ) {
            $0.urlSession(session, dataTask: dataTask, didBecome: streamTask)
        }
    }

    /// Forwards `urlSession(_:dataTask:didReceive:)`.
    open func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        forward(
            as: Facets.urlSessionDataDelegate,
            Selectors.didReceiveData,
            (session, dataTask, data),
            otherwise: Self.defaults
        ) {
            $0.urlSession(session, dataTask: dataTask, didReceive: data)
        }
    }

    /// Forwards `urlSession(_:dataTask:willCacheResponse:completionHandler:)`.
    open func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        willCacheResponse proposedResponse: CachedURLResponse,
        completionHandler: @escaping @Sendable (CachedURLResponse?) -> Void
    ) {
        forward(
            as: Facets.urlSessionDataDelegate,
            Selectors.willCacheResponse,
            (session, dataTask, proposedResponse, completionHandler),
            otherwise: Self.defaults
        ) {
            $0.urlSession(
                session,
                dataTask: dataTask,
                willCacheResponse: proposedResponse,
                completionHandler: completionHandler
            )
        }
    }

    /// Forwards `urlSession(_:downloadTask:didFinishDownloadingTo:)`.
    open func urlSession(
        _ session: URLSession,
        downloadTask: URLSessionDownloadTask,
        didFinishDownloadingTo location: URL
    ) {
        forward(
            as: Facets.urlSessionDownloadDelegate,
            Selectors.didFinishDownloadingTo,
            (session, downloadTask, location)
        ) {
            $0.urlSession(session, downloadTask: downloadTask, didFinishDownloadingTo: location)
        }
    }

    /// Forwards `urlSession(_:downloadTask:didWriteData:totalBytesWritten:totalBytesExpectedToWrite:)`.
    open func urlSession(
        _ session: URLSession,
        downloadTask: URLSessionDownloadTask,
        didWriteData bytesWritten: Int64,
        totalBytesWritten: Int64,
        totalBytesExpectedToWrite: Int64
    ) {
        forward(
            as: Facets.urlSessionDownloadDelegate,
            Selectors.didWriteData,
            (session, downloadTask, bytesWritten, totalBytesWritten, totalBytesExpectedToWrite),
            otherwise: Self.defaults
        ) {
            $0.urlSession(
                session,
                downloadTask: downloadTask,
                didWriteData: bytesWritten,
                totalBytesWritten: totalBytesWritten,
                totalBytesExpectedToWrite: totalBytesExpectedToWrite
            )
        }
    }

    /// Forwards `urlSession(_:downloadTask:didResumeAtOffset:expectedTotalBytes:)`.
    open func urlSession(
        _ session: URLSession,
        downloadTask: URLSessionDownloadTask,
        didResumeAtOffset fileOffset: Int64,
        expectedTotalBytes: Int64
    ) {
        forward(
            as: Facets.urlSessionDownloadDelegate,
            Selectors.didResumeAtOffset,
            (session, downloadTask, fileOffset, expectedTotalBytes),
            otherwise: Self.defaults
        ) {
            $0.urlSession(
                session,
                downloadTask: downloadTask,
                didResumeAtOffset: fileOffset,
                expectedTotalBytes: expectedTotalBytes
            )
        }
    }

    /// Forwards `urlSession(_:readClosedFor:)`.
    open func urlSession(_ session: URLSession, readClosedFor streamTask: URLSessionStreamTask) {
        forward(
            as: Facets.urlSessionStreamDelegate,
            Selectors.readClosedFor,
            (session, streamTask),
            otherwise: Self.defaults
        ) {
            $0.urlSession(session, readClosedFor: streamTask)
        }
    }

    /// Forwards `urlSession(_:writeClosedFor:)`.
    open func urlSession(_ session: URLSession, writeClosedFor streamTask: URLSessionStreamTask) {
        forward(
            as: Facets.urlSessionStreamDelegate,
            Selectors.writeClosedFor,
            (session, streamTask),
            otherwise: Self.defaults
        ) {
            $0.urlSession(session, writeClosedFor: streamTask)
        }
    }

    /// Forwards `urlSession(_:betterRouteDiscoveredFor:)`.
    open func urlSession(_ session: URLSession, betterRouteDiscoveredFor streamTask: URLSessionStreamTask) {
        forward(
            as: Facets.urlSessionStreamDelegate,
            Selectors.betterRouteDiscoveredFor,
            (session, streamTask),
            otherwise: Self.defaults
        ) {
            $0.urlSession(session, betterRouteDiscoveredFor: streamTask)
        }
    }

    /// Forwards `urlSession(_:streamTask:didBecome:outputStream:)`.
    open func urlSession(
        _ session: URLSession,
        streamTask: URLSessionStreamTask,
        didBecome inputStream: InputStream,
        outputStream: OutputStream
    ) {
        forward(
            as: Facets.urlSessionStreamDelegate,
            Selectors.didBecomeInputStream,
            (session, streamTask, inputStream, outputStream),
            otherwise: Self.defaults
        ) {
            $0.urlSession(session, streamTask: streamTask, didBecome: inputStream, outputStream: outputStream)
        }
    }

    /// Forwards `urlSession(_:webSocketTask:didOpenWithProtocol:)`.
    open func urlSession(
        _ session: URLSession,
        webSocketTask: URLSessionWebSocketTask,
        didOpenWithProtocol `protocol`: String?
    ) {
        forward(as: Facets.urlSessionWebSocketDelegate, Selectors.didOpen, (session, webSocketTask, `protocol`)) {
            $0.urlSession(session, webSocketTask: webSocketTask, didOpenWithProtocol: `protocol`)
        }
    }

    /// Forwards `urlSession(_:webSocketTask:didCloseWith:reason:)`.
    open func urlSession(
        _ session: URLSession,
        webSocketTask: URLSessionWebSocketTask,
        didCloseWith closeCode: URLSessionWebSocketTask.CloseCode,
        reason: Data?
    ) {
        forward(
            as: Facets.urlSessionWebSocketDelegate,
            Selectors.didCloseWith,
            (session, webSocketTask, closeCode, reason)
        ) {
            $0.urlSession(session, webSocketTask: webSocketTask, didCloseWith: closeCode, reason: reason)
        }
    }

    /// Whether the other one is this very proxy.
    open func isEqual(_ object: Any?) -> Bool { object as AnyObject? === self }

    /// The hash of the proxy's identity.
    open var hash: Int { ObjectIdentifier(self).hashValue }

    /// The proxy.
    open func `self`() -> Self { self }

    /// False: the delegate's calls are all that it stands in for.
    open func isProxy() -> Bool { false }

    /// The name of the type.
    open var description: String { String(describing: Self.self) }
}

/// Does what the protocol itself does for a requirement that a delegate leaves out.
private final class URLSessionDelegateDefaults: NSObject, URLSessionDelegate, URLSessionTaskDelegate,
    URLSessionDataDelegate, URLSessionDownloadDelegate, URLSessionStreamDelegate, URLSessionWebSocketDelegate,
    @unchecked Sendable
{
    // Sendable: it has no state.

    func urlSession(_ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL) {
        fatalError("never called")
    }

    func urlSession(
        _ session: URLSession,
        webSocketTask: URLSessionWebSocketTask,
        didOpenWithProtocol `protocol`: String?
    ) {
        fatalError("never called")
    }

    func urlSession(
        _ session: URLSession,
        webSocketTask: URLSessionWebSocketTask,
        didCloseWith closeCode: URLSessionWebSocketTask.CloseCode,
        reason: Data?
    ) {
        fatalError("never called")
    }
}
