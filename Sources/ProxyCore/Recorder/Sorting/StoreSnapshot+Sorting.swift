// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension StoreSnapshot {
    /// The first invocations of a sorted list of stored records.
    ///
    /// - Parameter reader: Reads the records to sort.
    func sorted(_ request: SortedRequest, _ reader: StartOrderReader, _ decoder: InvocationDecoder) -> SortedPart {
        let filter = request.range.filter
        let program = filter.isEverything ? nil : FilterProgram(filter, decoder: decoder)
        let keys = RecordSortKeys(request.sort, decoder)
        var places = FirstPlaces(request.limit, request.range.order)
        var scan = RecordScan(reader, program, ScanBudget(time: request.range.time))
        let end = scan.forEach { record in
            let place = keys.place(of: record.header)
            if places.admits(place), request.contains(place) { places.insert(place) }
            return true
        }
        var part = SortedPart()
        part.items = places.sorted.compactMap { record(seq: $0.seq) }.map(decoder.invocation)
        part.isComplete = end == .complete
        part.isPartial = program?.isPartial ?? false
        return part
    }
}
