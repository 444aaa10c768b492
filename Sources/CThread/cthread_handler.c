// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE

#include "cthread_handler.h"

#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unwind.h>

#include "cthread.h"
#include "cthread_internal.h"

/// Others' frames are read, too.
#define NO_SANITIZER __attribute__((no_sanitize("address", "thread")))

enum {
    SEARCHED = 128 << 10,
    /// Linux keeps at least so much free below the initial thread's stack.
    LARGEST_STACK = 128 << 20,
    /// All systems have pages of at least this size.
    PAGE = 4096,
};

/// Whether the code at an address is what ends handlers: rt_sigreturn(2). The address may be that of anything.
NO_SANITIZER static bool ends_handlers(uintptr_t address) {
#if defined(__x86_64__)
    // mov $15, %rax; syscall
    static const unsigned char code[] = {0x48, 0xc7, 0xc0, 0x0f, 0x00, 0x00, 0x00, 0x0f, 0x05};
#elif defined(__aarch64__)
    // mov x8, #139; svc #0
    static const unsigned char code[] = {0x68, 0x11, 0x80, 0xd2, 0x01, 0x00, 0x00, 0xd4};
#endif
    if (!cthread_is_readable(address) || !cthread_is_readable(address + sizeof code - 1)) return false;
    // Sanitizers look at what memcmp(3) reads, which may be freed memory.
    const volatile unsigned char *found = (const volatile unsigned char *)address;
    for (size_t index = 0; index < sizeof code; index++) {
        if (found[index] != code[index]) return false;
    }
    return true;
}

#if defined(__x86_64__)

/// The words of a frame up to the segment registers (Linux, `struct rt_sigframe`; `struct ucontext`): where the handler
/// returns to, flags, the linked context, and, after the description of a stack, the registers and the signals that were
/// blocked before.
enum { FLAGS = 1, LINK = 2, SEGMENTS = 24, BLOCKED = 38, WORDS = 39, USER_CODE = 0x33 };

NO_SANITIZER static bool is_frame(const uintptr_t *words) {
    return words[LINK] == 0 && words[FLAGS] < 0x100 && (words[SEGMENTS] & 0xffff) == USER_CODE
        && ends_handlers(words[0]);
}

// Weak, because a program may be linked without them.
#pragma weak _Unwind_Backtrace
#pragma weak _Unwind_GetCFA
#pragma weak _Unwind_GetIP

/// What may be the frame of a handler, and whether it is.
typedef struct {
    uintptr_t address, code;
    bool is_passed, is_live;
} candidate;

/// The first caller whose callee's frame ends above the candidate is the code that ends the handler.
NO_SANITIZER static _Unwind_Reason_Code look_for(struct _Unwind_Context *context, void *found) {
    candidate *wanted = found;
    if (_Unwind_GetCFA(context) <= wanted->address) return _URC_NO_REASON;
    wanted->is_passed = true;
    wanted->is_live = _Unwind_GetIP(context) == wanted->code;
    return _URC_END_OF_STACK;
}

/// Whether signals are blocked that were not when the handler began. While it runs, its own is, unless it is installed with
/// SA_NODEFER or has unblocked it.
static bool blocks_more(uint64_t before) {
    sigset_t now;
    uint64_t blocked;
    if (pthread_sigmask(SIG_SETMASK, NULL, &now) != 0) return true;
    memcpy(&blocked, &now, sizeof blocked);
    return (blocked & ~before) != 0;
}

/// Whether the frame is only what a handler left that has returned: it is inside the frame of an ordinary function, which
/// has not written there. False if that can't be told.
///
/// The unwinder may take locks and memory, so it is not asked where a handler is likely.
NO_SANITIZER static bool is_left_over(const uintptr_t *words) {
    if (blocks_more(words[BLOCKED]) || !_Unwind_Backtrace || !_Unwind_GetCFA || !_Unwind_GetIP) return false;
    candidate wanted = {.address = (uintptr_t)words, .code = words[0]};
    _Unwind_Backtrace(look_for, &wanted);
    return wanted.is_passed && !wanted.is_live;
}

#elif defined(__aarch64__)

/// The words of a frame record: the caller's record, and where the function returns to. That of a handler names the record
/// at the end of the kernel's frame (Linux, `struct frame_record`), and the code that ends handlers.
enum { CALLER = 0, RETURN = 1, WORDS = 2, FRAME = 64 << 10 };

NO_SANITIZER static bool is_frame(const uintptr_t *words) {
    uintptr_t caller = cthread_plain(words[CALLER]), address = cthread_plain(words[RETURN]);
    uintptr_t distance = caller - (uintptr_t)words;
    return distance > 0 && distance < FRAME && caller % 16 == 0 && address % 4 == 0 && ends_handlers(address);
}

/// The record does not tell what was blocked.
static bool is_left_over(const uintptr_t *words) {
    (void)words;
    return false;
}

#endif

/// The end of the initial thread's stack (glibc).
extern void *__libc_stack_end __attribute__((weak));

/// Where the stack ends that an address is on; the address itself if that is another one than the thread began with.
///
/// To ask the system for the stack of a thread takes memory. But the thread's descriptor lies above its stack.
static uintptr_t end_of_stack(uintptr_t address) {
    cthread_stack known = cthread_known_stack();
    if (known.end > 1) return address >= known.start && address < known.end ? known.end : address;
    uintptr_t end = (uintptr_t)pthread_self();
    if (cthread_is_main()) end = &__libc_stack_end ? (uintptr_t)__libc_stack_end : address;
    return end > address && end - address < LARGEST_STACK ? end : address;
}

__attribute__((noinline)) NO_SANITIZER bool cthread_is_in_handler(void) {
    stack_t other;
    if (sigaltstack(NULL, &other) == 0 && (other.ss_flags & SS_ONSTACK)) return true;
    uintptr_t start = (uintptr_t)__builtin_frame_address(0), end = end_of_stack(start);
    if (end - start > SEARCHED) end = start + SEARCHED;
    uintptr_t readable = start + sizeof(uintptr_t);
    for (uintptr_t address = start; address + WORDS * sizeof(uintptr_t) <= end; address += sizeof(uintptr_t)) {
        while (readable < address + WORDS * sizeof(uintptr_t)) {
            uintptr_t next = (readable + PAGE) & ~(uintptr_t)(PAGE - 1);
            if (!cthread_is_readable(next - PAGE)) return false;
            readable = next;
        }
        const uintptr_t *words = (const uintptr_t *)address;
        if (is_frame(words) && !is_left_over(words)) return true;
    }
    return false;
}
