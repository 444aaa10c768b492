// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#include "faulty_system.h"

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/// Answers one or two system calls of all threads by an action of seccomp(2).
static bool answer(uint32_t first, uint32_t second, uint32_t action) {
    struct sock_filter instructions[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, first, 1, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, second, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, action),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {.len = sizeof instructions / sizeof *instructions, .filter = instructions};
    // seccomp(2): without privileges, the process must first give up gaining any.
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return false;
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) == 0;
}

static bool refuse(uint32_t first, uint32_t second, uint32_t error) {
    return answer(first, second, SECCOMP_RET_ERRNO | error);
}

bool faulty_kernel_refuse_membarrier(void) { return refuse(SYS_membarrier, SYS_membarrier, EPERM); }

bool faulty_kernel_refuse_copies(void) { return refuse(SYS_process_vm_readv, SYS_process_vm_readv, EPERM); }

bool faulty_kernel_forbid_copies(void) {
    return answer(SYS_process_vm_readv, SYS_process_vm_readv, SECCOMP_RET_KILL_PROCESS);
}

bool faulty_kernel_refuse_threads(void) { return refuse(SYS_clone, SYS_clone3, EAGAIN); }
