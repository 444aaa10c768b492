// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// A browser cannot lay out an element of 26 million pixels (Firefox stops below 18). So the scroll bar moves over a
// height that every browser accepts, and the list keeps its own, exact offset:
// - as long as the content fits, both are the same number;
// - beyond, small steps (wheel, keys, touch) move the offset one to one, large ones (dragging the bar)
//   proportionally; near both ends the bar stands exactly at the offset, so that the ends are reached like those of
//   any list.

/** Pixels; safely below the limit of Firefox (17 895 698) and of Chromium (33 554 428). */
export const MAXIMUM_BAR_HEIGHT = 8_000_000;

/** Pixels at each end where bar and offset agree. */
const EXACT_EDGE = 50_000;

export class ScrollMap {
  #content = 0;
  #viewport = 0;
  #bar = 0;
  #offset = 0;

  /** Exact distance from the top of the content to the top of the viewport, in pixels. */
  get offset() {
    return this.#offset;
  }

  /** Height that the scrolled element needs, in pixels. */
  get barHeight() {
    return Math.min(this.#content, MAXIMUM_BAR_HEIGHT);
  }

  /** Where the scroll bar should stand for the present offset. */
  get barPosition() {
    if (!this.isCompressed) return this.#offset;
    return rescaled(this.#offset, this.#furthest, this.#barEnd);
  }

  get isCompressed() {
    return this.#content > MAXIMUM_BAR_HEIGHT;
  }

  /** Pixels of content below the viewport. */
  get remaining() {
    return Math.max(0, this.#furthest - this.#offset);
  }

  get #barEnd() {
    return this.barHeight - this.#viewport;
  }

  get #furthest() {
    return Math.max(0, this.#content - this.#viewport);
  }

  /**
   * @param {number} content  height of all rows, in pixels
   * @param {number} viewport height of what is visible, in pixels
   */
  resize(content, viewport) {
    this.#content = content;
    this.#viewport = viewport;
    this.moveTo(this.#offset);
  }

  /** Moves to an exact offset; the caller then puts the bar at `barPosition` and confirms with `barSettled`.
   * @param {number} offset */
  moveTo(offset) {
    this.#offset = Math.min(Math.max(0, offset), this.#furthest);
  }

  /** Tells where the bar really is after it was placed: browsers round and clamp.
   * @param {number} position */
  barSettled(position) {
    this.#bar = position;
  }

  /** Pixels that the bar has moved down since it was last known.
   * @param {number} position the scroll position read from the element */
  barStep(position) {
    return position - this.#bar;
  }

  /**
   * The user moved the bar.
   * @param {number} position the scroll position read from the element
   * @returns {boolean} whether the bar has to be put back in line with the offset at once
   */
  barMoved(position) {
    const step = this.barStep(position);
    this.#bar = position;
    if (step === 0) return false;
    if (!this.isCompressed) {
      this.moveTo(position);
      return false;
    }
    if (Math.abs(step) > this.#viewport * 2) {
      this.moveTo(rescaled(position, this.#barEnd, this.#furthest));
      return false;
    }
    this.moveTo(this.#offset + step);
    // The bar has run out although content is left: give the wheel room to go on.
    return position <= 0 || position >= this.#barEnd - 1;
  }
}

/** A place on a line of length `from` carried over to one of length `to`, keeping its distance from a near end.
 * @param {number} place @param {number} from @param {number} to */
function rescaled(place, from, to) {
  if (place <= EXACT_EDGE) return place;
  if (place >= from - EXACT_EDGE) return to - (from - place);
  return EXACT_EDGE + ((place - EXACT_EDGE) * (to - 2 * EXACT_EDGE)) / (from - 2 * EXACT_EDGE);
}
