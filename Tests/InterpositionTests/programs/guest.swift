// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Glibc

// A program that calls its delegate, and then does what its first argument says.

// The compiler shortens no path to one of two conforming types.
protocol GuestDelegate: AnyObject {
    func arrived(with count: Int) -> Int
}

final class Host: GuestDelegate {
    func arrived(with count: Int) -> Int { count + 1 }
}

final class Absent: GuestDelegate {
    func arrived(with count: Int) -> Int { 0 }
}

@inline(never) @_optimize(none) func delegate(_ isThere: Bool) -> any GuestDelegate { isThere ? Host() : Absent() }

func say(_ text: String) {
    print(text)
    fflush(stdout)
}

func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    let handler = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    return handler == unsafeBitCast(SIG_IGN, to: Int.self)
}

/// What a program inherits from whoever starts it.
func tell() {
    var mask = sigset_t()
    pthread_sigmask(SIG_BLOCK, nil, &mask)
    let signals: ClosedRange<Int32> = 1...64
    say("blocked \(signals.filter { sigismember(&mask, $0) == 1 })")
    say("ignored \(signals.filter(isIgnored))")
    var pending = sigset_t()
    sigpending(&pending)
    say("pending \(signals.filter { sigismember(&pending, $0) == 1 })")
    // Those that it would pass on.
    say("descriptors \((0..<Int32(1024)).filter { fcntl($0, F_GETFD) >= 0 && fcntl($0, F_GETFD) & FD_CLOEXEC == 0 })")
    for text in UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc)) { puts(text!) }
    var variable = environ
    while let text = variable.pointee {
        puts(text)
        variable += 1
    }
    fflush(stdout)
}

/// Calls the delegate again and again, for some microseconds.
func call(for time: UInt32) {
    let delegate = delegate(true)
    for number in 0..<50 {
        _ = delegate.arrived(with: number)
        usleep(time / 50)
    }
}

let arguments = CommandLine.arguments
say("delegate \(delegate(true).arrived(with: arguments.count))")

switch arguments.dropFirst().first {
case "tell": tell()
case "exit": exit(Int32(arguments[2])!)
case "block":
    // A signal is pending for this thread at the end.
    var blocked = sigset_t()
    sigemptyset(&blocked)
    sigaddset(&blocked, SIGUSR1)
    pthread_sigmask(SIG_BLOCK, &blocked, nil)
    pthread_kill(pthread_self(), SIGUSR1)
case "read":
    // A thread waits for input, and has that stream locked; other streams have something in their buffers.
    var thread = pthread_t()
    let read: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { _ in
        _ = readLine()
        return nil
    }
    pthread_create(&thread, nil, read, nil)
    while ftrylockfile(stdin) == 0 {
        funlockfile(stdin)
        sched_yield()
    }
    fputs("kept", fopen(arguments[2], "w"))
    print("the end")
case "quick": quick_exit(Int32(arguments[2])!)
case "kill":
    // Swift's own handler returns once.
    while true { kill(getpid(), Int32(arguments[2])!) }
case "shell":
    let status = system(arguments[2])
    say("shell \(status)")
case "close":
    for descriptor in Int32(3)..<1024 { close(descriptor) }
case "reuse":
    // The file gets the numbers of whatever was open, from standard error on.
    for descriptor in Int32(2)..<1024 { close(descriptor) }
    // While they are closed, and while they are the program's, the recording has something to write and to send.
    call(for: 300_000)
    for descriptor in Int32(2)..<100 {
        let opened = open(arguments[2], O_RDWR | O_CREAT | O_APPEND, 0o600)
        precondition(opened == descriptor)
    }
    for descriptor in Int32(100)..<1024 { precondition(dup2(2, descriptor) == descriptor) }
    call(for: 300_000)
case "numbers":
    let next = open("/dev/null", O_RDONLY)
    say("number \(next)")
    // Numbers that the program has chosen for its own files.
    for descriptor in next..<250 { precondition(dup2(next, descriptor) == descriptor) }
    call(for: 100_000)
case "errors":
    fputs("an error\n", stderr)
    say("written \(write(STDERR_FILENO, "another\n", 8))")
    // Sockets, and what else has no file.
    let strange = (Int32(0)...2).filter { descriptor in
        var status = stat()
        return fstat(descriptor, &status) == 0 && [0, S_IFSOCK].contains(status.st_mode & S_IFMT)
    }
    exit(Int32(strange.count))
default: break
}
