// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A document named on the command line: a file, a pipe or another device, or `-` for standard input.
enum XMLInput {
    /// The whole document. Only files can be mapped; anything else is read to its end.
    static func data(of path: String) throws(CommandFailure) -> Data {
        let file = try InputFile(path)
        defer { if !file.isStandardInput { close(file.descriptor) } }
        do {
            // Standard input may be a file that another program has read the beginning of.
            guard file.isRegular, !file.isStandardInput else { return try rest(of: file.descriptor) }
            return try Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)
        } catch {
            let reason = (error as? SystemError)?.description ?? error.localizedDescription
            throw CommandFailure("\(file.name) cannot be read: \(reason).")
        }
    }

    private static func rest(of descriptor: Int32) throws -> Data {
        var data = Data()
        var part = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = try part.withUnsafeMutableBytes { try DescriptorFile.read($0, from: descriptor) }
            guard count > 0 else { return data }
            data.append(contentsOf: part[..<count])
        }
    }
}
