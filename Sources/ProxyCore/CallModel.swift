// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// What a call is belongs to whoever imports the recorder.
@_exported public import CallModel
