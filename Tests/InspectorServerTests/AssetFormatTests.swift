// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import AssetFormat
import Testing

@Suite struct AssetFormatTests {
    /// RFC 4648, 10 "Test Vectors".
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ])
    func encodesBase64(plain: String, encoded: String) {
        #expect(Base64.encode(Array(plain.utf8)) == encoded)
        #expect(Base64.decode(encoded.utf8) == Array(plain.utf8))
    }

    @Test func decodesEveryByte() {
        let bytes = (0...255).map(UInt8.init) + [0, 255, 254]
        #expect(Base64.decode(Base64.encode(bytes).utf8) == bytes)
    }

    @Test func makesStrongTags() {
        let tag = ContentTag.make(Array("content".utf8))
        #expect(tag == ContentTag.make(Array("content".utf8)))
        #expect(tag != ContentTag.make(Array("contenT".utf8)))
        #expect(tag != ContentTag.make(Array("tnetnoc".utf8)))
        #expect(tag.hasPrefix("\"") && tag.utf8.count == 34)
    }

    @Test func knowsTheMediaTypesOfThePage() {
        #expect(MediaType.ofFile(named: "a/b.MJS") == "text/javascript; charset=utf-8")
        #expect(MediaType.ofFile(named: "x.css") == "text/css; charset=utf-8")
        #expect(MediaType.ofFile(named: "README") == "application/octet-stream")
        #expect(MediaType.ofFile(named: "a.unknown") == "application/octet-stream")
    }
}
