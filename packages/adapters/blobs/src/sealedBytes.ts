/**
 * Bytes sealed in chunks, so that any part of them can be opened alone.
 *
 * **Details**
 *
 * Each blob has a key of its own, derived from the installation's, a salt and the path: bytes that are moved to another
 * path do not open. A chunk is AES-256-GCM under a nonce that is its number, and the end of the blob, which says how many
 * bytes there are, has a number that no chunk has: chunks that were changed, cut off, repeated or put in another order do
 * not open.
 */
import { createCipheriv, createDecipheriv, hkdfSync } from "node:crypto"

/** Bytes of a chunk before it is sealed. Ranges of blobs are read in whole chunks. */
export const chunkBytes = 65_536

const tagBytes = 16
const algorithm = "aes-256-gcm"

/** Bytes of a chunk as it is stored. */
export const sealedChunkBytes = chunkBytes + tagBytes

/** The number of the end. Chunks have those below it: 281 TB. */
const endNumber = 0xff_ff_ff_ff

/** Bytes by which sealing makes a chunk or the end longer. */
export const sealedOverhead = tagBytes

/** The key of one blob. */
export const keyOfBlob = (secret: Uint8Array, salt: Uint8Array, path: string): Uint8Array =>
  new Uint8Array(hkdfSync("sha256", secret, salt, `kittiwake blob\0${path}`, 32))

const nonceOf = (number: number): Buffer => {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(number, 8)
  return nonce
}

const seal = (key: Uint8Array, number: number, plain: Uint8Array): Uint8Array => {
  const cipher = createCipheriv(algorithm, key, nonceOf(number), { authTagLength: tagBytes })
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

const open = (key: Uint8Array, number: number, sealed: Uint8Array): Uint8Array | null => {
  const end = sealed.length - tagBytes
  if (end < 0) return null
  const decipher = createDecipheriv(algorithm, key, nonceOf(number), { authTagLength: tagBytes })
  decipher.setAuthTag(sealed.subarray(end))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, end)), decipher.final()])
  } catch {
    // The one way in which node:crypto says that the code does not match.
    return null
  }
}

/** Seals the chunk with a number, from 0. */
export const sealChunk = (key: Uint8Array, number: number, plain: Uint8Array): Uint8Array => {
  if (number >= endNumber) throw new RangeError("A blob has too many chunks.")
  return seal(key, number, plain)
}

/** The chunk with a number; null when it is not that. */
export const openChunk = (key: Uint8Array, number: number, sealed: Uint8Array): Uint8Array | null =>
  open(key, number, sealed)

/** Seals what is said of all chunks. */
export const sealEnd = (key: Uint8Array, plain: Uint8Array): Uint8Array => seal(key, endNumber, plain)

/** What is said of all chunks; null when it is not that. */
export const openEnd = (key: Uint8Array, sealed: Uint8Array): Uint8Array | null => open(key, endNumber, sealed)
