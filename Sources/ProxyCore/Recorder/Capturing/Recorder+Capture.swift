// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension Recorder {
    /// Which calls are recorded. A change holds for calls that begin afterwards.
    ///
    /// Calls made inside a call that is left out have its parent as theirs.
    public var captureRules: CaptureRules {
        get { engine.gate.pointee.rules }
        set { engine.gate.pointee.changeRules { $0 = newValue } }
    }

    /// Changes parts of the rules in one step; nil keeps a part as it is.
    ///
    /// - Returns: The rules after the change.
    @discardableResult
    package func changeCaptureRules(include: [String]?, exclude: [String]?) -> CaptureRules {
        var result = CaptureRules()
        engine.gate.pointee.changeRules { rules in
            if let include { rules.include = include }
            if let exclude { rules.exclude = exclude }
            result = rules
        }
        return result
    }

    /// Decides what to keep of each record; nil to keep all of all. A change holds for records that are stored
    /// afterwards, and leaves stored ones as they are.
    ///
    /// Records that it drops count as suppressed and are missing from all statistics. Calls made inside such a call keep
    /// its number as that of their parent.
    public var transform: RecordTransform? {
        get { engine.transform }
        set { engine.transform = newValue }
    }
}

extension CaptureRules {
    /// The patterns in a text that has semicolons between them.
    package static func patterns(in text: String) -> [String] {
        // Spaces around a pattern are for people.
        text.split(separator: ";").compactMap { part in
            let start = part.drop { $0 == " " }
            let end = start.lastIndex { $0 != " " }
            return end.map { String(start[...$0]) }
        }
    }
}
