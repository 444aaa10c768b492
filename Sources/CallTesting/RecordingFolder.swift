// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A folder for the recordings of failed tests. A file of an earlier run is replaced.
struct RecordingFolder {
    let path: String

    /// Writes a file and tells where it is, or why it is not. The folder is made if it is missing.
    func write(_ bytes: [UInt8], as name: String) {
        makeFolders()
        let file = "\(path)/\(name)"
        guard let stream = fopen(file, "wbe") else { return tell("cannot write \(file): \(reason)") }
        fwrite(bytes, 1, bytes.count, stream)
        let hasFailed = ferror(stream) != 0
        guard fclose(stream) == 0, !hasFailed else { return tell("cannot write \(file): \(reason)") }
        tell("the calls of a failed test are in \(file)")
    }

    private func makeFolders() {
        for end in path.indices.dropFirst() where path[end] == "/" { mkdir(String(path[..<end]), 0o777) }
        mkdir(path, 0o777)
    }

    private var reason: String { String(cString: strerror(errno)) }

    /// Tells people, on standard error.
    private func tell(_ text: String) {
        let line = Array("CallTesting: \(text)\n".utf8)
        _ = Glibc.write(STDERR_FILENO, line, line.count)
    }
}
