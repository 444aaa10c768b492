// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import Reactive

/// Gives every `NSObject` the `.rx` property.
extension NSObject: ReactiveCompatible {}
