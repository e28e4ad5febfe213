/** Bytes that are kept once however many rows have them. */
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex } from "@noble/hashes/utils.js"
import type { Bodies } from "./Database.ts"

/** Notes that one more row has these bytes; gives their digest. */
export const keepBody = (bodies: Bodies, bytes: Uint8Array): string => {
  const digest = bytesToHex(sha256(bytes))
  const known = bodies.get(digest)
  // A copy, so that nobody changes what is kept.
  if (known === undefined) bodies.set(digest, { bytes: bytes.slice(), uses: 1 })
  else known.uses += 1
  return digest
}

/** The bytes of a digest that a row has. */
export const bodyOf = (bodies: Bodies, digest: string): Uint8Array => bodies.get(digest)!.bytes.slice()

/** Notes that one row less has these bytes; the last one takes them along. Tells how many bytes that frees. */
export const leaveBody = (bodies: Bodies, digest: string): number => {
  const body = bodies.get(digest)!
  body.uses -= 1
  if (body.uses > 0) return 0
  bodies.delete(digest)
  return body.bytes.length
}
