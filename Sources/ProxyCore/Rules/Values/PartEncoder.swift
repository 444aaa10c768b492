// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Encodes a value as a part.
struct PartEncoder: Encoder {
    let part: EncodedPart
    let json: ValueJSON
    let codingPath: [any CodingKey]

    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(KeyedParts(part, json, codingPath))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { UnkeyedParts(part, json, codingPath) }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        SinglePart(part: part, json: json, codingPath: codingPath)
    }
}

private struct SinglePart: SingleValueEncodingContainer {
    let part: EncodedPart
    let json: ValueJSON
    let codingPath: [any CodingKey]

    func encodeNil() { part.setNull() }
    func encode<Value: Encodable>(_ value: Value) throws { try part.set(value, json) }
}

/// The members of an object. A part that couldn't be added gets lost, and the next `encode` throws.
private struct KeyedParts<Key: CodingKey>: KeyedEncodingContainerProtocol {
    private let part: EncodedPart
    private let json: ValueJSON
    let codingPath: [any CodingKey]

    init(_ part: EncodedPart, _ json: ValueJSON, _ codingPath: [any CodingKey]) {
        part.becomeObject()
        self.part = part
        self.json = json
        self.codingPath = codingPath
    }

    func encodeNil(forKey key: Key) throws { try part.member(key.stringValue, json).setNull() }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        try part.member(key.stringValue, json).set(value, label: key.stringValue, json)
    }

    func nestedContainer<Inner>(keyedBy type: Inner.Type, forKey key: Key) -> KeyedEncodingContainer<Inner> {
        encoder(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { encoder(key).unkeyedContainer() }

    func superEncoder() -> any Encoder { encoder(PlaceKey.parent) }
    func superEncoder(forKey key: Key) -> any Encoder { encoder(key) }

    private func encoder(_ key: any CodingKey) -> PartEncoder {
        let inner = (try? part.member(key.stringValue, json)) ?? EncodedPart()
        return PartEncoder(part: inner, json: json, codingPath: codingPath + [key])
    }
}

/// The elements of an array.
private struct UnkeyedParts: UnkeyedEncodingContainer {
    private let part: EncodedPart
    private let json: ValueJSON
    let codingPath: [any CodingKey]

    init(_ part: EncodedPart, _ json: ValueJSON, _ codingPath: [any CodingKey]) {
        part.becomeArray()
        self.part = part
        self.json = json
        self.codingPath = codingPath
    }

    var count: Int { part.count }

    func encodeNil() throws { try part.append(json).setNull() }
    func encode<Value: Encodable>(_ value: Value) throws { try part.append(json).set(value, json) }

    func nestedContainer<Inner>(keyedBy type: Inner.Type) -> KeyedEncodingContainer<Inner> {
        encoder().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder().unkeyedContainer() }
    func superEncoder() -> any Encoder { encoder() }

    private func encoder() -> PartEncoder {
        let key = PlaceKey(intValue: count)
        let inner = (try? part.append(json)) ?? EncodedPart()
        return PartEncoder(part: inner, json: json, codingPath: codingPath + [key])
    }
}
