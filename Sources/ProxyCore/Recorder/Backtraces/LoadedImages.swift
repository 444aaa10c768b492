// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CRuntime

/// The program and the libraries that it had loaded at one moment.
struct LoadedImages: Sendable {
    /// The program's file or a library's; one code segment of it.
    struct Image: Sendable {
        let start: UInt
        let end: UInt
        /// Difference between an address and the offset in the file.
        let base: UInt
        /// The file's name without its folder.
        let name: String
    }

    /// In ascending order of their addresses.
    private let images: [Image]

    /// Reads the list of the dynamic linker.
    static func now() -> LoadedImages {
        var images: [Image] = []
        withUnsafeMutablePointer(to: &images) { pointer in
            cruntime_each_image(pointer) { context, start, end, base, path in
                let path = String(cString: path)
                let name = path.isEmpty ? CommandLine.programName : String(path.split(separator: "/").last ?? "")
                context!.assumingMemoryBound(to: [Image].self).pointee
                    .append(Image(start: start, end: end, base: base, name: name))
            }
        }
        return LoadedImages(images: images.sorted { $0.start < $1.start })
    }

    /// The image with the code at an address.
    func image(at address: UInt) -> Image? {
        var low = 0
        var high = images.count
        while low < high {
            let middle = (low + high) / 2
            if images[middle].start <= address { low = middle + 1 } else { high = middle }
        }
        guard low > 0, address < images[low - 1].end else { return nil }
        return images[low - 1]
    }

    /// The address of an offset in the image with a name.
    func address(of offset: UInt64, in name: String) -> UInt? {
        guard let image = images.first(where: { $0.name == name && $0.contains(offset) }) else { return nil }
        return image.base &+ UInt(offset)
    }
}

extension LoadedImages.Image {
    fileprivate func contains(_ offset: UInt64) -> Bool {
        let address = base &+ UInt(offset)
        return start <= address && address <= end
    }
}

extension CommandLine {
    /// Name of the program's file, without its folder.
    fileprivate static var programName: String {
        String(arguments.first?.split(separator: "/").last ?? "program")
    }
}
