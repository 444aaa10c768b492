// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The formats of exports belong to whoever serves or saves them.
@_exported public import CallExport
