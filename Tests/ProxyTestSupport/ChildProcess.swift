// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

package import Glibc

/// Child processes made by fork(2) alone, as programs make them that do not go on with exec.
package enum ChildProcess {
    // Swift hides the function; the symbol is there.
    private static let fork = dlsym(nil, "fork").map { unsafeBitCast($0, to: (@convention(c) () -> pid_t).self) }

    /// Runs `body` in a child process.
    ///
    /// - Parameter seconds: How long the child may take before it is ended.
    /// - Returns: What `body` returned; nil when the child was ended, by that or by a fault.
    package static func run(within seconds: UInt32 = 20, _ body: () -> Int32) -> Int32? {
        let child = begin(within: seconds)
        if child == 0 { _exit(body()) }
        return end(of: child)
    }

    /// Goes on in two processes.
    ///
    /// - Returns: 0 in the child process, its number in the other one.
    package static func begin(within seconds: UInt32 = 20) -> pid_t {
        guard let child = fork?() else { return -1 }
        if child == 0 {
            var none = sigset_t()
            sigemptyset(&none)
            pthread_sigmask(SIG_SETMASK, &none, nil)
            alarm(seconds)
        }
        return child
    }

    /// Ends the calling child process with a number for what it has observed.
    package static func report(_ observations: [String]) -> Never {
        let sum = observations.joined().utf8.reduce(UInt32(7)) { $0 &* 31 &+ UInt32($1) }
        _exit(Int32(sum & 0x7F))
    }

    /// Waits until a child process ends: what it exited with, nil when it was ended.
    package static func end(of child: pid_t) -> Int32? {
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0 {
            if errno != EINTR { return nil }
        }
        return status & 0x7F == 0 ? status >> 8 & 0xFF : nil
    }
}
