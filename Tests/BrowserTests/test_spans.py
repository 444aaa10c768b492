# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""Spans that the server sends to a receiver of OpenTelemetry."""

from playwright.sync_api import expect

from test_list import wait_for_number
from test_traces import with_status

SENDING = {
    "endpoint": "http://127.0.0.1:4318",
    "sent": 1234,
    "waiting": 0,
    "dropped": 0,
    "retries": 0,
    "failure": None,
}


def test_spans_are_counted_and_trouble_with_them_is_told(page, fake):
    fake.open()
    wait_for_number(page, 50)
    item = page.locator(".totals [data-item=spans]")
    expect(item).to_be_hidden()
    with_status(fake, otlp=SENDING)
    expect(item).to_have_text("1,234spans sent")
    expect(page.locator("[data-banner=spans]")).to_have_count(0)
    with_status(fake, otlp=SENDING | {"failure": "Connection refused.", "dropped": 5, "waiting": 7})
    banner = page.locator("[data-banner=spans]")
    expect(banner).to_contain_text("Spans do not reach http://127.0.0.1:4318: Connection refused.")
    expect(banner).to_contain_text("5 spans were dropped, 7 wait.")
    expect(item).to_have_attribute("data-alarming", "true")
