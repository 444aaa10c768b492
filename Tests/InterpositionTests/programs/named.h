// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A type of C that has another name in Swift.
struct __attribute__((swift_name("Lamp"))) named_lamp {
    int level;
};
