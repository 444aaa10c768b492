// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import Glibc
import ProxyCore
import Testing

/// Bytes of address space that this process uses.
private func addressSpace() -> UInt {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return 0 }
    return (text.split(separator: " ").first.flatMap { UInt($0) } ?? 0) * UInt(sysconf(Int32(_SC_PAGESIZE)))
}

private func limitAddressSpace(to bytes: UInt) {
    var limit = rlimit()
    let resource = __rlimit_resource_t(RLIMIT_AS.rawValue)
    getrlimit(resource, &limit)
    limit.rlim_cur = bytes
    setrlimit(resource, &limit)
}

/// A system without memory for a thread's ring. The sanitizers reserve terabytes, which a limit cannot tell from a
/// program's own use.
@Suite(.disabled(if: addressSpace() > 1 << 40)) struct MemoryShortageTests {
    @Test func callsOfAThreadWithoutMemoryForItsRingReachTheirTargetAndAreDropped() async {
        await #expect(processExitsWith: .success) {
            let proxy = SampleProxy(recorder: Recorder())
            let target = SampleTarget()
            proxy.setForwardDelegate(target, retain: true)
            proxy.count(0, named: "before")
            proxy.recorder.flush()
            let ready = DispatchSemaphore(value: 0)
            let go = DispatchSemaphore(value: 0)
            let done = DispatchSemaphore(value: 0)
            let thread = Thread {
                // What the thread's allocator needs for itself.
                for size in [16, 256, 4_096] { free(malloc(size)) }
                ready.signal()
                for number in 1...2 {
                    go.wait()
                    proxy.count(number, named: "later")
                    done.signal()
                }
            }
            thread.start()
            ready.wait()
            limitAddressSpace(to: addressSpace() + 32_768)
            go.signal()
            done.wait()
            limitAddressSpace(to: .max)
            let short = proxy.recorder.status
            go.signal()
            done.wait()
            proxy.recorder.flush()
            let status = proxy.recorder.status
            let threads = proxy.recorder.invocations().items.map(\.thread.id)
            #expect(target.calls.count == 3)
            #expect(short.dropped == 1 && status.dropped == 1 && status.recorded == 2 && status.unaccounted == 0)
            #expect(Set(threads).count == 2)
        }
    }
}
