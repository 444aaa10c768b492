// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import InspectorServer
import ProxyCore

/// A small program that inspects its own delegates, a URLSession and a parser.
///
/// Exits with 1 if the recording differs from the actual calls. With `--serve` it keeps running, for the page.
@main
enum Chat {
    static func main() throws {
        var configuration = InspectorServerConfiguration()
        configuration.port = 0
        let inspector = try InspectorServer(recorder: .shared, configuration: configuration).start()
        print(inspector.url)

        let chat = ChatTraffic()
        let feed = FeedTraffic()
        let links = LinkTraffic()
        try chat.run()
        try feed.run()
        links.run(against: inspector.url)
        Recorder.shared.flush()

        let failures = try check(chat, feed, links)
        failures.forEach { print("wrong: \($0)") }
        print(failures.isEmpty ? "recorded \(Recorder.shared.status.calls) calls, all as they happened" : "failed")
        if CommandLine.arguments.contains("--serve") { while true { sleep(3_600) } }
        inspector.stop()
        exit(failures.isEmpty ? 0 : 1)
    }

    private static func check(_ chat: ChatTraffic, _ feed: FeedTraffic, _ links: LinkTraffic) throws -> [String] {
        var all = Expectations(.shared)
        // The program behaves as it would without proxies.
        all.expect(chat.room.members.map(\.name) == ["Alice", "Bob"], "members: \(chat.room.members.map(\.name))")
        all.expect(chat.moderator.deliveries == 3, "deliveries: \(chat.moderator.deliveries)")
        all.expect(feed.reader.titles.prefix(3) == ["Delegates", "Proxies & targets", "Witness tables"], "titles")
        all.expect(links.preview.statuses == [200, 404], "statuses: \(links.preview.statuses)")
        all.expect(links.preview.errors == [.cannotConnectToHost], "errors: \(links.preview.errors)")
        // The recording is complete.
        try all.expect("protocol:ChatRoomDelegate selector:room(_:shouldAdmit:) path:target", calls: 3)
        try all.expect("protocol:ChatRoomDelegate selector:room(_:willDeliver:)", calls: 5)
        try all.expect("protocol:ChatRoomDelegate state:threw", calls: 2)
        try all.expect("protocol:ChatRoomDelegate selector:roomDidClose* path:none", calls: 1)
        try all.expect("selector:room(_:willDeliver:) arg.text:\"Buy ****!\"", calls: 1)
        try all.expect("selector:parser(_:foundCharacters:) path:target", calls: feed.reader.textCount)
        try all.expect("protocol:XMLParserDelegate selector:parserDidStartDocument* path:none", calls: 2)
        try all.expect("selector:*parseErrorOccurred* arg.domain:NSXMLParserErrorDomain", calls: 2)
        try all.expect("selector:*didReceive:completionHandler* arg.statusCode:>=400", calls: 1)
        try all.expect("selector:*didCompleteWithError* arg.url:\"127.0.0.1:1\"", calls: 1)
        try all.expect("\"not-for-the-record\"", calls: 0)
        return all.failures
    }
}
