// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE

#include "cinterpose.h"

#include <dlfcn.h>
#include <link.h>

// The runtime's list of metadata sections per image, laid out as in swift/Runtime/MetadataSections.h; version 3 is the
// first with this prefix.
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
    section_range types;
} metadata_sections;

void swift_enumerateAllMetadataSections(bool (*body)(const metadata_sections *, void *), void *context);
__attribute__((swiftcall)) const void *swift_getTypeByMangledNameInContext(
    const uint8_t *name, size_t length, const void *context, const void *const *arguments
);
void **swift_getWitnessTable(const void *conformance, const void *type, const void *const *arguments);

// The parts of swift/ABI/Metadata.h that are read. Pointers are relative to their own addresses.
typedef struct {
    int32_t protocol;
    int32_t type;
    int32_t table;
    uint32_t flags;
} conformance_record;

typedef struct {
    uint32_t flags;
    int32_t parent;
    int32_t name;
} context_descriptor;

typedef struct {
    context_descriptor context;
    uint32_t signature_requirement_count;
    uint32_t requirement_count;
    int32_t associated_type_names;
} protocol_descriptor;

typedef struct {
    uint32_t flags;
    int32_t default_implementation;
} requirement_record;

enum {
    context_kind_mask = 0x1F,
    context_is_generic = 0x80,
    protocol_admits_all = 1 << 16,
    protocol_is_resilient = 1 << 17,
    module_kind = 0,
    protocol_kind = 3,
    struct_kind = 17,
    // How the runtime initialises metadata: 0 if it doesn't.
    type_initialization_shift = 16,
    type_initialization_mask = 3,
    signature_requirement_size = 12,
    type_reference_shift = 3,
    type_reference_mask = 7,
    type_record_mask = 3,
    direct_type = 0,
    indirect_type = 1,
    has_generic_table = 1 << 17,
    has_resilient_witnesses = 1 << 16,
    is_retroactive = 1 << 6,
    condition_count_shift = 8,
    // Each pack in the conditions is described by four halves, behind the conditions.
    pack_count_shift = 24,
    pack_size = 8,
    resilient_witness_size = 8,
    // The fourth field of a type's descriptor; a request for metadata that can be used without restriction.
    accessor_place = 3,
    complete_metadata = 0,
};

static const void *relative(const int32_t *offset) {
    return *offset == 0 ? NULL : (const char *)offset + *offset;
}

/// A relative pointer whose lowest bit marks an indirection.
static const void *relative_indirectable(const int32_t *offset) {
    if (*offset == 0) return NULL;
    const char *address = (const char *)offset + (*offset & ~1);
    return (*offset & 1) != 0 ? *(const void *const *)address : address;
}

static const char *name(const context_descriptor *context) {
    const char *name = context == NULL ? NULL : relative(&context->name);
    return name == NULL ? "" : name;
}

static uint32_t kind(const context_descriptor *context) { return context->flags & context_kind_mask; }

/// The name of the module around a context. A protocol may be nested in a type.
static const char *module_name(const context_descriptor *context) {
    for (int depth = 0; context != NULL && depth < 64; depth++) {
        if (kind(context) == module_kind) return name(context);
        context = relative_indirectable(&context->parent);
    }
    return "";
}

static const context_descriptor *conforming_type(const conformance_record *record) {
    switch ((record->flags >> type_reference_shift) & type_reference_mask) {
    case direct_type: return relative(&record->type);
    case indirect_type: {
        const void *const *type = relative(&record->type);
        return type == NULL ? NULL : *type;
    }
    default: return NULL;
    }
}

/// The metadata of a type; NULL if it has generic parameters.
static const void *complete_type(const context_descriptor *type) {
    if ((type->flags & context_is_generic) != 0) return NULL;
    typedef struct {
        const void *metadata;
        uintptr_t state;
    } response;
    typedef __attribute__((swiftcall)) response (*accessor)(uintptr_t request);
    accessor access = (accessor)(uintptr_t)relative((const int32_t *)type + accessor_place);
    return access == NULL ? NULL : access(complete_metadata).metadata;
}

typedef struct {
    void *context;
    bool (*visit)(void *context, const cinterpose_conformance *conformance);
    bool is_of_own_library;
} visitor;

cinterpose_image cinterpose_image_of(const void *address) {
    struct dl_find_object found;
    if (_dl_find_object((void *)(uintptr_t)address, &found) != 0) return (cinterpose_image){NULL, false};
    // The program has no name in the loader's list.
    const struct link_map *map = found.dlfo_link_map;
    return (cinterpose_image){found.dlfo_map_start, map != NULL && map->l_name[0] == 0};
}

/// Whether an address is in the library that this code is in, and not in the program itself.
static bool is_of_own_library(const void *address) {
    cinterpose_image own = cinterpose_image_of((const void *)(uintptr_t)is_of_own_library);
    return own.base != NULL && !own.is_program && own.base == cinterpose_image_of(address).base;
}

static bool describe(const conformance_record *record, cinterpose_conformance *conformance) {
    const protocol_descriptor *protocol = relative_indirectable(&record->protocol);
    if (protocol == NULL || kind(&protocol->context) != protocol_kind) return false;
    const context_descriptor *type = conforming_type(record);
    *conformance = (cinterpose_conformance){
        .record = record,
        .protocol = protocol,
        .type = type,
        .module = module_name(&protocol->context),
        .name = name(&protocol->context),
        .type_name = name(type),
        .table = (void **)relative(&record->table),
        .is_pattern = (record->flags & has_generic_table) != 0,
        .is_class_bound = (protocol->context.flags & protocol_admits_all) == 0,
        .requirement_count = protocol->requirement_count,
    };
    return true;
}

static bool visit_record(const conformance_record *record, visitor *visitor) {
    cinterpose_conformance conformance;
    if (!describe(record, &conformance)) return true;
    conformance.is_of_own_library = visitor->is_of_own_library;
    return visitor->visit(visitor->context, &conformance);
}

bool cinterpose_conformance_of(void **table, cinterpose_conformance *conformance) {
    if (!describe(table[0], conformance)) return false;
    conformance->table = table;
    conformance->is_of_own_library = is_of_own_library(conformance->record);
    return true;
}

/// How the runtime makes tables of a conformance: two sizes in words, of which the second has a bit in its lowest place
/// that says whether it must make one; then where code is that adds to a table, and where the runtime keeps what it has
/// made (GenericWitnessTable in the runtime's Metadata.h). NULL if it makes none.
static const char *generic_table(const conformance_record *record) {
    if ((record->flags & has_generic_table) == 0) return NULL;
    // What follows a record, in this order, as far as its flags say that it is there.
    const char *next = (const char *)(record + 1);
    if ((record->flags & is_retroactive) != 0) next += sizeof(int32_t);
    next += ((record->flags >> condition_count_shift) & 0xFF) * signature_requirement_size;
    next += (record->flags >> pack_count_shift) * pack_size;
    if ((record->flags & has_resilient_witnesses) != 0) {
        next += sizeof(uint32_t) + *(const uint32_t *)next * resilient_witness_size;
    }
    return next;
}

uint32_t cinterpose_private_words(const cinterpose_conformance *conformance) {
    const char *table = generic_table(conformance->record);
    return table == NULL ? 0 : ((const uint16_t *)table)[1] >> 1;
}

bool cinterpose_has_copies(const void *record) {
    const char *table = generic_table(record);
    const uintptr_t *kept = table == NULL ? NULL : relative((const int32_t *)table + 2);
    // Zero until the first copy: a flag that is set once, and the set of copies.
    return kept != NULL && (__atomic_load_n(&kept[0], __ATOMIC_ACQUIRE) | kept[1]) != 0;
}

/// Whether a section is in an image, as a whole.
static bool is_inside(const section_range *section, const void *base) {
    if (section->length == 0) return true;
    const char *start = (const char *)section->start;
    return cinterpose_image_of(start).base == base && cinterpose_image_of(start + section->length - 1).base == base;
}

/// Whether the image with some sections is still there. The runtime keeps those of libraries that the program has closed.
/// Their memory may be gone, or that of another image.
static bool is_loaded(const metadata_sections *sections) {
    cinterpose_image image = cinterpose_image_of(sections);
    const void *base = image.base;
    // A program that is linked statically has parts that the loader does not know of.
    if (image.is_program) return sections->version >= 3;
    return base != NULL && sections->version >= 3 && is_inside(&sections->protocols, base) &&
           is_inside(&sections->conformances, base) && is_inside(&sections->types, base);
}

static bool note_closed(const metadata_sections *sections, void *is_closed) {
    // Another library may be where it was.
    if (sections == NULL || is_loaded(sections)) return true;
    *(bool *)is_closed = true;
    return false;
}

bool cinterpose_has_closed_images(void) {
    bool is_closed = false;
    swift_enumerateAllMetadataSections(note_closed, &is_closed);
    return is_closed;
}

static bool visit_image(const metadata_sections *sections, void *context) {
    if (sections == NULL || !is_loaded(sections)) return true;
    ((visitor *)context)->is_of_own_library = is_of_own_library(sections);
    const int32_t *records = (const int32_t *)sections->conformances.start;
    for (size_t i = 0; i < sections->conformances.length / sizeof(int32_t); i++) {
        const conformance_record *record = relative(&records[i]);
        if (record != NULL && !visit_record(record, context)) return false;
    }
    return true;
}

void cinterpose_each_conformance(
    void *context, bool (*visit)(void *context, const cinterpose_conformance *conformance)
) {
    visitor visitor = {context, visit, false};
    swift_enumerateAllMetadataSections(visit_image, &visitor);
}

typedef struct {
    void *context;
    bool (*visit)(void *context, const cinterpose_protocol *protocol);
} protocol_visitor;

static bool visit_protocols(const metadata_sections *sections, void *context) {
    if (sections == NULL || !is_loaded(sections)) return true;
    const protocol_visitor *visitor = context;
    const int32_t *records = (const int32_t *)sections->protocols.start;
    bool is_own = is_of_own_library(sections);
    for (size_t i = 0; i < sections->protocols.length / sizeof(int32_t); i++) {
        const protocol_descriptor *protocol = relative_indirectable(&records[i]);
        if (protocol == NULL || kind(&protocol->context) != protocol_kind) continue;
        cinterpose_protocol found = {
            .protocol = protocol,
            .module = module_name(&protocol->context),
            .name = name(&protocol->context),
            .requirement_count = protocol->requirement_count,
            .is_of_own_library = is_own,
        };
        if (!visitor->visit(visitor->context, &found)) return false;
    }
    return true;
}

void cinterpose_each_protocol(void *context, bool (*visit)(void *context, const cinterpose_protocol *protocol)) {
    protocol_visitor visitor = {context, visit};
    swift_enumerateAllMetadataSections(visit_protocols, &visitor);
}

typedef struct {
    void *context;
    bool (*visit)(void *context, const void *descriptor, const char *module);
} type_visitor;

static bool visit_types(const metadata_sections *sections, void *context) {
    if (sections == NULL || !is_loaded(sections)) return true;
    const type_visitor *visitor = context;
    const int32_t *records = (const int32_t *)sections->types.start;
    for (size_t i = 0; i < sections->types.length / sizeof(int32_t); i++) {
        // The lowest bits say how the descriptor is referred to, as in a conformance.
        if ((records[i] & type_record_mask) != direct_type) continue;
        const context_descriptor *type = relative(&records[i]);
        if (type != NULL && !visitor->visit(visitor->context, type, module_name(type))) return false;
    }
    return true;
}

void cinterpose_each_type(
    void *context, bool (*visit)(void *context, const void *descriptor, const char *module)
) {
    type_visitor visitor = {context, visit};
    swift_enumerateAllMetadataSections(visit_types, &visitor);
}

const void *cinterpose_fixed_struct(const void *descriptor) {
    const context_descriptor *type = descriptor;
    bool is_fixed = kind(type) == struct_kind && (type->flags & context_is_generic) == 0 &&
                    (type->flags >> type_initialization_shift & type_initialization_mask) == 0;
    return is_fixed ? complete_type(type) : NULL;
}

bool cinterpose_is_resilient(const void *protocol) {
    return (((const protocol_descriptor *)protocol)->context.flags & protocol_is_resilient) != 0;
}

cinterpose_requirement cinterpose_requirement_at(const void *protocol, uint32_t index) {
    const protocol_descriptor *descriptor = protocol;
    const char *records =
        (const char *)(descriptor + 1) + descriptor->signature_requirement_count * signature_requirement_size;
    uint32_t flags = ((const requirement_record *)records)[index].flags;
    return (cinterpose_requirement){
        .kind = flags & 0xF,
        .is_instance = (flags & 0x10) != 0,
        .is_async = (flags & 0x20) != 0,
    };
}

const void *cinterpose_conforming_type(const cinterpose_conformance *conformance) {
    const context_descriptor *type = conformance->type;
    const conformance_record *record = conformance->record;
    bool is_direct = ((record->flags >> type_reference_shift) & type_reference_mask) == direct_type;
    // A type of another image may need that image's initialisation first.
    return type == NULL || !is_direct ? NULL : complete_type(type);
}

void **cinterpose_make_table(const cinterpose_conformance *conformance) {
    // An image that declares a conformance of another image's type is known to the runtime after that one is initialised.
    const context_descriptor *descriptor = conformance->type;
    const void *type = descriptor == NULL ? NULL : complete_type(descriptor);
    return type == NULL ? NULL : swift_getWitnessTable(conformance->record, type, NULL);
}

const void *cinterpose_type_by_name(
    const void *name, size_t length, const void *context, const void *arguments
) {
    return name == NULL ? NULL : swift_getTypeByMangledNameInContext(name, length, context, arguments);
}
