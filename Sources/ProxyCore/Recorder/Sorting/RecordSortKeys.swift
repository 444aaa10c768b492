// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The sort keys of stored records. The names that many records share are looked up once.
final class RecordSortKeys {
    private let sort: InvocationSort
    private let keys: KeyList
    /// For each call site or thread, the index of its key.
    private let indices: AddressTable<Int>

    private final class KeyList {
        var all: [SortPlace.Key] = []
    }

    init(_ sort: InvocationSort, _ decoder: InvocationDecoder) {
        self.sort = sort
        let keys = KeyList()
        self.keys = keys
        indices = AddressTable(0) { number in
            keys.all.append(
                sort == .thread
                    ? SortPlace.Key(decoder.thread(UInt16(truncatingIfNeeded: number)))
                    : SortPlace.Key(CallSite.at(number).pointee.requirement.takeUnretainedValue().selector)
            )
            return keys.all.count - 1
        }
    }

    func place(of header: StoredHeader) -> SortPlace {
        let key =
            switch sort {
            case .start: SortPlace.Key(duration: 0)
            case .duration: SortPlace.Key(duration: header.duration)
            case .selector: keys.all[indices[header.site]]
            case .thread: keys.all[indices[UInt(header.thread)]]
            }
        return SortPlace(key, seq: header.seq)
    }
}
