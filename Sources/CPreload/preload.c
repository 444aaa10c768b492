// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE

#include "cpreload.h"

#include "images.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef int (*main_function)(int, char **, char **);
typedef int (*start_function)(
    main_function, int, char **, void (*)(void), void (*)(void), void (*)(void), void *
);

static main_function program_main;
/// The settings of a listing, until it has begun. Only the first thread has them, before the program's `main`.
static const char *listing;
/// Set once, before the program's `main`.
static void (*images_changed)(void);

static const char runs_alone[] = "The program runs without the inspector.";

/// Writes past the program's buffers. `end` says what becomes of the program. What nobody can read any more is dropped.
/// Keeps `errno`.
static void report(const char *problem, const char *detail, const char *end) {
    int error = errno;
    sigset_t broken, before, pending;
    sigemptyset(&broken);
    sigaddset(&broken, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &broken, &before);
    sigpending(&pending);
    int length = dprintf(STDERR_FILENO, "inspector-server: %s: %s. %s\n", problem, detail, end);
    // The signal would end the program, which has written nothing. One that was pending before is the program's.
    if (length < 0 && sigismember(&pending, SIGPIPE) == 0) {
        struct timespec at_once = {0};
        while (sigtimedwait(&broken, NULL, &at_once) < 0 && errno == EINTR) {}
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = error;
}

// MARK: The settings

/// The value of a setting; NULL if there is none. It ends with its line.
static const char *value(const char *settings, const char *name) {
    size_t length = strlen(name);
    for (const char *line = settings; line != NULL; line = strchr(line, '\n')) {
        if (*line == '\n') line++;
        if (strncmp(line, name, length) == 0 && line[length] == '=') return line + length + 1;
    }
    return NULL;
}

static bool includes_children(const char *settings) {
    const char *children = value(settings, CPRELOAD_CHILDREN);
    return children != NULL && *children == '1';
}

/// Gives the program the environment that it would have alone.
static void leave_environment(void) {
    const char *others = getenv(CPRELOAD_OTHERS);
    others == NULL ? unsetenv("LD_PRELOAD") : setenv("LD_PRELOAD", others, 1);
    unsetenv(CPRELOAD_OTHERS);
    unsetenv(CPRELOAD_SETTINGS);
}

/// A copy of the settings; NULL if there are none.
static char *copy_settings(void) {
    const char *settings = getenv(CPRELOAD_SETTINGS);
    return settings == NULL ? NULL : strdup(settings);
}

// MARK: Loading

/// The library that belongs to this one lies in the same folder.
///
/// @return NULL if it cannot be loaded, which was said.
static void *load_inspector(const char *end) {
    char path[PATH_MAX];
    Dl_info own;
    bool is_known = dladdr((const void *)(uintptr_t)load_inspector, &own) != 0;
    const char *slash = is_known ? strrchr(own.dli_fname, '/') : NULL;
    int folder = slash == NULL ? 0 : (int)(slash - own.dli_fname + 1);
    snprintf(path, sizeof path, "%.*slibinspector-library.so", folder, is_known ? own.dli_fname : "");
    // Local: its symbols must not take the place of the program's.
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) report("the inspector cannot be loaded", dlerror(), end);
    return library;
}

static void inspect(const char *settings) {
    void *library = load_inspector(runs_alone);
    if (library == NULL) return;
    void (*begin)(const char *) = (void (*)(const char *))(uintptr_t)dlsym(library, CPRELOAD_BEGIN);
    if (begin != NULL) begin(settings);
    void (*changed)(void) = (void (*)(void))(uintptr_t)dlsym(library, CPRELOAD_IMAGES_CHANGED);
    __atomic_store_n(&images_changed, changed, __ATOMIC_RELEASE);
}

/// Lists the program's protocols, and ends the process: the program must not run, whatever happens.
static void list(void) {
    const char *settings = listing;
    // Loading the library comes here again.
    listing = NULL;
    void *library = load_inspector("The program was not run.");
    int (*write_list)(const char *) =
        library == NULL ? NULL : (int (*)(const char *))(uintptr_t)dlsym(library, CPRELOAD_LIST);
    _exit(write_list == NULL ? EXIT_FAILURE : write_list(settings));
}

static void begin(void) {
    // A program with no Swift in it, but in libraries, has not come here before.
    if (listing != NULL) list();
    char *settings = copy_settings();
    if (settings == NULL) return;
    bool goes_on = includes_children(settings);
    if (!goes_on) leave_environment();
    const char *runtime = value(settings, CPRELOAD_RUNTIME);
    if (!cpreload__needs_swift()) {
        if (!goes_on) report(program_invocation_name, "it is not linked with the Swift runtime", runs_alone);
    } else if (runtime != NULL && !cpreload__has_runtime(runtime, strcspn(runtime, "\n"))) {
        report(program_invocation_name, "it runs with another Swift runtime than inspector-server", runs_alone);
    } else {
        inspect(settings);
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
    char *settings = copy_settings();
    // The program's own constructors are called from here on, those of its libraries have been.
    if (settings != NULL && value(settings, CPRELOAD_LISTING) != NULL) {
        listing = settings;
    } else {
        free(settings);
    }
    program_main = main;
    return start(inspected_main, count, arguments, init, fini, end_of_loader, end_of_stack);
}

/// Keeps an image in memory when the program closes it. The runtime and the interposer have addresses in it.
static void keep(const void *sections) {
    Dl_info info;
    if (dladdr(sections, &info) != 0) dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
}

/// Takes the place of the Swift runtime's, which each image calls when it has been loaded. That call is linked in front
/// of the other constructors of an image.
__attribute__((visibility("default"))) void swift_addNewDSOImage(const void *sections) {
    void (*add)(const void *) = (void (*)(const void *))(uintptr_t)dlsym(RTLD_NEXT, "swift_addNewDSOImage");
    if (add != NULL) add(sections);
    if (listing != NULL && cpreload__is_program(sections)) list();
    void (*changed)(void) = __atomic_load_n(&images_changed, __ATOMIC_ACQUIRE);
    if (changed == NULL) return;
    keep(sections);
    changed();
}
