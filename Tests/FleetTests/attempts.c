// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Connects in vain, again and again, and prints how many bytes each attempt leaves behind.

#include "cnats.h"

#include <malloc.h>
#include <stdio.h>

enum { WARM_UP = 20, ATTEMPTS = 200 };

static void changed(void *context, bool is_connected) {
    (void)context, (void)is_connected;
}

/// @return Whether all of them failed.
static bool attempt(const char *url, int count) {
    const char *urls[] = {url};
    cnats_options options = {.urls = urls, .url_count = 1, .timeout_milliseconds = 1000};
    for (int index = 0; index < count; index++) {
        cnats_connection *connection = NULL;
        cnats_failure failure;
        if (cnats_connect(&options, changed, NULL, &connection, &failure) == 0) return false;
    }
    return true;
}

int main(int count, char **arguments) {
    if (count != 2 || !attempt(arguments[1], WARM_UP)) return 1;
    size_t before = mallinfo2().uordblks;
    if (!attempt(arguments[1], ATTEMPTS)) return 1;
    size_t after = mallinfo2().uordblks;
    printf("%ld\n", ((long)after - (long)before) / ATTEMPTS);
    return 0;
}
