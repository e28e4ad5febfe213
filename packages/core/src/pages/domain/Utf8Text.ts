/** A long text that is never a string as a whole. */

/**
 * A text in UTF-8, in parts that stand one after the other and may be parts of what somebody sent: who hands it on holds its
 * bytes once, and no string of them beside.
 */
export class Utf8Text {
  readonly parts: ReadonlyArray<Uint8Array>

  constructor(parts: ReadonlyArray<Uint8Array>) {
    this.parts = parts
  }

  /** Of all parts together. */
  get byteLength(): number {
    return this.parts.reduce((sum, part) => sum + part.byteLength, 0)
  }

  /** The whole as a string. */
  toString(): string {
    const decoder = new TextDecoder("utf-8", { ignoreBOM: true })
    return this.parts.map((part) => decoder.decode(part, { stream: true })).join("") + decoder.decode()
  }
}
