/** Whether bytes are UTF-8 in which some are spoilt: a character cut off at the end, a stray byte in the middle. */

/** Legacy texts have up to five valid sequences for one that is none: short ones in EUC-KR and Thai. */
const validPerInvalid = 10

/** One alone is two letters of Thai, Chinese or half-width Japanese as well. */
const minValid = 2

/** Bytes of the character that this one begins; 0 where none begins with it. */
const lengthOf = (first: number): number => {
  if (first < 0xc2 || first > 0xf4) return 0
  if (first < 0xe0) return 2
  return first < 0xf0 ? 3 : 4
}

/** The second byte has a narrower range after some: what is left out could be written shorter, or is no character. */
const isSecond = (first: number, second: number): boolean =>
  second >= (first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80) &&
  second <= (first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf)

const isLater = (byte: number): boolean => byte >= 0x80 && byte <= 0xbf

/** Where the character that begins at `at` ends, or what there is of it. */
const endOf = (bytes: Uint8Array, at: number, length: number): number => {
  let end = at + 1
  while (end < Math.min(at + length, bytes.length)) {
    const byte = bytes[end]!
    if (end === at + 1 ? !isSecond(bytes[at]!, byte) : !isLater(byte)) break
    end += 1
  }
  return end
}

/** A character that the end cuts off counts neither way. */
export const isMostlyUtf8 = (bytes: Uint8Array): boolean => {
  let valid = 0
  let invalid = 0
  for (let at = 0; at < bytes.length; ) {
    if (bytes[at]! < 0x80) {
      at += 1
      continue
    }
    const length = lengthOf(bytes[at]!)
    const end = endOf(bytes, at, length)
    if (end - at === length) valid += 1
    else if (length === 0 || end < bytes.length) invalid += 1
    at = end
  }
  return valid >= minValid && valid >= invalid * validPerInvalid
}
