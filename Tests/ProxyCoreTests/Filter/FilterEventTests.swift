// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import Testing

/// A proxy event matches like a call with the same owner, protocol, target, proxy and time.
@Suite struct FilterEventTests {
    private let event = ProxyEvent(
        number: 1,
        proxy: 3,
        kind: .targetReplaced,
        owner: "Downloader",
        protocolName: "DownloaderDelegate",
        target: "NewTarget",
        previousTarget: "OldTarget",
        detail: "replaced",
        occurredAtNanoseconds: 1_000_000_000
    )

    @Test(arguments: [
        "downloader", "NewTarget", "OldTarget", "replaced", "owner:=Downloader", "protocol:*Delegate", "target:New*",
        "target:old", "proxy:3", "proxy:<4", "has:target", "since:1970-01-01T00:00:01Z", "-since:1s",
        "time:1970-01-01T00:00:01Z..1970-01-01T00:00:02Z", "-selector:*", "-is:void -has:finding",
        "path:none or proxy:3",
    ]) func passes(_ filter: String) throws {
        #expect(try InvocationFilter(filter).matches(event))
    }

    @Test(arguments: [
        "OtherTarget", "targetReplaced", "owner:NewTarget", "protocol:=Downloader", "target:Downloader", "proxy:4",
        "since:1s", "since:1970-01-01T00:00:01.5Z", "time:<1970-01-01T00:00:00Z", "time:>1970-01-01T00:00:02Z",
        "selector:*", "thread:*", "thread:main", "task:*", "has:task", "completion:pending",
        "completion:never", "path:none", "state:running", "duration:<1h",
        "arg:*", "arg.x:*",
        "type:*",
        "result:*", "error:*", "kind:string", "size:>=0B", "depth:0", "id:>0", "seq:>=0", "position:>=0", "skipped:0",
        "parent:>=0", "comment:*", "finding:off_main", "is:main", "is:void", "is:unanswered", "is:nested", "has:parent",
        "has:finding", "has:arguments", "9",
    ]) func doesNotPass(_ filter: String) throws {
        #expect(try !InvocationFilter(filter).matches(event))
    }
}
