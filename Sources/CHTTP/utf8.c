// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// UTF-8 according to Unicode 16.0, table 3-7 "Well-Formed UTF-8 Byte Sequences".

#include "utf8.h"

/// The permitted range of the second byte after `lead`, and the number of bytes that follow; 0 if `lead` is invalid.
static size_t follow_count(uint8_t lead, uint8_t *low, uint8_t *high) {
    *low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    *high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    if (lead >= 0xC2 && lead <= 0xDF) return 1;
    if (lead >= 0xE0 && lead <= 0xEF) return 2;
    if (lead >= 0xF0 && lead <= 0xF4) return 3;
    return 0;
}

/// The length of the sequence at the start of `bytes`, which must not be empty.
static size_t scan(const uint8_t *bytes, size_t length, bool *is_valid) {
    *is_valid = true;
    if (bytes[0] < 0x80) return 1;
    uint8_t low, high;
    size_t follow = follow_count(bytes[0], &low, &high);
    size_t index = 1;
    while (index <= follow && index < length && bytes[index] >= low && bytes[index] <= high) {
        low = 0x80;
        high = 0xBF;
        index++;
    }
    *is_valid = follow > 0 && index == follow + 1;
    return index;
}

bool chttp__utf8_is_valid(const uint8_t *bytes, size_t length) {
    for (size_t index = 0; index < length;) {
        bool is_valid;
        index += scan(bytes + index, length - index, &is_valid);
        if (!is_valid) return false;
    }
    return true;
}
