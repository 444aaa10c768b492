// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Serves the page and its assets, with entity tags.
struct StaticPages: Sendable {
    let library: AssetLibrary

    /// The response for a path of the page; nil if there is no such file.
    func respond(to request: HTTPRequest) -> HTTPResponse? {
        guard request.fault == nil else { return nil }
        let isRoot = request.target.path == "/"
        let path = isRoot ? "index.html" : request.target.segments.joined(separator: "/")
        guard let asset = library.asset(path) else { return nil }
        guard request.method.isSafe else { return HTTPProblem(allowing: ["GET", "HEAD"]).response }
        // The browser revalidates on each request, so files of different server versions never mix.
        let headers: HTTPHeaders = [("ETag", asset.entityTag), ("Cache-Control", "no-cache")]
        // Of the body of a 304, only the length is sent, which must be that of the file: RFC 9110, 8.6.
        if isCurrent(request, asset.entityTag) { return HTTPResponse(status: 304, headers: headers, body: asset.body) }
        var response = HTTPResponse(status: 200, headers: headers, body: asset.body)
        response.headers.add("Content-Type", asset.mediaType)
        return response
    }

    /// - SeeAlso: RFC 9110, 13.1.2 "If-None-Match": compared weakly.
    private func isCurrent(_ request: HTTPRequest, _ entityTag: String) -> Bool {
        request.headers.values("If-None-Match").flatMap { $0.split(separator: ",") }.contains { candidate in
            let tag = candidate.filter { $0 != " " && $0 != "\t" }
            return tag == "*" || tag == entityTag || tag == "W/" + entityTag
        }
    }
}
