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
import ProxyCore
public import Reactive

extension Reactive where Base: URLSession {
    /// The proxy that the object was given as its `delegate`, nil for another delegate.
    public var delegate: URLSessionDelegateProxy? { base.delegate as? URLSessionDelegateProxy }

    // Streams of the calls' arguments, after each call came back. They leave out the object itself, which
    // is known, and fail where the proxy is not its delegate and cannot be made so.

    /// `urlSession(_:didBecomeInvalidWithError:)`
    public var didBecomeInvalid: Observable<(any Error)?> {
        calls(URLSessionDelegateProxy.Selectors.didBecomeInvalid).map { $0.1 }
    }

    /// `urlSession(_:didReceive:completionHandler:)`
    public var didReceiveChallenge:
        Observable<
            (
                challenge: URLAuthenticationChallenge,
                completionHandler: @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
            )
        >
    {
        calls(URLSessionDelegateProxy.Selectors.didReceiveChallenge).map { ($0.1, $0.2) }
    }

    /// `urlSession(_:task:willPerformHTTPRedirection:newRequest:completionHandler:)`
    public var willPerformHTTPRedirection:
        Observable<
            (
                task: URLSessionTask, response: HTTPURLResponse, request: URLRequest,
                completionHandler: @Sendable (URLRequest?) -> Void
            )
        >
    {
        calls(URLSessionDelegateProxy.Selectors.willPerformHTTPRedirection).map { ($0.1, $0.2, $0.3, $0.4) }
    }

    /// `urlSession(_:task:didReceive:completionHandler:)`
    public var taskDidReceiveChallenge:
        Observable<
            (
                task: URLSessionTask, challenge: URLAuthenticationChallenge,
                completionHandler: @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
            )
        >
    {
        calls(URLSessionDelegateProxy.Selectors.taskDidReceiveChallenge).map { ($0.1, $0.2, $0.3) }
    }

    /// `urlSession(_:task:needNewBodyStream:)`
    public var needNewBodyStream:
        Observable<(task: URLSessionTask, completionHandler: @Sendable (InputStream?) -> Void)>
    {
        calls(URLSessionDelegateProxy.Selectors.needNewBodyStream).map { ($0.1, $0.2) }
    }

    /// `urlSession(_:task:didSendBodyData:totalBytesSent:totalBytesExpectedToSend:)`
    public var didSendBodyData:
        Observable<(task: URLSessionTask, bytesSent: Int64, totalBytesSent: Int64, totalBytesExpectedToSend: Int64)>
    {
        calls(URLSessionDelegateProxy.Selectors.didSendBodyData).map { ($0.1, $0.2, $0.3, $0.4) }
    }

    /// `urlSession(_:task:didCompleteWithError:)`
    public var didComplete: Observable<(task: URLSessionTask, error: (any Error)?)> {
        calls(URLSessionDelegateProxy.Selectors.didComplete).map { ($0.1, $0.2) }
    }

    /// `urlSession(_:task:willBeginDelayedRequest:completionHandler:)`
    public var willBeginDelayedRequest:
        Observable<
            (
                task: URLSessionTask, request: URLRequest,
                completionHandler: @Sendable (URLSession.DelayedRequestDisposition, URLRequest?) -> Void
            )
        >
    {
        calls(URLSessionDelegateProxy.Selectors.willBeginDelayedRequest).map { ($0.1, $0.2, $0.3) }
    }

    /// `urlSession(_:task:didFinishCollecting:)`
    public var didFinishCollecting: Observable<(task: URLSessionTask, metrics: URLSessionTaskMetrics)> {
        calls(URLSessionDelegateProxy.Selectors.didFinishCollecting).map { ($0.1, $0.2) }
    }

    /// `urlSession(_:dataTask:didReceive:completionHandler:)`
    public var didReceiveResponse:
        Observable<
            (
                dataTask: URLSessionDataTask, response: URLResponse,
                completionHandler: @Sendable (URLSession.ResponseDisposition) -> Void
            )
        >
    {
        calls(URLSessionDelegateProxy.Selectors.didReceiveResponse).map { ($0.1, $0.2, $0.3) }
    }

    /// `urlSession(_:dataTask:didBecome:)(URLSession, URLSessionDataTask, URLSessionDownloadTask)`
    public var didBecomeDownloadTask: Observable<(dataTask: URLSessionDataTask, downloadTask: URLSessionDownloadTask)> {
        calls(URLSessionDelegateProxy.Selectors.didBecomeDownloadTask).map { ($0.1, $0.2) }
    }

    /// `urlSession(_:dataTask:didBecome:)(URLSession, URLSessionDataTask, URLSessionStreamTask)`
    public var didBecomeStreamTask: Observable<(dataTask: URLSessionDataTask, streamTask: URLSessionStreamTask)> {
        calls(URLSessionDelegateProxy.Selectors.didBecomeStreamTask).map { ($0.1, $0.2) }
    }

    /// `urlSession(_:dataTask:didReceive:)`
    public var didReceiveData: Observable<(dataTask: URLSessionDataTask, data: Data)> {
        calls(URLSessionDelegateProxy.Selectors.didReceiveData).map { ($0.1, $0.2) }
    }

    /// `urlSession(_:dataTask:willCacheResponse:completionHandler:)`
    public var willCacheResponse:
        Observable<
            (
                dataTask: URLSessionDataTask, proposedResponse: CachedURLResponse,
                completionHandler: @Sendable (CachedURLResponse?) -> Void
            )
        >
    {
        calls(URLSessionDelegateProxy.Selectors.willCacheResponse).map { ($0.1, $0.2, $0.3) }
    }

    /// `urlSession(_:downloadTask:didFinishDownloadingTo:)`
    public var didFinishDownloadingTo: Observable<(downloadTask: URLSessionDownloadTask, location: URL)> {
        calls(URLSessionDelegateProxy.Selectors.didFinishDownloadingTo).map { ($0.1, $0.2) }
    }

    /// `urlSession(_:downloadTask:didWriteData:totalBytesWritten:totalBytesExpectedToWrite:)`
    public var didWriteData:
        Observable<
            (
                downloadTask: URLSessionDownloadTask, bytesWritten: Int64, totalBytesWritten: Int64,
                totalBytesExpectedToWrite: Int64
            )
        >
    {
        calls(URLSessionDelegateProxy.Selectors.didWriteData).map { ($0.1, $0.2, $0.3, $0.4) }
    }

    /// `urlSession(_:downloadTask:didResumeAtOffset:expectedTotalBytes:)`
    public var didResumeAtOffset:
        Observable<(downloadTask: URLSessionDownloadTask, fileOffset: Int64, expectedTotalBytes: Int64)>
    {
        calls(URLSessionDelegateProxy.Selectors.didResumeAtOffset).map { ($0.1, $0.2, $0.3) }
    }

    /// `urlSession(_:readClosedFor:)`
    public var readClosedFor: Observable<URLSessionStreamTask> {
        calls(URLSessionDelegateProxy.Selectors.readClosedFor).map { $0.1 }
    }

    /// `urlSession(_:writeClosedFor:)`
    public var writeClosedFor: Observable<URLSessionStreamTask> {
        calls(URLSessionDelegateProxy.Selectors.writeClosedFor).map { $0.1 }
    }

    /// `urlSession(_:betterRouteDiscoveredFor:)`
    public var betterRouteDiscoveredFor: Observable<URLSessionStreamTask> {
        calls(URLSessionDelegateProxy.Selectors.betterRouteDiscoveredFor).map { $0.1 }
    }

    /// `urlSession(_:streamTask:didBecome:outputStream:)`
    public var didBecomeInputStream:
        Observable<(streamTask: URLSessionStreamTask, inputStream: InputStream, outputStream: OutputStream)>
    {
        calls(URLSessionDelegateProxy.Selectors.didBecomeInputStream).map { ($0.1, $0.2, $0.3) }
    }

    /// `urlSession(_:webSocketTask:didOpenWithProtocol:)`
    public var didOpen: Observable<(webSocketTask: URLSessionWebSocketTask, `protocol`: String?)> {
        calls(URLSessionDelegateProxy.Selectors.didOpen).map { ($0.1, $0.2) }
    }

    /// `urlSession(_:webSocketTask:didCloseWith:reason:)`
    public var didCloseWith:
        Observable<
            (webSocketTask: URLSessionWebSocketTask, closeCode: URLSessionWebSocketTask.CloseCode, reason: Data?)
        >
    {
        calls(URLSessionDelegateProxy.Selectors.didCloseWith).map { ($0.1, $0.2, $0.3) }
    }

    private func calls<Arguments, Return>(_ selector: MethodSelector<URLSessionDelegateProxy, Arguments, Return>)
        -> Observable<Arguments>
    {
        URLSessionDelegateProxy.methodInvoked(selector, givenTo: base, as: base.delegate)
    }
}
