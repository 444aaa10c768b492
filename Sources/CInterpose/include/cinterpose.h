// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#ifndef CINTERPOSE_H
#define CINTERPOSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Calls through a protocol load an entry of a witness table and jump to it. This module replaces entries by stubs, which
// tell of the call and its return, and puts the entries back. It knows the layout of witness tables (swift/ABI/Metadata.h
// and swift/ABI/MetadataValues.h) and the calling convention of the machine, but nothing of types and values.

// MARK: Conformances

/// What a requirement of a protocol is (`ProtocolRequirementFlags::Kind`).
typedef enum {
    CINTERPOSE_BASE_PROTOCOL,
    CINTERPOSE_METHOD,
    CINTERPOSE_INIT,
    CINTERPOSE_GETTER,
    CINTERPOSE_SETTER,
    CINTERPOSE_READ,
    CINTERPOSE_MODIFY,
    CINTERPOSE_ASSOCIATED_TYPE,
    CINTERPOSE_ASSOCIATED_CONFORMANCE,
} cinterpose_kind;

/// A requirement of a protocol.
typedef struct {
    uint8_t kind;
    bool is_instance;
    bool is_async;
} cinterpose_requirement;

/// A conformance that an image declares.
typedef struct {
    /// The conformance record.
    const void *_Nonnull record;
    /// The descriptor of the protocol.
    const void *_Nonnull protocol;
    /// The descriptor of the conforming type; NULL for a class of Objective-C.
    const void *_Nullable type;
    /// Name of the protocol's module, and of the protocol.
    const char *_Nonnull module;
    const char *_Nonnull name;
    /// Name of the conforming type; "" if it has none.
    const char *_Nonnull type_name;
    /// The witness table in the image; NULL if the runtime makes it, because the protocol is resilient.
    void *_Nullable *_Nullable table;
    /// Whether `table` is a pattern that the runtime copies for each set of generic arguments.
    bool is_pattern;
    /// Number of requirements, and of entries in the table after the first.
    uint32_t requirement_count;
} cinterpose_conformance;

/// Calls `visit` with each conformance of each image that the Swift runtime knows of, until it returns false. Any
/// thread; `visit` must not load images.
void cinterpose_each_conformance(
    void *_Nullable context,
    bool (*_Nonnull visit)(void *_Nullable context, const cinterpose_conformance *_Nonnull conformance)
);

/// The requirement with an index below `requirement_count`.
cinterpose_requirement cinterpose_requirement_at(const void *_Nonnull protocol, uint32_t index);

/// The table of a conformance that has none in the image, made by the runtime for a type that is not generic; NULL for
/// other types.
void *_Nullable *_Nullable cinterpose_make_table(const cinterpose_conformance *_Nonnull conformance);

// MARK: Entries

#if defined(__x86_64__)
/// The registers of a call as it arrives, in the order in which the convention uses them.
typedef struct {
    uint64_t integers[6];
    uint64_t indirect_result;
    uint64_t self;
    uint64_t error;
    uint64_t async_context;
    /// The first argument that is not in a register.
    const uint64_t *_Nonnull stack;
    /// Set on entry; given to `leave`.
    uint64_t token;
    /// Set on entry: bytes of arguments on the stack, or `CINTERPOSE_UNKNOWN_STACK`.
    uint64_t stack_bytes;
    uint64_t unused;
    double vectors[8][2];
} cinterpose_registers;

/// The registers of a result.
typedef struct {
    uint64_t integers[4];
    uint64_t error;
    uint64_t self;
    double vectors[4][2];
} cinterpose_results;
#elif defined(__aarch64__)
typedef struct {
    uint64_t integers[8];
    uint64_t indirect_result;
    uint64_t self;
    uint64_t error;
    uint64_t async_context;
    const uint64_t *_Nonnull stack;
    uint64_t token;
    uint64_t stack_bytes;
    uint64_t unused;
    double vectors[8][2];
} cinterpose_registers;

typedef struct {
    uint64_t integers[8];
    uint64_t error;
    uint64_t self;
    double vectors[8][2];
} cinterpose_results;
#else
#error "There are no stubs for this machine."
#endif

/// Value of `stack_bytes` when it is not known how much of the stack the arguments take: the call goes on without a
/// frame of ours, and `leave` is not called.
#define CINTERPOSE_UNKNOWN_STACK UINT64_MAX

/// An interposed entry. Its memory is never freed, since a thread may be about to use it.
typedef struct cinterpose_slot {
    /// What the entry was.
    void *_Nonnull original;
    /// Where the stub jumps. Private.
    const void *_Nonnull common;
    /// For the functions that are told of calls; NULL at first.
    void *_Nullable context;
    /// The entry of the witness table.
    void *_Nullable *_Nonnull entry;
} cinterpose_slot;

/// Told of each call and its return. They run on the calling thread, between the caller and the witness: they must not
/// throw, and must not call through the tables that are interposed unless they know how to stop at themselves.
typedef struct {
    void (*_Nonnull enter)(cinterpose_slot *_Nonnull slot, cinterpose_registers *_Nonnull registers);
    void (*_Nonnull leave)(
        cinterpose_slot *_Nonnull slot, uint64_t token, const cinterpose_results *_Nonnull results
    );
} cinterpose_hooks;

/// Sets the functions that are told. Before the first entry is interposed, once.
void cinterpose_set_hooks(cinterpose_hooks hooks);

/// Interposes an entry of a table; the entry itself is not changed before `cinterpose_switch`. Returns the same slot for
/// an entry that has one.
/// @return NULL if the machine's code can't be made, errno says why.
cinterpose_slot *_Nullable cinterpose_slot_for(void *_Nullable *_Nonnull entry);

/// Puts the stubs into entries, or the originals back. Entries that somebody else has changed are left alone, and so are
/// those of images that are gone. Other threads may call meanwhile.
/// @return the number of entries changed.
size_t cinterpose_switch(cinterpose_slot *_Nonnull const *_Nonnull slots, size_t count, bool is_on);

/// Whether an address is in a stub.
bool cinterpose_is_stub(const void *_Nullable address);

#endif
