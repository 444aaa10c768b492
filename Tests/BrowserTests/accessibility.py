# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""What axe-core, which knows the rules of WCAG, finds in a page."""

from axe_playwright_python.sync_playwright import Axe


def check_accessible(page, what="the page"):
    """Fails if a rule is broken by what is shown, in the light or the dark theme: only contrasts depend on that."""
    page.emulate_media(color_scheme="light")
    broken = problems(page, "light", {"resultTypes": ["violations"]})
    page.emulate_media(color_scheme="dark")
    broken += problems(page, "dark", {"resultTypes": ["violations"], "runOnly": ["color-contrast"]})
    assert broken == [], f"{what}: {broken}"


def problems(page, theme, options):
    return [
        (theme, rule["id"], node["html"][:160], node.get("failureSummary", "")[:300])
        for rule in Axe().run(page, options=options).response["violations"]
        for node in rule["nodes"]
    ]
