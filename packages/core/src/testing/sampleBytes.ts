/** Bytes that files in tests are made of. */

/** Text as UTF-8. */
export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

/** The parts one after the other. */
export const join = (parts: ReadonlyArray<Uint8Array>): Uint8Array => {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** Whole numbers, each in so many bytes, the lowest first. */
export const little = (...numbers: ReadonlyArray<readonly [value: number, bytes: 2 | 4]>): Uint8Array => {
  const bytes = numbers.flatMap(([value, length]) =>
    Array.from({ length }, (_, index) => Math.floor(value / 256 ** index) % 256)
  )
  return Uint8Array.from(bytes)
}

/** The checksum of zip and PNG. */
export const crc32 = (bytes: Uint8Array): number => {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return (crc ^ 0xffffffff) >>> 0
}

export const decode64 = (text: string): Uint8Array => Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
