// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#ifndef CHTTP_ERROR_H
#define CHTTP_ERROR_H

/// All errors: symbol, value, text.
#define CHTTP_ERROR_MAP(XX)                                                              \
    XX(EARGUMENT, -1, "an argument is out of its range")                                 \
    XX(EMEMORY, -2, "out of memory")                                                     \
    XX(ESYSTEM, -3, "the operating system refused")                                      \
    XX(ESTATE, -4, "the call does not fit the object's state")                           \
    XX(ECLOSED, -5, "the connection or the server is closed")                            \
    XX(EFULL, -6, "the buffer is full")                                                  \
    XX(ELIMIT, -7, "a configured limit is reached")                                      \
    XX(EEVICTED, -8, "the wanted events are no longer kept")                             \
    XX(ETIMEOUT, -9, "the deadline passed")                                              \
    XX(EADDRESS_SYNTAX, -20, "the address is not a numeric IPv4 or IPv6 address")        \
    XX(EADDRESS_IN_USE, -21, "the address and port are in use")                          \
    XX(EADDRESS_UNAVAILABLE, -22, "the address does not belong to this machine")         \
    XX(EADDRESS_FORBIDDEN, -23, "binding this address and port is not permitted")        \
    XX(EESCAPE, -40, "a percent escape is malformed")                                    \
    XX(ETARGET_TOO_LONG, -41, "the request target is too long")                          \
    XX(EHEADERS_TOO_LARGE, -42, "the request header section is too large")               \
    XX(EBODY_TOO_LARGE, -43, "the request body is too large")                            \
    XX(EFRAMING, -44, "the request's body framing is ambiguous")                         \
    XX(ECODING, -45, "the transfer coding is not supported")                             \
    XX(ESYNTAX, -46, "the request line or a header field is malformed")                  \
    XX(EHOST, -47, "the request has no Host, or more than one")                          \
    XX(EJSON_SYNTAX, -60, "the JSON text is malformed")                                  \
    XX(EJSON_DUPLICATE, -61, "a JSON object has the same key twice")                     \
    XX(EJSON_DEPTH, -62, "the JSON text is nested too deeply")                           \
    XX(EJSON_ENCODING, -63, "the JSON text is not valid UTF-8")                          \
    XX(EJSON_NUMBER, -64, "a JSON number is out of range")

/// The errors that functions of this library return.
typedef enum chttp_error {
    CHTTP_OK = 0,
#define CHTTP_ERROR_VALUE(symbol, value, text) CHTTP_##symbol = value,
    CHTTP_ERROR_MAP(CHTTP_ERROR_VALUE)
#undef CHTTP_ERROR_VALUE
} chttp_error;

/// The symbol of `error`, such as `"EARGUMENT"`; `"EUNKNOWN"` for a value that is not in the table.
const char *_Nonnull chttp_error_name(int error);

/// A one-line description of `error` in English, without a full stop.
const char *_Nonnull chttp_error_text(int error);

#endif
