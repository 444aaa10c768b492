// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Everything of CHTTP: an HTTP/1.1 server over libmicrohttpd and a JSON reader over jansson.
///
/// Names that begin with `chttp_` are public; functions return 0 or a negative `chttp_error`.
/// No callback is ever called while a lock of this library is held.

#ifndef CHTTP_H
#define CHTTP_H

#include "chttp_error.h"
#include "chttp_ring.h"
#include "chttp_json.h"
#include "chttp_request.h"
#include "chttp_response.h"
#include "chttp_server.h"
#include "chttp_stream.h"
#include "chttp_uri.h"

#endif
