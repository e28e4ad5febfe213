/** Text that comes in many small pieces, as parsers hand it out: at each reference to a character it begins anew. */

/** Pieces that are made one text: each takes more than its letters while it waits. */
const piecesAtOnce = 4_096

export class GatheredText {
  #parts: Array<string> = []
  #pieces: Array<string> = []

  add(piece: string): void {
    this.#pieces.push(piece)
    if (this.#pieces.length < piecesAtOnce) return
    this.#parts.push(this.#pieces.join(""))
    this.#pieces = []
  }

  /** All of it, and nothing is left. */
  take(): string {
    if (this.#pieces.length === 0 && this.#parts.length === 0) return ""
    const text = this.#parts.join("") + this.#pieces.join("")
    this.#parts = []
    this.#pieces = []
    return text
  }
}
