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
public import Reactive

extension URLSessionDelegateProxy {
    /// The requirements of `URLSessionDelegate`, typed.
    public enum Selectors {
        /// `urlSession(_:didBecomeInvalidWithError:)`
        public static let didBecomeInvalid = MethodSelector<URLSessionDelegateProxy, (URLSession, (any Error)?), Void>(
            "urlSession(_:didBecomeInvalidWithError:)",
            of: "URLSessionDelegate",
            parameters: ["session", "error"],
            traits: .optional,
            declaration: "func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?)"
        )

        /// `urlSession(_:didReceive:completionHandler:)`
        public static let didReceiveChallenge = MethodSelector<
            URLSessionDelegateProxy,
            (
                URLSession, URLAuthenticationChallenge,
                @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
            ), Void
        >(
            "urlSession(_:didReceive:completionHandler:)",
            of: "URLSessionDelegate",
            parameters: ["session", "challenge", "completionHandler"],
            traits: .optional,
            declaration: """
                func urlSession(_ session: URLSession, didReceive challenge: URLAuthenticationChallenge, \
                completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void)
                """
        )

        /// `urlSession(_:task:willPerformHTTPRedirection:newRequest:completionHandler:)`
        public static let willPerformHTTPRedirection = MethodSelector<
            URLSessionDelegateProxy,
            (URLSession, URLSessionTask, HTTPURLResponse, URLRequest, @Sendable (URLRequest?) -> Void), Void
        >(
            "urlSession(_:task:willPerformHTTPRedirection:newRequest:completionHandler:)",
            of: "URLSessionTaskDelegate",
            parameters: ["session", "task", "response", "request", "completionHandler"],
            traits: .optional,
            declaration: """
                func urlSession(_ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: \
                HTTPURLResponse, newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) \
                -> Void)
                """
        )

        /// `urlSession(_:task:didReceive:completionHandler:)`
        public static let taskDidReceiveChallenge = MethodSelector<
            URLSessionDelegateProxy,
            (
                URLSession, URLSessionTask, URLAuthenticationChallenge,
                @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
            ), Void
        >(
            "urlSession(_:task:didReceive:completionHandler:)",
            of: "URLSessionTaskDelegate",
            parameters: ["session", "task", "challenge", "completionHandler"],
            traits: .optional,
            declaration: """
                func urlSession(_ session: URLSession, task: URLSessionTask, didReceive challenge: \
                URLAuthenticationChallenge, completionHandler: @escaping @Sendable \
                (URLSession.AuthChallengeDisposition, URLCredential?) -> Void)
                """
        )

        /// `urlSession(_:task:needNewBodyStream:)`
        public static let needNewBodyStream = MethodSelector<
            URLSessionDelegateProxy, (URLSession, URLSessionTask, @Sendable (InputStream?) -> Void), Void
        >(
            "urlSession(_:task:needNewBodyStream:)",
            of: "URLSessionTaskDelegate",
            parameters: ["session", "task", "completionHandler"],
            traits: .optional,
            declaration: """
                func urlSession(_ session: URLSession, task: URLSessionTask, needNewBodyStream completionHandler: \
                @escaping @Sendable (InputStream?) -> Void)
                """
        )

        /// `urlSession(_:task:didSendBodyData:totalBytesSent:totalBytesExpectedToSend:)`
        public static let didSendBodyData = MethodSelector<
            URLSessionDelegateProxy, (URLSession, URLSessionTask, Int64, Int64, Int64), Void
        >(
            "urlSession(_:task:didSendBodyData:totalBytesSent:totalBytesExpectedToSend:)",
            of: "URLSessionTaskDelegate",
            parameters: ["session", "task", "bytesSent", "totalBytesSent", "totalBytesExpectedToSend"],
            traits: .optional,
            declaration: """
                func urlSession(_ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, \
                totalBytesSent: Int64, totalBytesExpectedToSend: Int64)
                """
        )

        /// `urlSession(_:task:didCompleteWithError:)`
        public static let didComplete = MethodSelector<
            URLSessionDelegateProxy, (URLSession, URLSessionTask, (any Error)?), Void
        >(
            "urlSession(_:task:didCompleteWithError:)",
            of: "URLSessionTaskDelegate",
            parameters: ["session", "task", "error"],
            traits: .optional,
            declaration: """
                func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?)
                """
        )

        /// `urlSession(_:task:willBeginDelayedRequest:completionHandler:)`
        public static let willBeginDelayedRequest = MethodSelector<
            URLSessionDelegateProxy,
            (
                URLSession, URLSessionTask, URLRequest,
                @Sendable (URLSession.DelayedRequestDisposition, URLRequest?) -> Void
            ), Void
        >(
            "urlSession(_:task:willBeginDelayedRequest:completionHandler:)",
            of: "URLSessionTaskDelegate",
            parameters: ["session", "task", "request", "completionHandler"],
            traits: .optional,
            declaration: """
                func urlSession(_ session: URLSession, task: URLSessionTask, willBeginDelayedRequest request: \
                URLRequest, completionHandler: @escaping @Sendable (URLSession.DelayedRequestDisposition, URLRequest?) \
                -> Void)
                """
        )

        /// `urlSession(_:task:didFinishCollecting:)`
        public static let didFinishCollecting = MethodSelector<
            URLSessionDelegateProxy, (URLSession, URLSessionTask, URLSessionTaskMetrics), Void
        >(
            "urlSession(_:task:didFinishCollecting:)",
            of: "URLSessionTaskDelegate",
            parameters: ["session", "task", "metrics"],
            traits: .optional,
            declaration: """
                func urlSession(_ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: \
                URLSessionTaskMetrics)
                """
        )

        /// `urlSession(_:dataTask:didReceive:completionHandler:)`
        public static let didReceiveResponse = MethodSelector<
            URLSessionDelegateProxy,
            (URLSession, URLSessionDataTask, URLResponse, @Sendable (URLSession.ResponseDisposition) -> Void), Void
        >(
            "urlSession(_:dataTask:didReceive:completionHandler:)",
            of: "URLSessionDataDelegate",
            parameters: ["session", "dataTask", "response", "completionHandler"],
            traits: .optional,
            declaration: """
                func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse, \
                completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void)
                """
        )

        /// `urlSession(_:dataTask:didBecome:)(URLSession, URLSessionDataTask, URLSessionDownloadTask)`
        public static let didBecomeDownloadTask = MethodSelector<
            URLSessionDelegateProxy, (URLSession, URLSessionDataTask, URLSessionDownloadTask), Void
        >(
            "urlSession(_:dataTask:didBecome:)(URLSession, URLSessionDataTask, URLSessionDownloadTask)",
            of: "URLSessionDataDelegate",
            parameters: ["session", "dataTask", "downloadTask"],
            traits: .optional,
            declaration: """
                func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didBecome downloadTask: \
                URLSessionDownloadTask)
                """
        )

        /// `urlSession(_:dataTask:didBecome:)(URLSession, URLSessionDataTask, URLSessionStreamTask)`
        public static let didBecomeStreamTask = MethodSelector<
            URLSessionDelegateProxy, (URLSession, URLSessionDataTask, URLSessionStreamTask), Void
        >(
            "urlSession(_:dataTask:didBecome:)(URLSession, URLSessionDataTask, URLSessionStreamTask)",
            of: "URLSessionDataDelegate",
            parameters: ["session", "dataTask", "streamTask"],
            traits: .optional,
            declaration: """
                func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didBecome streamTask: \
                URLSessionStreamTask)
                """
        )

        /// `urlSession(_:dataTask:didReceive:)`
        public static let didReceiveData = MethodSelector<
            URLSessionDelegateProxy, (URLSession, URLSessionDataTask, Data), Void
        >(
            "urlSession(_:dataTask:didReceive:)",
            of: "URLSessionDataDelegate",
            parameters: ["session", "dataTask", "data"],
            traits: .optional,
            declaration: "func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data)"
        )

        /// `urlSession(_:dataTask:willCacheResponse:completionHandler:)`
        public static let willCacheResponse = MethodSelector<
            URLSessionDelegateProxy,
            (URLSession, URLSessionDataTask, CachedURLResponse, @Sendable (CachedURLResponse?) -> Void), Void
        >(
            "urlSession(_:dataTask:willCacheResponse:completionHandler:)",
            of: "URLSessionDataDelegate",
            parameters: ["session", "dataTask", "proposedResponse", "completionHandler"],
            traits: .optional,
            declaration: """
                func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, willCacheResponse \
                proposedResponse: CachedURLResponse, completionHandler: @escaping @Sendable (CachedURLResponse?) -> \
                Void)
                """
        )

        /// `urlSession(_:downloadTask:didFinishDownloadingTo:)`
        public static let didFinishDownloadingTo = MethodSelector<
            URLSessionDelegateProxy, (URLSession, URLSessionDownloadTask, URL), Void
        >(
            "urlSession(_:downloadTask:didFinishDownloadingTo:)",
            of: "URLSessionDownloadDelegate",
            parameters: ["session", "downloadTask", "location"],
            declaration: """
                func urlSession(_ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo \
                location: URL)
                """
        )

        /// `urlSession(_:downloadTask:didWriteData:totalBytesWritten:totalBytesExpectedToWrite:)`
        public static let didWriteData = MethodSelector<
            URLSessionDelegateProxy, (URLSession, URLSessionDownloadTask, Int64, Int64, Int64), Void
        >(
            "urlSession(_:downloadTask:didWriteData:totalBytesWritten:totalBytesExpectedToWrite:)",
            of: "URLSessionDownloadDelegate",
            parameters: ["session", "downloadTask", "bytesWritten", "totalBytesWritten", "totalBytesExpectedToWrite"],
            traits: .optional,
            declaration: """
                func urlSession(_ session: URLSession, downloadTask: URLSessionDownloadTask, didWriteData \
                bytesWritten: Int64, totalBytesWritten: Int64, totalBytesExpectedToWrite: Int64)
                """
        )

        /// `urlSession(_:downloadTask:didResumeAtOffset:expectedTotalBytes:)`
        public static let didResumeAtOffset = MethodSelector<
            URLSessionDelegateProxy, (URLSession, URLSessionDownloadTask, Int64, Int64), Void
        >(
            "urlSession(_:downloadTask:didResumeAtOffset:expectedTotalBytes:)",
            of: "URLSessionDownloadDelegate",
            parameters: ["session", "downloadTask", "fileOffset", "expectedTotalBytes"],
            traits: .optional,
            declaration: """
                func urlSession(_ session: URLSession, downloadTask: URLSessionDownloadTask, didResumeAtOffset \
                fileOffset: Int64, expectedTotalBytes: Int64)
                """
        )

        /// `urlSession(_:readClosedFor:)`
        public static let readClosedFor = MethodSelector<
            URLSessionDelegateProxy, (URLSession, URLSessionStreamTask), Void
        >(
            "urlSession(_:readClosedFor:)",
            of: "URLSessionStreamDelegate",
            parameters: ["session", "streamTask"],
            traits: .optional,
            declaration: "func urlSession(_ session: URLSession, readClosedFor streamTask: URLSessionStreamTask)"
        )

        /// `urlSession(_:writeClosedFor:)`
        public static let writeClosedFor = MethodSelector<
            URLSessionDelegateProxy, (URLSession, URLSessionStreamTask), Void
        >(
            "urlSession(_:writeClosedFor:)",
            of: "URLSessionStreamDelegate",
            parameters: ["session", "streamTask"],
            traits: .optional,
            declaration: "func urlSession(_ session: URLSession, writeClosedFor streamTask: URLSessionStreamTask)"
        )

        /// `urlSession(_:betterRouteDiscoveredFor:)`
        public static let betterRouteDiscoveredFor = MethodSelector<
            URLSessionDelegateProxy, (URLSession, URLSessionStreamTask), Void
        >(
            "urlSession(_:betterRouteDiscoveredFor:)",
            of: "URLSessionStreamDelegate",
            parameters: ["session", "streamTask"],
            traits: .optional,
            declaration: """
                func urlSession(_ session: URLSession, betterRouteDiscoveredFor streamTask: URLSessionStreamTask)
                """
        )

        /// `urlSession(_:streamTask:didBecome:outputStream:)`
        public static let didBecomeInputStream = MethodSelector<
            URLSessionDelegateProxy, (URLSession, URLSessionStreamTask, InputStream, OutputStream), Void
        >(
            "urlSession(_:streamTask:didBecome:outputStream:)",
            of: "URLSessionStreamDelegate",
            parameters: ["session", "streamTask", "inputStream", "outputStream"],
            traits: .optional,
            declaration: """
                func urlSession(_ session: URLSession, streamTask: URLSessionStreamTask, didBecome inputStream: \
                InputStream, outputStream: OutputStream)
                """
        )

        /// `urlSession(_:webSocketTask:didOpenWithProtocol:)`
        public static let didOpen = MethodSelector<
            URLSessionDelegateProxy, (URLSession, URLSessionWebSocketTask, String?), Void
        >(
            "urlSession(_:webSocketTask:didOpenWithProtocol:)",
            of: "URLSessionWebSocketDelegate",
            parameters: ["session", "webSocketTask", "protocol"],
            declaration: """
                func urlSession(_ session: URLSession, webSocketTask: URLSessionWebSocketTask, didOpenWithProtocol \
                protocol: String?)
                """
        )

        /// `urlSession(_:webSocketTask:didCloseWith:reason:)`
        public static let didCloseWith = MethodSelector<
            URLSessionDelegateProxy, (URLSession, URLSessionWebSocketTask, URLSessionWebSocketTask.CloseCode, Data?),
            Void
        >(
            "urlSession(_:webSocketTask:didCloseWith:reason:)",
            of: "URLSessionWebSocketDelegate",
            parameters: ["session", "webSocketTask", "closeCode", "reason"],
            declaration: """
                func urlSession(_ session: URLSession, webSocketTask: URLSessionWebSocketTask, didCloseWith closeCode: \
                URLSessionWebSocketTask.CloseCode, reason: Data?)
                """
        )

        static let all: [AnyMethodSelector] = [
            AnyMethodSelector(didBecomeInvalid),
            AnyMethodSelector(didReceiveChallenge),
            AnyMethodSelector(willPerformHTTPRedirection),
            AnyMethodSelector(taskDidReceiveChallenge),
            AnyMethodSelector(needNewBodyStream),
            AnyMethodSelector(didSendBodyData),
            AnyMethodSelector(didComplete),
            AnyMethodSelector(willBeginDelayedRequest),
            AnyMethodSelector(didFinishCollecting),
            AnyMethodSelector(didReceiveResponse),
            AnyMethodSelector(didBecomeDownloadTask),
            AnyMethodSelector(didBecomeStreamTask),
            AnyMethodSelector(didReceiveData),
            AnyMethodSelector(willCacheResponse),
            AnyMethodSelector(didFinishDownloadingTo),
            AnyMethodSelector(didWriteData),
            AnyMethodSelector(didResumeAtOffset),
            AnyMethodSelector(readClosedFor),
            AnyMethodSelector(writeClosedFor),
            AnyMethodSelector(betterRouteDiscoveredFor),
            AnyMethodSelector(didBecomeInputStream),
            AnyMethodSelector(didOpen),
            AnyMethodSelector(didCloseWith),
        ]
    }

    /// Names a requirement where the proxy is asked about it: `proxy.handle(.didBecomeInvalid)`.
    public struct Member<Arguments, Return>: Sendable {
        /// The selector that the name stands for.
        public let selector: MethodSelector<URLSessionDelegateProxy, Arguments, Return>

        /// `urlSession(_:didBecomeInvalidWithError:)`
        public static var didBecomeInvalid: URLSessionDelegateProxy.Member<(URLSession, (any Error)?), Void> {
            .init(selector: Selectors.didBecomeInvalid)
        }

        /// `urlSession(_:didReceive:completionHandler:)`
        public static var didReceiveChallenge:
            URLSessionDelegateProxy.Member<
                (
                    URLSession, URLAuthenticationChallenge,
                    @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
                ), Void
            >
        {
            .init(selector: Selectors.didReceiveChallenge)
        }

        /// `urlSession(_:task:willPerformHTTPRedirection:newRequest:completionHandler:)`
        public static var willPerformHTTPRedirection:
            URLSessionDelegateProxy.Member<
                (URLSession, URLSessionTask, HTTPURLResponse, URLRequest, @Sendable (URLRequest?) -> Void), Void
            >
        {
            .init(selector: Selectors.willPerformHTTPRedirection)
        }

        /// `urlSession(_:task:didReceive:completionHandler:)`
        public static var taskDidReceiveChallenge:
            URLSessionDelegateProxy.Member<
                (
                    URLSession, URLSessionTask, URLAuthenticationChallenge,
                    @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
                ), Void
            >
        {
            .init(selector: Selectors.taskDidReceiveChallenge)
        }

        /// `urlSession(_:task:needNewBodyStream:)`
        public static var needNewBodyStream:
            URLSessionDelegateProxy.Member<(URLSession, URLSessionTask, @Sendable (InputStream?) -> Void), Void>
        {
            .init(selector: Selectors.needNewBodyStream)
        }

        /// `urlSession(_:task:didSendBodyData:totalBytesSent:totalBytesExpectedToSend:)`
        public static var didSendBodyData:
            URLSessionDelegateProxy.Member<(URLSession, URLSessionTask, Int64, Int64, Int64), Void>
        {
            .init(selector: Selectors.didSendBodyData)
        }

        /// `urlSession(_:task:didCompleteWithError:)`
        public static var didComplete: URLSessionDelegateProxy.Member<(URLSession, URLSessionTask, (any Error)?), Void>
        {
            .init(selector: Selectors.didComplete)
        }

        /// `urlSession(_:task:willBeginDelayedRequest:completionHandler:)`
        public static var willBeginDelayedRequest:
            URLSessionDelegateProxy.Member<
                (
                    URLSession, URLSessionTask, URLRequest,
                    @Sendable (URLSession.DelayedRequestDisposition, URLRequest?) -> Void
                ), Void
            >
        {
            .init(selector: Selectors.willBeginDelayedRequest)
        }

        /// `urlSession(_:task:didFinishCollecting:)`
        public static var didFinishCollecting:
            URLSessionDelegateProxy.Member<(URLSession, URLSessionTask, URLSessionTaskMetrics), Void>
        {
            .init(selector: Selectors.didFinishCollecting)
        }

        /// `urlSession(_:dataTask:didReceive:completionHandler:)`
        public static var didReceiveResponse:
            URLSessionDelegateProxy.Member<
                (URLSession, URLSessionDataTask, URLResponse, @Sendable (URLSession.ResponseDisposition) -> Void), Void
            >
        {
            .init(selector: Selectors.didReceiveResponse)
        }

        /// `urlSession(_:dataTask:didBecome:)(URLSession, URLSessionDataTask, URLSessionDownloadTask)`
        public static var didBecomeDownloadTask:
            URLSessionDelegateProxy.Member<(URLSession, URLSessionDataTask, URLSessionDownloadTask), Void>
        {
            .init(selector: Selectors.didBecomeDownloadTask)
        }

        /// `urlSession(_:dataTask:didBecome:)(URLSession, URLSessionDataTask, URLSessionStreamTask)`
        public static var didBecomeStreamTask:
            URLSessionDelegateProxy.Member<(URLSession, URLSessionDataTask, URLSessionStreamTask), Void>
        {
            .init(selector: Selectors.didBecomeStreamTask)
        }

        /// `urlSession(_:dataTask:didReceive:)`
        public static var didReceiveData: URLSessionDelegateProxy.Member<(URLSession, URLSessionDataTask, Data), Void> {
            .init(selector: Selectors.didReceiveData)
        }

        /// `urlSession(_:dataTask:willCacheResponse:completionHandler:)`
        public static var willCacheResponse:
            URLSessionDelegateProxy.Member<
                (URLSession, URLSessionDataTask, CachedURLResponse, @Sendable (CachedURLResponse?) -> Void), Void
            >
        {
            .init(selector: Selectors.willCacheResponse)
        }

        /// `urlSession(_:downloadTask:didFinishDownloadingTo:)`
        public static var didFinishDownloadingTo:
            URLSessionDelegateProxy.Member<(URLSession, URLSessionDownloadTask, URL), Void>
        {
            .init(selector: Selectors.didFinishDownloadingTo)
        }

        /// `urlSession(_:downloadTask:didWriteData:totalBytesWritten:totalBytesExpectedToWrite:)`
        public static var didWriteData:
            URLSessionDelegateProxy.Member<(URLSession, URLSessionDownloadTask, Int64, Int64, Int64), Void>
        {
            .init(selector: Selectors.didWriteData)
        }

        /// `urlSession(_:downloadTask:didResumeAtOffset:expectedTotalBytes:)`
        public static var didResumeAtOffset:
            URLSessionDelegateProxy.Member<(URLSession, URLSessionDownloadTask, Int64, Int64), Void>
        {
            .init(selector: Selectors.didResumeAtOffset)
        }

        /// `urlSession(_:readClosedFor:)`
        public static var readClosedFor: URLSessionDelegateProxy.Member<(URLSession, URLSessionStreamTask), Void> {
            .init(selector: Selectors.readClosedFor)
        }

        /// `urlSession(_:writeClosedFor:)`
        public static var writeClosedFor: URLSessionDelegateProxy.Member<(URLSession, URLSessionStreamTask), Void> {
            .init(selector: Selectors.writeClosedFor)
        }

        /// `urlSession(_:betterRouteDiscoveredFor:)`
        public static var betterRouteDiscoveredFor:
            URLSessionDelegateProxy.Member<(URLSession, URLSessionStreamTask), Void>
        {
            .init(selector: Selectors.betterRouteDiscoveredFor)
        }

        /// `urlSession(_:streamTask:didBecome:outputStream:)`
        public static var didBecomeInputStream:
            URLSessionDelegateProxy.Member<(URLSession, URLSessionStreamTask, InputStream, OutputStream), Void>
        {
            .init(selector: Selectors.didBecomeInputStream)
        }

        /// `urlSession(_:webSocketTask:didOpenWithProtocol:)`
        public static var didOpen: URLSessionDelegateProxy.Member<(URLSession, URLSessionWebSocketTask, String?), Void>
        {
            .init(selector: Selectors.didOpen)
        }

        /// `urlSession(_:webSocketTask:didCloseWith:reason:)`
        public static var didCloseWith:
            URLSessionDelegateProxy.Member<
                (URLSession, URLSessionWebSocketTask, URLSessionWebSocketTask.CloseCode, Data?), Void
            >
        {
            .init(selector: Selectors.didCloseWith)
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
