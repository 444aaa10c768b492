// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProgramInspection

/// The descriptors that this process was started with.
enum InheritedDescriptors {
    private static let noted = OpenDescriptors.all

    /// Notes the descriptors. Call it before anything is opened.
    static func note() { _ = noted }

    /// Lets a program that takes the place of this one have these descriptors, and no others.
    static func closeOthersOnExec() {
        guard let noted, let all = OpenDescriptors.all else { return }
        for descriptor in all.subtracting(noted) { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    }
}
