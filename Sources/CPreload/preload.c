// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE

#include "cpreload.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int (*main_function)(int, char **, char **);
typedef int (*start_function)(
    main_function, int, char **, void (*)(void), void (*)(void), void (*)(void), void *
);

static main_function program_main;
/// Set once, before the program's `main`.
static void (*images_changed)(void);

static void report(const char *problem, const char *detail) {
    fprintf(stderr, "inspector-server: %s: %s. The program runs without the inspector.\n", problem, detail);
}

/// This library's path.
static const char *own_path(void) {
    Dl_info info;
    return dladdr((const void *)(uintptr_t)own_path, &info) != 0 ? info.dli_fname : "";
}

// MARK: The environment

/// Takes this library out of `LD_PRELOAD`, so that programs that the program starts are left alone.
static void leave_preload_list(void) {
    const char *list = getenv("LD_PRELOAD"), *path = own_path();
    if (list == NULL) return;
    size_t length = strlen(path);
    char *left = malloc(strlen(list) + 1), *end = left;
    if (left == NULL) return;
    while (*list != 0) {
        size_t count = strcspn(list, ": ");
        if (count > 0 && (count != length || memcmp(list, path, count) != 0)) {
            if (end != left) *end++ = ':';
            memcpy(end, list, count);
            end += count;
        }
        list += count + (list[count] != 0);
    }
    *end = 0;
    end == left ? unsetenv("LD_PRELOAD") : setenv("LD_PRELOAD", left, 1);
    free(left);
}

/// The settings; a copy if the variable is taken out of the environment.
static char *take_settings(void) {
    const char *settings = getenv(CPRELOAD_SETTINGS);
    if (settings == NULL) return NULL;
    char *copy = strdup(settings);
    if (strstr(settings, "INSPECTOR_CHILDREN=1") == NULL) {
        unsetenv(CPRELOAD_SETTINGS);
        leave_preload_list();
    }
    return copy;
}

// MARK: Loading

/// The library that belongs to this one lies in the same folder.
static void *load_inspector(void) {
    char path[PATH_MAX];
    const char *own = own_path(), *slash = strrchr(own, '/');
    int folder = slash == NULL ? 0 : (int)(slash - own + 1);
    snprintf(path, sizeof path, "%.*slibinspector-library.so", folder, own);
    // Local: its symbols must not take the place of the program's.
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) report("the inspector cannot be loaded", dlerror());
    return library;
}

static void begin(void) {
    char *settings = take_settings();
    if (settings == NULL) return;
    if (dlsym(RTLD_DEFAULT, "swift_retain") == NULL) {
        report("the program has no Swift runtime that can be used", "it may be linked statically, or not be in Swift");
    } else {
        void *library = load_inspector();
        if (library != NULL) {
            void (*begin)(const char *) = (void (*)(const char *))(uintptr_t)dlsym(library, CPRELOAD_BEGIN);
            if (begin != NULL) begin(settings);
            void (*changed)(void) = (void (*)(void))(uintptr_t)dlsym(library, CPRELOAD_IMAGES_CHANGED);
            __atomic_store_n(&images_changed, changed, __ATOMIC_RELEASE);
        }
    }
    free(settings);
}

static int inspected_main(int count, char **arguments, char **environment) {
    begin();
    // The settings have left the environment, so it may lie elsewhere now.
    (void)environment;
    extern char **environ;
    return program_main(count, arguments, environ);
}

// MARK: What takes the place of functions of others

/// Takes the place of the C library's. All constructors have run when it calls the program's `main`, and the Swift
/// runtime knows all images.
__attribute__((visibility("default"))) int __libc_start_main(
    main_function main, int count, char **arguments, void (*init)(void), void (*fini)(void),
    void (*end_of_loader)(void), void *end_of_stack
) {
    start_function start = (start_function)(uintptr_t)dlsym(RTLD_NEXT, "__libc_start_main");
    if (start == NULL) abort();
    program_main = main;
    return start(inspected_main, count, arguments, init, fini, end_of_loader, end_of_stack);
}

/// Keeps an image in memory when the program closes it. The runtime and the interposer have addresses in it.
static void keep(const void *sections) {
    Dl_info info;
    if (dladdr(sections, &info) != 0) dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
}

/// Takes the place of the Swift runtime's, which each image calls when it has been loaded.
__attribute__((visibility("default"))) void swift_addNewDSOImage(const void *sections) {
    void (*add)(const void *) = (void (*)(const void *))(uintptr_t)dlsym(RTLD_NEXT, "swift_addNewDSOImage");
    if (add != NULL) add(sections);
    void (*changed)(void) = __atomic_load_n(&images_changed, __ATOMIC_ACQUIRE);
    if (changed == NULL) return;
    keep(sections);
    changed();
}
