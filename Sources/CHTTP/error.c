// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

#include "chttp_error.h"

const char *chttp_error_name(int error) {
    switch (error) {
        case CHTTP_OK:
            return "OK";
#define CHTTP_ERROR_NAME(symbol, value, text) \
    case value:                               \
        return #symbol;
            CHTTP_ERROR_MAP(CHTTP_ERROR_NAME)
#undef CHTTP_ERROR_NAME
        default:
            return "EUNKNOWN";
    }
}

const char *chttp_error_text(int error) {
    switch (error) {
        case CHTTP_OK:
            return "no error";
#define CHTTP_ERROR_TEXT(symbol, value, text) \
    case value:                               \
        return text;
            CHTTP_ERROR_MAP(CHTTP_ERROR_TEXT)
#undef CHTTP_ERROR_TEXT
        default:
            return "unknown error";
    }
}
