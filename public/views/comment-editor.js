// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// What somebody has noted on a call, and the field to change it. What is being written survives everything that
// arrives meanwhile, and a look at other calls.

import { escapeLines } from '../model/escape-text.js';
import { createSmallButton } from './button.js';
import { element, setShown, setText } from './dom.js';

const LONGEST = 4000;

/**
 * @param {{ onSave: (text: string) => Promise<unknown> }} options  resolves to nothing when it could not be saved
 */
export function createCommentEditor({ onSave }) {
  const text = element('p', { class: 'details__text' });
  const edit = createSmallButton('', open);
  const field = element('textarea', {
    class: 'comment__field',
    rows: '3',
    maxlength: LONGEST,
    'aria-label': 'Comment on the call',
    placeholder: 'What is remarkable about this call?',
  });
  const save = createSmallButton('Save', commit);
  const cancel = createSmallButton('Cancel', close);
  const form = element('div', { hidden: true }, field, element('div', { class: 'comment__actions' }, save, cancel));
  const root = element('div', { class: 'comment' }, text, edit, form);
  /** @type {Invocation | null} */
  let call = null;
  /** What the field began with. */
  let base = '';
  /** @type {Map<string, { text: string, base: string }>} what was being written on other calls, by their ids */
  const drafts = new Map();

  field.addEventListener('keydown', (event) => {
    if (event.isComposing) return;
    const isSaving = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    if (!isSaving && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (isSaving) void commit();
    else close();
  });

  function open() {
    show(call?.comment ?? '');
    // As the field has it, which knows one kind of line break only.
    base = field.value;
    field.focus();
  }

  /** @param {string} draft */
  function show(draft) {
    field.value = draft;
    setShown(form, true);
    setShown(edit, false);
  }

  function close() {
    const hadFocus = form.contains(document.activeElement);
    setShown(form, false);
    setShown(edit, true);
    if (hadFocus) edit.focus();
  }

  async function commit() {
    const saved = call?.id;
    const text = field.value.trim();
    save.disabled = true;
    const isSaved = await onSave(text);
    save.disabled = false;
    if (!isSaved || saved === undefined) return;
    // Meanwhile, more may have been written, or another call may be shown with its own comment under way.
    if (drafts.get(saved)?.text.trim() === text) drafts.delete(saved);
    if (saved === call?.id && field.value.trim() === text) close();
  }

  /** @param {Invocation} next */
  function turnTo(next) {
    if (call && !form.hidden && field.value !== base) drafts.set(call.id, { text: field.value, base });
    close();
    const draft = drafts.get(next.id);
    drafts.delete(next.id);
    if (!draft) return;
    base = draft.base;
    show(draft.text);
  }

  return {
    element: root,
    /** @param {Invocation} next the call, again or another one */
    update(next) {
      if (next.id !== call?.id) turnTo(next);
      call = next;
      setText(text, escapeLines(next.comment ?? ''));
      setShown(text, Boolean(next.comment));
      setText(edit, next.comment ? 'Change the comment' : 'Add a comment');
    },
  };
}
