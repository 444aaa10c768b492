// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The umbrella header of CHTTP: an HTTP/1.1 server based on libmicrohttpd, and a JSON reader based on jansson.
///
/// Public names begin with `chttp_`. Functions that can fail return 0 or a negative `chttp_error`.
/// Callbacks are never called while a lock of this library is held.

#ifndef CHTTP_H
#define CHTTP_H

#include "chttp_descriptors.h"
#include "chttp_error.h"
#include "chttp_ring.h"
#include "chttp_json.h"
#include "chttp_request.h"
#include "chttp_response.h"
#include "chttp_server.h"
#include "chttp_stream.h"
#include "chttp_uri.h"

#endif
