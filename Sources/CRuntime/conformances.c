// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE

#include "cruntime.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>

// The runtime's list of metadata sections per image, laid out as in swift/Runtime/MetadataSections.h. Version 3 is the
// first with this prefix; fields appended by later versions are not read.
typedef struct {
    uintptr_t start;
    size_t length;
} section_range;

typedef struct {
    uintptr_t version;
    uintptr_t base_address;
    void *unused[2];
    section_range protocols;
    section_range conformances;
} metadata_sections;

void swift_enumerateAllMetadataSections(bool (*body)(const metadata_sections *, void *), void *context);
const void *swift_getTypeContextDescriptor(const void *metadata);

// A conformance record, laid out as in swift/ABI/Metadata.h; its pointers are relative to their own addresses.
typedef struct {
    int32_t protocol;
    int32_t type;
    int32_t witness_table;
    uint32_t flags;
} conformance;

enum { most_protocols = 8 };

typedef struct {
    const void *type;
    const void *ignored_protocol;
    const void *protocols[most_protocols];
    uintptr_t other_types[most_protocols];
    size_t protocol_count;
    bool is_counting;
} search;

static const void *relative(const int32_t *offset) { return (const char *)offset + *offset; }

/// A relative pointer whose lowest bit marks an indirection.
static const void *relative_indirectable(const int32_t *offset) {
    const char *address = (const char *)offset + (*offset & ~1);
    return (*offset & 1) != 0 ? *(const void *const *)address : address;
}

/// The descriptor of the conforming type; NULL for an Objective-C class.
static const void *conforming_type(const conformance *one) {
    switch ((one->flags >> 3) & 7) {
    case 0: return relative(&one->type);
    case 1: return *(const void *const *)relative(&one->type);
    default: return NULL;
    }
}

static void look_at(const conformance *one, search *search) {
    const void *protocol = relative_indirectable(&one->protocol);
    bool is_own = conforming_type(one) == search->type;
    if (search->is_counting) {
        for (size_t i = 0; i < search->protocol_count; i++) {
            if (search->protocols[i] == protocol && !is_own) search->other_types[i]++;
        }
    } else if (is_own && protocol != search->ignored_protocol && search->protocol_count < most_protocols) {
        search->protocols[search->protocol_count++] = protocol;
    }
}

static bool look_through(const metadata_sections *sections, void *context) {
    // The runtime keeps the sections of libraries that the program has closed.
    struct dl_find_object image;
    if (_dl_find_object((void *)(uintptr_t)sections, &image) != 0 || sections->version < 3) return true;
    const int32_t *records = (const int32_t *)sections->conformances.start;
    for (size_t i = 0; i < sections->conformances.length / sizeof(int32_t); i++) {
        look_at(relative(&records[i]), context);
    }
    return true;
}

uintptr_t cruntime_fewest_other_conformers(const void *class, const void *ignored_protocol) {
    search search = {.type = swift_getTypeContextDescriptor(class), .ignored_protocol = ignored_protocol};
    if (search.type == NULL) return UINTPTR_MAX;
    swift_enumerateAllMetadataSections(look_through, &search);
    search.is_counting = true;
    swift_enumerateAllMetadataSections(look_through, &search);
    uintptr_t fewest = UINTPTR_MAX;
    for (size_t i = 0; i < search.protocol_count; i++) {
        if (search.other_types[i] < fewest) fewest = search.other_types[i];
    }
    return fewest;
}
