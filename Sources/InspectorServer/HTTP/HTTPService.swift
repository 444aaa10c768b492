// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// What a request goes through: security, then the page, then the route table; every answer gets the security headers.
struct HTTPService: Sendable {
    let security: HTTPSecurity
    let pages: StaticPages
    let router: HTTPRouter

    /// Answers a request. Callable from any thread.
    func respond(to request: HTTPRequest) -> HTTPResponse {
        HTTPSecurityHeaders.add(to: answer(request))
    }

    private func answer(_ request: HTTPRequest) -> HTTPResponse {
        switch security.judge(request) {
        case .refused(let problem): problem.response
        case .handOver(let response): response
        case .allowed: pages.respond(to: request) ?? router.respond(to: request)
        }
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
