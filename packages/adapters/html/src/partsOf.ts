/**
 * A long text in parts. What is replaced a million times in all of it at once is remembered match by match, for up to fifty times its
 * length; and what it may come to is told after each part.
 */

const partLength = 16_384

/** Parts that are the text together; where `end` is given, each ends ahead of one, so that whatever lies between two is whole. */
export function* partsOf(text: string, end?: string): Generator<string, void, void> {
  let start = 0
  while (start < text.length) {
    const least = start + partLength
    const next = least >= text.length ? -1 : end === undefined ? least : text.indexOf(end, least)
    const until = next < 0 ? text.length : next
    yield text.slice(start, until)
    start = until
  }
}

/** Writes each part anew. */
export const inParts = (text: string, write: (part: string) => string, end?: string): string => {
  if (text.length <= partLength) return write(text)
  let written = ""
  for (const part of partsOf(text, end)) written += write(part)
  return written
}

/** Puts a text together from a million pieces, which stay no longer than until there is a part of them. */
export class Joined {
  private readonly parts: Array<string> = []
  private pieces: Array<string> = []
  private length = 0

  add(piece: string): void {
    this.pieces.push(piece)
    this.length += piece.length
    if (this.length < partLength) return
    this.parts.push(this.pieces.join(""))
    this.pieces = []
    this.length = 0
  }

  toString(): string {
    return this.parts.join("") + this.pieces.join("")
  }
}
