/** Bytes that nothing can make smaller. */

let made = 0

/** So many bytes that no other call gave, alike on every run. */
export const noise = (length: number): Uint8Array => {
  made += 1
  const bytes = new Uint8Array(length)
  let state = (made * 2_654_435_769) >>> 0
  for (let index = 0; index < length; index++) {
    // xorshift32: short, and even enough that no compressor finds anything in it.
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    bytes[index] = state
  }
  return bytes
}

/** The bytes behind the beginning of a PNG picture. */
export const packedStart = (bytes: Uint8Array): Uint8Array =>
  Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...bytes])
