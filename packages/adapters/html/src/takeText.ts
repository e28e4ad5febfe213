/** The text of a page, out of bytes that go at once. */
import { giveBack } from "@kittiwake/core/internal/giveBack"
import { withoutNul } from "./normalized.ts"

/**
 * Moves what follows a NUL over it: a text of which half is NUL would be twice as long as what is read of it. One before a byte that
 * no character begins with stays: what is no UTF-8 might become a character without it.
 */
const dropNul = (bytes: Uint8Array): Uint8Array => {
  let length = bytes.indexOf(0)
  if (length < 0) return bytes
  for (let at = length; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte !== 0 || isLater(bytes[at + 1])) bytes[length++] = byte
  }
  return bytes.subarray(0, length)
}

/** Whether a byte is of a character that began before it. */
const isLater = (byte = 0): boolean => byte >= 0x80 && byte < 0xc0

/**
 * The text of bytes in UTF-8, without NUL. Who calls hands them over: they are gone then, and not when garbage is collected, which in a
 * thread that waits for work is never.
 */
export const takeText = (bytes: Uint8Array): string => {
  // A mark that follows a NUL is none.
  const decoder = new TextDecoder("utf-8", { ignoreBOM: bytes[0] === 0 })
  const text = withoutNul(decoder.decode(dropNul(bytes)))
  giveBack(bytes)
  return text
}
