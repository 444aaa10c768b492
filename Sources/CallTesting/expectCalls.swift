// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import CallModel
public import ProxyCore

// MARK: Numbers of calls

/// Fails the test unless so many calls were made that pass a filter.
///
/// ```swift
/// expectCalls("selector:didReceive* arg.number:>3", count: 2...)
/// ```
///
/// - Parameters:
///   - filter: In the language of docs/filter.md. Default: all calls.
///   - count: How many: `2`, `2...`, `2...4` or `...4`. Default: at least one.
///   - recorder: Default: that of the test.
/// - Returns: The calls, in the order in which they began; none if the test has failed.
@discardableResult
public func expectCalls(
    _ filter: String = "",
    count: some CallCount = 1...,
    in recorder: Recorder = .current,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
) -> [Invocation] {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
    let check = ExpectationCheck(recorder: recorder, place: place)
    guard let filters = check.filters([filter]) else { return [] }
    return check.calls(.count(filters[0], count.bounds))
}

/// Fails the test unless so many calls that pass a filter are made within a time.
///
/// Returns as soon as there are enough; it waits for the recorder and does not poll.
///
/// - Parameters:
///   - filter: In the language of docs/filter.md. Default: all calls.
///   - count: How many. Default: at least one.
///   - time: Longest time to wait.
///   - recorder: Default: that of the test.
/// - Returns: The calls, in the order in which they began; none if the test has failed.
@discardableResult
public func expectCalls(
    _ filter: String = "",
    count: some CallCount = 1...,
    within time: Duration,
    in recorder: Recorder = .current,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
) async -> [Invocation] {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
    let check = ExpectationCheck(recorder: recorder, place: place)
    guard let filters = check.filters([filter]) else { return [] }
    return await check.calls(.count(filters[0], count.bounds), within: time, isolation: isolation)
}

/// Fails the test if a call was made that passes a filter.
///
/// - Parameters:
///   - filter: In the language of docs/filter.md. Default: all calls.
///   - recorder: Default: that of the test.
public func expectNoCalls(
    _ filter: String = "",
    in recorder: Recorder = .current,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
) {
    expectCalls(filter, count: 0, in: recorder, fileID: fileID, filePath: filePath, line: line, column: column)
}

/// Fails the test if a call that passes a filter is made before a time has passed.
///
/// - Parameters:
///   - filter: In the language of docs/filter.md. Default: all calls.
///   - time: How long to wait, if there is no such call.
///   - recorder: Default: that of the test.
public func expectNoCalls(
    _ filter: String = "",
    for time: Duration,
    in recorder: Recorder = .current,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
) async {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
    let check = ExpectationCheck(recorder: recorder, place: place)
    guard let filters = check.filters([filter]) else { return }
    await check.holds(.count(filters[0], 0...0), for: time, isolation: isolation)
}

// MARK: Order

/// Fails the test unless there is a call for each filter, in this order. Other calls may be in between.
///
/// ```swift
/// expectOrder(["selector:willOpen*", "selector:didOpen*"])
/// ```
///
/// - Parameters:
///   - filters: In the language of docs/filter.md.
///   - recorder: Default: that of the test.
/// - Returns: One call for each filter; none if the test has failed.
@discardableResult
public func expectOrder(
    _ filters: [String],
    in recorder: Recorder = .current,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
) -> [Invocation] {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
    let check = ExpectationCheck(recorder: recorder, place: place)
    guard let filters = check.filters(filters) else { return [] }
    return check.calls(.order(filters))
}

/// Fails the test unless a call for each filter is made within a time, in this order.
///
/// - Parameters:
///   - filters: In the language of docs/filter.md.
///   - time: Longest time to wait.
///   - recorder: Default: that of the test.
/// - Returns: One call for each filter; none if the test has failed.
@discardableResult
public func expectOrder(
    _ filters: [String],
    within time: Duration,
    in recorder: Recorder = .current,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
) async -> [Invocation] {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
    let check = ExpectationCheck(recorder: recorder, place: place)
    guard let filters = check.filters(filters) else { return [] }
    return await check.calls(.order(filters), within: time, isolation: isolation)
}

// MARK: Nothing else

/// Fails the test if a call was made that passes none of the filters.
///
/// - Parameters:
///   - filters: In the language of docs/filter.md.
///   - recorder: Default: that of the test.
public func expectOnly(
    _ filters: String...,
    in recorder: Recorder = .current,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
) {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
    let check = ExpectationCheck(recorder: recorder, place: place)
    guard let filters = check.filters(filters) else { return }
    _ = check.calls(.only(filters))
}
