// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import Reactive

/// Every object has `.rx`.
extension NSObject: ReactiveCompatible {}
