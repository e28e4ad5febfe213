/** A number of a text, the same wherever it is made. */

/**
 * 52 bits of the text, which any number type of a database holds: two of ten million texts fall together once in a hundred installations, and
 * then one finds an article of the other.
 */
export const hashOf = (text: string): number => {
  let [high, low] = [0x811c9dc5, 0x9e3779b9]
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    high = Math.imul(high ^ unit, 0x01000193)
    low = Math.imul(low ^ (unit + at), 0x85ebca6b)
    low ^= low >>> 13
  }
  high = Math.imul(high ^ (high >>> 15), 0x2c1b3c6d)
  low = Math.imul(low ^ (low >>> 15), 0x297a2d39)
  return ((high ^ (high >>> 12)) >>> 0) * 0x100000 + ((low ^ (low >>> 14)) >>> 12)
}
