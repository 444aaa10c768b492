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
    /// Whether `table` is a pattern that the runtime may copy for each set of generic arguments.
    bool is_pattern;
    /// Whether only classes conform to the protocol.
    bool is_class_bound;
    /// Whether the image is the library that this code is in; false if it is in the program.
    bool is_of_own_library;
    /// Number of requirements, and of entries in the table after the first.
    uint32_t requirement_count;
} cinterpose_conformance;

/// Calls `visit` with each conformance of each image that the Swift runtime knows of, until it returns false. Images that
/// the program has closed are left out; it must not close one meanwhile. Any thread; `visit` must not load images.
void cinterpose_each_conformance(
    void *_Nullable context,
    bool (*_Nonnull visit)(void *_Nullable context, const cinterpose_conformance *_Nonnull conformance)
);

/// A protocol that an image declares.
typedef struct {
    const void *_Nonnull protocol;
    const char *_Nonnull module;
    const char *_Nonnull name;
    uint32_t requirement_count;
    bool is_of_own_library;
} cinterpose_protocol;

/// Calls `visit` with each protocol of each image that the Swift runtime knows of, as `cinterpose_each_conformance` does
/// with conformances.
void cinterpose_each_protocol(
    void *_Nullable context,
    bool (*_Nonnull visit)(void *_Nullable context, const cinterpose_protocol *_Nonnull protocol)
);

/// Calls `visit` with the descriptor and the module of each struct, enum and class that each image declares, as
/// `cinterpose_each_conformance` does with conformances.
void cinterpose_each_type(
    void *_Nullable context,
    bool (*_Nonnull visit)(void *_Nullable context, const void *_Nonnull descriptor, const char *_Nonnull module)
);

/// The metadata of a struct that the compiler has laid out completely; NULL for another type.
const void *_Nullable cinterpose_fixed_struct(const void *_Nonnull descriptor);

/// The image that an address is in.
typedef struct {
    /// Its lowest address; NULL if there is none.
    const void *_Nullable base;
    /// Whether it is the program itself, and not a library.
    bool is_program;
} cinterpose_image;

cinterpose_image cinterpose_image_of(const void *_Nonnull address);

/// Whether the program has closed an image that the Swift runtime knows of. The runtime would read its memory to find a
/// type that it has not found before.
bool cinterpose_has_closed_images(void);

/// Whether a protocol is declared in a module that is built for library evolution, and open to clients of it.
bool cinterpose_is_resilient(const void *_Nonnull protocol);

/// The requirement with an index below `requirement_count`.
cinterpose_requirement cinterpose_requirement_at(const void *_Nonnull protocol, uint32_t index);

/// The metadata of the conforming type; NULL if it is generic or declared in another image.
const void *_Nullable cinterpose_conforming_type(const cinterpose_conformance *_Nonnull conformance);

/// The table of a conformance that has none in the image, made by the runtime; NULL for a generic type.
void *_Nullable *_Nullable cinterpose_make_table(const cinterpose_conformance *_Nonnull conformance);

/// What is known of the conformance that a table belongs to.
/// @return false if the table is none of a protocol of Swift.
bool cinterpose_conformance_of(
    void *_Nullable *_Nonnull table, cinterpose_conformance *_Nonnull conformance
);

/// The number of words before the first entry of a table that belong to it: what the runtime keeps of its generic
/// arguments.
uint32_t cinterpose_private_words(const cinterpose_conformance *_Nonnull conformance);

/// Whether the runtime has copied the pattern of a conformance for a set of generic arguments; false for one without.
bool cinterpose_has_copies(const void *_Nonnull record);

/// The type with a mangled name, NULL if it is not found. Not for names without a context if images were closed.
/// @param context the descriptor of the type that the name is written in, with its generic arguments; NULL for a name
/// without generic parameters.
const void *_Nullable cinterpose_type_by_name(
    const void *_Nullable name, size_t length, const void *_Nullable context, const void *_Nullable arguments
);

// MARK: Entries

#if defined(__x86_64__)
#define CINTERPOSE_INTEGER_ARGUMENTS 6
#elif defined(__aarch64__)
#define CINTERPOSE_INTEGER_ARGUMENTS 8
#else
#error "There are no stubs for this machine."
#endif

/// The registers of a call as it arrives, in the order in which the convention uses them.
typedef struct {
    uint64_t integers[CINTERPOSE_INTEGER_ARGUMENTS];
    uint64_t indirect_result;
    uint64_t self;
    uint64_t error;
    uint64_t async_context;
    /// The first argument that is not in a register.
    const uint64_t *_Nonnull stack;
    uint64_t unused[2];
    /// Set on entry: bytes of arguments on the stack, a multiple of 16, or `CINTERPOSE_UNKNOWN_STACK`.
    uint64_t stack_bytes;
    double vectors[8][2];
} cinterpose_registers;

/// The registers of a result. For an async function, these are the arguments with which it continues its caller.
typedef struct {
    uint64_t integers[4];
    uint64_t error;
    uint64_t self;
    double vectors[4][2];
} cinterpose_results;

/// Value of `stack_bytes` when it is not known how much of the stack the arguments take: the call goes on without a
/// frame of ours, and `leave` is not called.
#define CINTERPOSE_UNKNOWN_STACK UINT64_MAX

/// How a caller finds an async function: its code, relative to this record, and the size of the context that the caller
/// allocates for it (swift/ABI/Task.h, `AsyncFunctionPointer`).
typedef struct {
    int32_t code;
    uint32_t context_size;
} cinterpose_async_function;

/// An interposed entry. Its memory is never freed, since a thread may be about to use it.
typedef struct cinterpose_slot {
    /// The code that the entry led to.
    const void *_Nonnull original_code;
    /// Where the two stubs jump. Private.
    const void *_Nonnull call_code;
    const void *_Nonnull resume_code;
    /// For the functions that are told of calls; NULL at first. Used by `cinterpose_context` and `cinterpose_set_context`.
    void *_Nullable context;
    /// A byte whose lowest bit says whether they are told. Private.
    const uint8_t *_Nonnull gate;
    /// What takes the original's place, if it is the record of an async function. Private.
    cinterpose_async_function async_function;
    /// Where our part of an async function's context begins. Private.
    uint32_t context_offset;
    /// Number of the slot in its page. Private.
    uint32_t index;
    uint64_t unused;
} cinterpose_slot;

/// Memory of a call, from `enter` to `leave`; undefined at first.
typedef struct {
    uint64_t words[7];
} cinterpose_place;

/// Told of each call and its return. They run on the calling thread, between the caller and the witness: they must not
/// throw, and must not call through the tables that are interposed unless they know how to stop at themselves.
///
/// `leave` is not called if the call is left in another way (an exception of C++, `longjmp`, the end of the thread), and
/// for an async requirement it may be called on another thread.
typedef struct {
    void (*_Nonnull enter)(
        cinterpose_slot *_Nonnull slot, cinterpose_place *_Nonnull place, cinterpose_registers *_Nonnull registers
    );
    void (*_Nonnull leave)(
        cinterpose_slot *_Nonnull slot, cinterpose_place *_Nonnull place, const cinterpose_results *_Nonnull results
    );
} cinterpose_hooks;

/// Sets the functions that are told. Before the first entry is interposed, once.
void cinterpose_set_hooks(cinterpose_hooks hooks);

/// Prepares an entry of a table for `cinterpose_switch`, which changes it. Returns the same slot for an entry that has one,
/// unless it was that of another table, which had this memory before its library was closed.
/// @param is_async whether the requirement is async, so that the entry is a `cinterpose_async_function`.
/// @return NULL if the entry is empty or there is no memory for the stubs.
cinterpose_slot *_Nullable cinterpose_slot_for(void *_Nullable *_Nonnull entry, bool is_async);

/// The context that `cinterpose_set_context` gave the slot last.
static inline void *_Nullable cinterpose_context(const cinterpose_slot *_Nonnull slot) {
    return __atomic_load_n(&slot->context, __ATOMIC_ACQUIRE);
}

/// Gives the slot another context, which later calls see. Any thread.
/// @param gate a byte in memory that is never freed. While its lowest bit is 0, calls pass, and the functions are not told
/// of them. NULL if they are told of all. A call that comes meanwhile may see only one of the two changes.
void cinterpose_set_context(cinterpose_slot *_Nonnull slot, void *_Nullable context, const uint8_t *_Nullable gate);

/// The entry of the witness table.
void *_Nullable *_Nonnull cinterpose_entry_of(const cinterpose_slot *_Nonnull slot);

/// Puts the stubs into entries, or the originals back. Entries that somebody else has changed are left alone, and so are
/// those of images that are gone. Other threads may call meanwhile.
///
/// The runtime copies the entries of a pattern, so calls may reach the stubs of an entry that has its original again.
/// They go straight on then, and the calls under way still end with `leave`. So do calls through entries that cannot be
/// put back, because the process has no descriptor or memory left, or may not change the protection of its memory.
/// @return the number of entries that are as wanted now.
size_t cinterpose_switch(cinterpose_slot *_Nonnull const *_Nonnull slots, size_t count, bool is_on);

/// Whether the entry of a table that is in memory leads to the slot's stub.
bool cinterpose_is_entered(cinterpose_slot *_Nonnull slot);

/// Whether the entry was as wanted after the last `cinterpose_switch` with the slot.
bool cinterpose_was_written(const cinterpose_slot *_Nonnull slot);

/// What an entry has, or had before it was interposed; NULL if it is empty or leads to the stub of another entry, which it
/// was copied from.
void *_Nullable cinterpose_original(void *_Nullable *_Nonnull entry);

#endif
