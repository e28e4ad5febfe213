/** Where the records of TLS end, in bytes that come in pieces. */

/** The kind of a record, its version in two bytes, and in two more how long the rest of it is (RFC 8446 §5.1). */
const headBytes = 5

/** As they are written before bytes that nobody else can read; of TLS 1.3 everything is called data. */
export const recordKinds = { alert: 21, handshake: 22 } as const

export class RecordEnds {
  #kind = 0
  #headSeen = 0
  #left = 0

  /** The kind of the record that is under way, or ended last. */
  get kind(): number {
    return this.#kind
  }

  /** Whether the last bytes were the end of a record. */
  get isEnd(): boolean {
    return this.#headSeen === 0
  }

  /** Where the record ends to which the byte at `from` belongs, or the bytes do. */
  next(bytes: Uint8Array, from: number): number {
    let at = from
    for (; this.#headSeen < headBytes && at < bytes.length; at++) this.#readHead(bytes[at]!)
    if (this.#headSeen < headBytes) return at
    const taken = Math.min(this.#left, bytes.length - at)
    this.#left -= taken
    if (this.#left === 0) this.#headSeen = 0
    return at + taken
  }

  #readHead(byte: number) {
    if (this.#headSeen === 0) this.#kind = byte
    if (this.#headSeen === 3) this.#left = byte << 8
    if (this.#headSeen === 4) this.#left += byte
    this.#headSeen += 1
  }
}
