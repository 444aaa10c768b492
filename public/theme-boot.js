// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Runs before the first paint, so that a chosen theme does not flash. Everything else waits for the modules.
try {
  const theme = localStorage.getItem('delegate-inspector/theme');
  if (theme === 'dark' || theme === 'light') document.documentElement.dataset.theme = theme;
} catch {
  // Storage may be forbidden; the system's theme then applies.
}
