// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CInterpose
import Glibc
import Interposer
import ProxyCore

// Has the inspector in it, and loads the library in its second argument. The first says what becomes of it.

typealias Doubling = @convention(c) (Int) -> Int

let path = CommandLine.arguments[2]

func load(_ path: String) -> UnsafeMutableRawPointer {
    guard let handle = dlopen(path, RTLD_NOW | RTLD_LOCAL) else { fatalError(String(cString: dlerror())) }
    return handle
}

/// Puts a breakpoint into a function, as a debugger does.
func stop(at function: UnsafeMutableRawPointer) {
    let size = UInt(getpagesize())
    let page = UnsafeMutableRawPointer(bitPattern: UInt(bitPattern: function) & ~(size - 1))
    guard mprotect(page, Int(size), PROT_READ | PROT_WRITE | PROT_EXEC) == 0 else { fatalError("not writable") }
    #if arch(x86_64)
    function.storeBytes(of: 0xCC, as: UInt8.self)
    #else
    function.storeBytes(of: 0xD420_0000, as: UInt32.self)
    #endif
}

/// What an interposer says of the library's requirements, which are called.
///
/// - Parameter isDebugged: Whether there is a breakpoint in a function that is not called.
func replaced(isDebugged: Bool = false) {
    let handle = load(path)
    let double = unsafeBitCast(dlsym(handle, "plugin_double"), to: Doubling.self)
    if isDebugged { stop(at: dlsym(handle, "plugin_is_interposed")!) }
    guard rename(CommandLine.arguments[3], path) == 0 else { fatalError("not renamed") }
    let interposer = Interposer.install("plugin.Plug")
    print(double(7))
    for reason in Set(interposer.entries.map { $0.refusal ?? "recorded" }).sorted() { print(reason) }
}

/// Numbers of conformances, protocols and types.
func declarations() -> [Int] {
    var counts = [0, 0, 0]
    counts.withUnsafeMutableBufferPointer { counts in
        cinterpose_each_conformance(counts.baseAddress) { context, _ in
            context!.assumingMemoryBound(to: Int.self)[0] += 1
            return true
        }
        cinterpose_each_protocol(counts.baseAddress) { context, _ in
            context!.assumingMemoryBound(to: Int.self)[1] += 1
            return true
        }
        cinterpose_each_type(counts.baseAddress) { context, _, _ in
            context!.assumingMemoryBound(to: Int.self)[2] += 1
            return true
        }
    }
    return counts
}

/// What the library declared is not found any more. Nothing here casts, which the runtime would read the library for.
func closed() {
    let before = declarations()
    let handle = load(path)
    let between = declarations()
    dlclose(handle)
    puts(dlopen(path, RTLD_NOW | RTLD_NOLOAD) == nil ? "gone" : "kept")
    let after = declarations()
    for index in 0..<3 { puts("\(between[index] - before[index]) \(after[index] - before[index])") }
    puts(cinterpose_has_closed_images() ? "noticed" : "missed")
    fflush(stdout)
    _exit(0)
}

/// Loads the library again where it was. The loader may choose a place that has become free above that; it is taken then.
func reload(at place: UnsafeRawPointer) -> UnsafeMutableRawPointer {
    for _ in 0..<100 {
        let handle = load(path)
        let base = cinterpose_image_of(dlsym(handle, "plugin_double")!).base!
        if base == place { return handle }
        dlclose(handle)
        _ = mmap(UnsafeMutableRawPointer(mutating: base), 4_096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    }
    fatalError("loaded elsewhere")
}

/// Whether the library's calls are recorded when it was closed and loaded again. Nothing casts while it is closed.
func reopened() {
    typealias Question = @convention(c) () -> Bool
    var handle = load(path)
    let interposer = Interposer.install("plugin.Plug")
    let recorder = Recorder.shared
    func recordedCount() -> UInt64 {
        let double = unsafeBitCast(dlsym(handle, "plugin_double"), to: Doubling.self)
        guard double(7) == 14, double(3) == 6 else { fatalError("not doubled") }
        recorder.flush()
        return recorder.status.recorded
    }
    print(recordedCount())
    let place = cinterpose_image_of(dlsym(handle, "plugin_double")!).base!
    dlclose(handle)
    guard dlopen(path, RTLD_NOW | RTLD_NOLOAD) == nil else { fatalError("kept") }
    handle = reload(at: place)
    interposer.update()
    print(unsafeBitCast(dlsym(handle, "plugin_is_interposed"), to: Question.self)())
    print(recordedCount())
    for reason in Set(interposer.entries.map { $0.refusal ?? "recorded" }).sorted() { print(reason) }
}

/// What an interposer says of the types of two libraries with the same names.
func versions() {
    let handles = [path, CommandLine.arguments[3]].map(load)
    let interposer = Interposer.install("versions.Shelf")
    for handle in handles { print(unsafeBitCast(dlsym(handle, "versions_put"), to: Doubling.self)(7)) }
    for text in interposer.entries.map({ $0.refusal ?? $0.limitation ?? "read" }).sorted() { print(text) }
    Recorder.shared.flush()
    for call in Recorder.shared.invocations().items.reversed() {
        print(call.arguments.map { $0.value.children.map { $0.children.map { "\($0.content)" } } })
    }
}

switch CommandLine.arguments[1] {
case "replaced": replaced()
case "debugged": replaced(isDebugged: true)
case "closed": closed()
case "reopened": reopened()
case "versions": versions()
default: fatalError("unknown case")
}
