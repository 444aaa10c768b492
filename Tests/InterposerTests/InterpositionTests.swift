// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Testing

/// The tests that change tables of this process. One of them looks at the protection of its memory, so they run one after
/// the other.
@Suite(.serialized) enum InterpositionTests {}
