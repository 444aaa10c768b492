// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The right end of the header: whether the page is connected, the theme, and help.

import { createButton, relabel } from './button.js';
import { element, setAttribute, setText } from './dom.js';

/** @typedef {'light' | 'dark'} Theme */

/** @type {Record<'system' | Theme, 'system' | Theme>} */
const NEXT_THEME = { system: 'light', light: 'dark', dark: 'system' };
/** @type {Record<string, string>} */
const TEXTS = {
  live: 'Live',
  connecting: 'Connecting…',
  waiting: 'Disconnected',
  paused: 'Paused',
  idle: 'Not connected',
  silent: 'No answer',
  invalid: 'Wrong filter',
  file: 'File',
  recording: 'Recording',
};

/**
 * @param {object} options
 * @param {() => Theme | null} options.theme
 * @param {(theme: Theme | null) => void} options.onTheme
 * @param {() => void} options.onHelp
 */
export function createHeaderTools({ theme, onTheme, onHelp }) {
  const text = element('span', { class: 'connection__text' });
  const connection = element('div', { class: 'connection' }, element('span', { class: 'connection__dot' }), text);
  const themeButton = createButton({ icon: 'theme', label: 'Theme', onClick: nextTheme });
  const help = createButton({ icon: 'help', label: 'Keyboard shortcuts', key: '?', onClick: onHelp });
  const root = element('div', { class: 'headertools' }, connection, themeButton, help);

  function nextTheme() {
    const next = NEXT_THEME[theme() ?? 'system'];
    onTheme(next === 'system' ? null : next);
    nameTheme();
  }

  function nameTheme() {
    const present = theme() ?? 'system';
    relabel(themeButton, `Theme: ${present}. Change to ${NEXT_THEME[present]}`);
  }

  nameTheme();
  return {
    element: root,
    /** @param {{ phase: string, isPaused: boolean, note: string }} facts  `note` says more where one points */
    update({ phase, isPaused, note }) {
      const shown = isPaused && phase === 'live' ? 'paused' : phase;
      setAttribute(connection, 'data-phase', shown);
      setText(text, TEXTS[shown] ?? shown);
      setAttribute(connection, 'title', note || null);
    },
  };
}
