// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Processes a request: host and origin first, then the page, then the token and the route table. Every response gets
/// the security headers.
struct HTTPService: Sendable {
    let security: HTTPSecurity
    let pages: StaticPages
    let router: HTTPRouter

    /// Responds to a request. Callable from any thread.
    func respond(to request: HTTPRequest) -> HTTPResponse {
        security.share(HTTPSecurityHeaders.add(to: answer(request)), with: request)
    }

    private func answer(_ request: HTTPRequest) -> HTTPResponse {
        if let problem = security.judgeSender(request) { return problem.response }
        if let permission = security.answerPreflight(request) { return permission }
        // The page's files are the same for everyone, and contain nothing about the program.
        if let page = pages.respond(to: request) { return page }
        return security.judgeToken(request)?.response ?? router.respond(to: request)
    }
}

extension HTTPService {
    init(
        _ configuration: InspectorServerConfiguration,
        port: UInt16,
        token: AccessToken?,
        library: AssetLibrary,
        routes: [HTTPRoute]
    ) {
        security = HTTPSecurity(
            address: configuration.bindAddress,
            port: port,
            names: configuration.hostNames,
            origins: configuration.origins,
            token: token
        )
        pages = StaticPages(library: library)
        router = HTTPRouter(routes: routes)
    }
}
