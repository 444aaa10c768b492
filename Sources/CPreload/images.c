// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE

#include "images.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static const char runtime_name[] = "libswiftCore.so";

/// Where the image with an address begins; NULL if there is none.
static const void *image_of(const void *address) {
    Dl_info info;
    return dladdr(address, &info) != 0 ? info.dli_fbase : NULL;
}

bool cpreload__is_program(const void *address) {
    const void *headers = (const void *)(uintptr_t)getauxval(AT_PHDR);
    const void *program = image_of(headers);
    return program != NULL && program == image_of(address);
}

/// The library's name in a list of what an image needs.
static bool needs(const struct dl_phdr_info *image, const ElfW(Dyn) *list, const char *name) {
    uintptr_t texts = 0;
    for (const ElfW(Dyn) *entry = list; entry->d_tag != DT_NULL; entry++) {
        if (entry->d_tag == DT_STRTAB) texts = entry->d_un.d_ptr;
    }
    // The loader has made it an address, except where the list cannot be written.
    if (texts < image->dlpi_addr) texts += image->dlpi_addr;
    for (const ElfW(Dyn) *entry = list; entry->d_tag != DT_NULL; entry++) {
        if (entry->d_tag == DT_NEEDED && strcmp((const char *)texts + entry->d_un.d_val, name) == 0) return true;
    }
    return false;
}

static int visit_image(struct dl_phdr_info *image, size_t size, void *own) {
    (void)size;
    for (size_t index = 0; index < image->dlpi_phnum; index++) {
        const ElfW(Phdr) *segment = &image->dlpi_phdr[index];
        if (segment->p_type != PT_DYNAMIC) continue;
        const ElfW(Dyn) *list = (const ElfW(Dyn) *)(image->dlpi_addr + segment->p_vaddr);
        if (image_of(list) != own && needs(image, list, runtime_name)) return 1;
    }
    return 0;
}

bool cpreload__needs_swift(void) {
    const void *own = image_of((const void *)(uintptr_t)cpreload__needs_swift);
    return dl_iterate_phdr(visit_image, (void *)own) != 0;
}

// MARK: The Swift runtime

static int visit_runtime(struct dl_phdr_info *image, size_t size, void *found) {
    (void)size;
    const char *slash = image->dlpi_name == NULL ? NULL : strrchr(image->dlpi_name, '/');
    if (slash == NULL || strcmp(slash + 1, runtime_name) != 0) return 0;
    *(const char **)found = image->dlpi_name;
    return 1;
}

static bool have_same_bytes(int one, int other, size_t size) {
    void *first = mmap(NULL, size, PROT_READ, MAP_PRIVATE, one, 0);
    void *second = mmap(NULL, size, PROT_READ, MAP_PRIVATE, other, 0);
    bool is_same = first != MAP_FAILED && second != MAP_FAILED && memcmp(first, second, size) == 0;
    if (first != MAP_FAILED) munmap(first, size);
    if (second != MAP_FAILED) munmap(second, size);
    return is_same;
}

static bool are_same(int one, int other) {
    struct stat first, second;
    if (one < 0 || other < 0 || fstat(one, &first) != 0 || fstat(other, &second) != 0) return false;
    if (first.st_dev == second.st_dev && first.st_ino == second.st_ino) return true;
    return first.st_size == second.st_size && have_same_bytes(one, other, (size_t)first.st_size);
}

bool cpreload__has_runtime(const char *path, size_t length) {
    char wanted[PATH_MAX];
    const char *found = NULL;
    if (length >= sizeof wanted || dl_iterate_phdr(visit_runtime, &found) == 0) return false;
    snprintf(wanted, sizeof wanted, "%.*s", (int)length, path);
    int one = open(wanted, O_RDONLY | O_CLOEXEC), other = open(found, O_RDONLY | O_CLOEXEC);
    bool is_same = are_same(one, other);
    if (one >= 0) close(one);
    if (other >= 0) close(other);
    return is_same;
}
