// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#include "cruntime.h"

#include <stddef.h>
#include <stdint.h>

const void *swift_getTypeContextDescriptor(const void *metadata);

// Descriptors as swift/ABI/Metadata.h and swift/RemoteInspection/Records.h lay them out: pointers are relative to where
// they stand, 0 for none.
typedef struct {
    uint32_t flags;
    int32_t parent;
    int32_t name;
    int32_t access_function;
    int32_t fields;
} type_descriptor;

typedef struct {
    int32_t type_name;
    int32_t superclass_name;
    uint16_t kind;
    uint16_t record_size;
    uint32_t count;
} field_descriptor;

typedef struct {
    uint32_t flags;
    int32_t type_name;
    int32_t name;
} field_record;

enum { class_kind = 16, struct_kind = 17 };

static const void *relative(const int32_t *offset) {
    return *offset == 0 ? NULL : (const char *)offset + *offset;
}

/// The reference that a field's mangled type ends with: `Xw`, `Xo` or `Xu`, the outermost operator of such a type.
static cruntime_reference reference_of(const char *type_name) {
    char last = 0;
    char before = 0;
    for (const char *next = type_name; *next != 0; next++) {
        before = last;
        last = *next;
        // Bytes up to 0x17 stand before a relative reference of four bytes, those up to 0x1F before a pointer. Either
        // may have zeros in it.
        if (*next >= 0x01 && *next <= 0x17) next += sizeof(int32_t);
        else if (*next >= 0x18 && *next <= 0x1F) next += sizeof(void *);
    }
    if (before != 'X') return CRUNTIME_STRONG;
    switch (last) {
    case 'w': return CRUNTIME_WEAK;
    case 'o': return CRUNTIME_UNOWNED;
    case 'u': return CRUNTIME_UNMANAGED;
    default: return CRUNTIME_STRONG;
    }
}

bool cruntime_field_at(const void *type, size_t index, cruntime_field *field) {
    const type_descriptor *descriptor = swift_getTypeContextDescriptor(type);
    if (descriptor == NULL) return false;
    uint32_t kind = descriptor->flags & 0x1F;
    if (kind != class_kind && kind != struct_kind) return false;
    const field_descriptor *fields = relative(&descriptor->fields);
    if (fields == NULL || index >= fields->count || fields->record_size < sizeof(field_record)) return false;
    const field_record *record = (const void *)((const char *)(fields + 1) + index * fields->record_size);
    const char *type_name = relative(&record->type_name);
    field->name = relative(&record->name);
    field->reference = type_name != NULL ? reference_of(type_name) : CRUNTIME_STRONG;
    return true;
}
