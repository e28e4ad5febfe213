/**
 * How many rows of a table fit on a page that is read. Rows are filled up to the longest of them, so that one long row makes all those
 * before it longer.
 */

/** A row is an element, and the end of its line a text. */
export const nodesOfRow = 2

export class RowsThatFit {
  readonly #most: number
  #rows = 0
  #width = 0
  #texts = 0

  /** The most elements and texts that the rows may be together. */
  constructor(most: number) {
    this.#most = most
  }

  /** Whether one more row fits that has so many cells, and in them so many texts and links. One that does not is not counted. */
  takes(width: number, texts: number): boolean {
    if (nodesOf(this.#rows + 1, Math.max(this.#width, width), this.#texts + texts) > this.#most) return false
    this.#rows += 1
    this.#width = Math.max(this.#width, width)
    this.#texts += texts
    return true
  }

  get rows(): number {
    return this.#rows
  }

  get width(): number {
    return this.#width
  }

  /** Elements and texts of the rows that were taken. */
  get nodes(): number {
    return nodesOf(this.#rows, this.#width, this.#texts)
  }
}

const nodesOf = (rows: number, width: number, texts: number): number => rows * (nodesOfRow + width) + texts
