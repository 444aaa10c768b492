// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation

/// The entry point.
@main
enum Program {
    /// Runs the command line.
    ///
    /// It isn't `async`, so that it's called before there are other threads: what programs are started with, which this
    /// one starts, must be what this one was started with. The threads that run tasks block signals.
    static func main() {
        SignalMask.note()
        ParentDeathSignal.note()
        InheritedDescriptors.note()
        Task {
            await InspectorServerCommand.main()
            exit(EXIT_SUCCESS)
        }
        dispatchMain()
    }
}
