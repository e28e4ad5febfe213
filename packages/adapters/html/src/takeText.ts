/** The text of a page, out of bytes that go at once. */
import { isUtf8 } from "node:buffer"
import { giveBack } from "@kittiwake/core/internal/giveBack"
import { withoutNul } from "./normalized.ts"

/** Moves what follows a NUL over it: a text of which half is NUL would be twice as long as what is read of it. */
const dropNul = (bytes: Uint8Array): Uint8Array => {
  let length = bytes.indexOf(0)
  if (length < 0) return bytes
  for (let at = length + 1; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte !== 0) bytes[length++] = byte
  }
  return bytes.subarray(0, length)
}

/**
 * The text of bytes in UTF-8, without NUL. Who calls hands them over: they are gone then, and not when garbage is collected, which in a
 * thread that waits for work is never.
 */
export const takeText = (bytes: Uint8Array): string => {
  // A mark that follows a NUL is none. What is no UTF-8 may become another character without the NUL in it.
  const decoder = new TextDecoder("utf-8", { ignoreBOM: bytes[0] === 0 })
  const text = withoutNul(decoder.decode(isUtf8(bytes) ? dropNul(bytes) : bytes))
  giveBack(bytes)
  return text
}
