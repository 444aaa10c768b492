// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The listening socket.

#include "internal.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int error_of_bind(int number) {
    switch (number) {
        case EADDRINUSE:
            return CHTTP_EADDRESS_IN_USE;
        case EADDRNOTAVAIL:
        case EAFNOSUPPORT:
            return CHTTP_EADDRESS_UNAVAILABLE;
        case EACCES:
        case EPERM:
            return CHTTP_EADDRESS_FORBIDDEN;
        case ENOMEM:
        case ENOBUFS:
            return CHTTP_EMEMORY;
        default:
            return CHTTP_ESYSTEM;
    }
}

static int resolve(const char *address, uint16_t port, struct sockaddr_storage *storage, socklen_t *length) {
    struct sockaddr_in *v4 = (struct sockaddr_in *)storage;
    struct sockaddr_in6 *v6 = (struct sockaddr_in6 *)storage;
    memset(storage, 0, sizeof *storage);
    if (inet_pton(AF_INET, address, &v4->sin_addr) == 1) {
        v4->sin_family = AF_INET;
        v4->sin_port = htons(port);
        *length = sizeof *v4;
        return CHTTP_OK;
    }
    if (inet_pton(AF_INET6, address, &v6->sin6_addr) == 1) {
        v6->sin6_family = AF_INET6;
        v6->sin6_port = htons(port);
        *length = sizeof *v6;
        return CHTTP_OK;
    }
    return CHTTP_EADDRESS_SYNTAX;
}

static int bind_and_listen(int descriptor, const struct sockaddr_storage *storage, socklen_t length) {
    int on = 1;
    int off = 0;
    if (setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) != 0) return CHTTP_ESYSTEM;
    // "::" also serves IPv4; for any other IPv6 address this changes nothing.
    if (storage->ss_family == AF_INET6
        && setsockopt(descriptor, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off) != 0)
        return CHTTP_ESYSTEM;
    if (bind(descriptor, (const struct sockaddr *)storage, length) != 0) return error_of_bind(errno);
    // A connection is accepted with its first bytes, or after about this many seconds, so silent clients do not occupy
    // connections. Without this option the server is only less robust.
    int patience = 5;
    (void)setsockopt(descriptor, IPPROTO_TCP, TCP_DEFER_ACCEPT, &patience, sizeof patience);
    if (listen(descriptor, SOMAXCONN) != 0) return error_of_bind(errno);
    return CHTTP_OK;
}

static int read_name(int descriptor, uint16_t *port, char *text, size_t size) {
    struct sockaddr_storage storage;
    socklen_t length = sizeof storage;
    if (getsockname(descriptor, (struct sockaddr *)&storage, &length) != 0) return CHTTP_ESYSTEM;
    const void *address = &((struct sockaddr_in *)&storage)->sin_addr;
    *port = ntohs(((struct sockaddr_in *)&storage)->sin_port);
    if (storage.ss_family == AF_INET6) {
        address = &((struct sockaddr_in6 *)&storage)->sin6_addr;
        *port = ntohs(((struct sockaddr_in6 *)&storage)->sin6_port);
    }
    return inet_ntop(storage.ss_family, address, text, (socklen_t)size) ? CHTTP_OK : CHTTP_ESYSTEM;
}

int chttp__listen(const char *address, uint16_t port, int *descriptor, uint16_t *bound_port, char *text, size_t size) {
    struct sockaddr_storage storage;
    socklen_t length = 0;
    int error = resolve(address, port, &storage, &length);
    if (error != CHTTP_OK) return error;
    int made = socket(storage.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (made < 0) return error_of_bind(errno);
    error = bind_and_listen(made, &storage, length);
    if (error == CHTTP_OK) error = read_name(made, bound_port, text, size);
    if (error != CHTTP_OK) {
        close(made);
        return error;
    }
    *descriptor = made;
    return CHTTP_OK;
}
