/** How many different texts there are among many, in little room: those that one text after the other names. */

/** As many as 500 sitemaps of 50,000 addresses leave it far from full. */
const bits = 2 ** 24

/** Characters at both ends by which a text is told from others: a long one may take no longer than others do. */
const looked = 128

/** FNV-1a with the bits mixed at the end, since the lowest alone are looked at. */
const hashOf = (text: string): number => {
  const { length } = text
  let hash = length
  const head = Math.min(length, looked)
  for (let at = 0; at < head; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  for (let at = Math.max(head, length - looked); at < length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39)
  return hash ^ (hash >>> 15)
}

/**
 * Counts by the places that texts fall on (linear counting): 2 MB, and none while there is nothing to count. Thousands are told to
 * one or two, half a million to some hundreds.
 */
export class DistinctCount {
  #places: Uint8Array | null = null
  #taken = 0

  add(text: string): void {
    const place = hashOf(text) & (bits - 1)
    this.#places ??= new Uint8Array(bits / 8)
    const [byte, bit] = [place >>> 3, 1 << (place & 7)]
    if ((this.#places[byte]! & bit) !== 0) return
    this.#places[byte]! |= bit
    this.#taken += 1
  }

  /** Some fell on the same place: as many as so full a table is most likely made by. */
  get count(): number {
    return Math.round(-bits * Math.log1p(-Math.min(this.#taken, bits - 1) / bits))
  }
}
