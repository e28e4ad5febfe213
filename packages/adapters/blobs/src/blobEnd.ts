/**
 * How a blob ends: behind its bytes stands what is known of them, so that a stream can be stored whose length and digest
 * are known only when it is over.
 *
 *     plain:   bytes │ facts 48 │ mark 16
 *     sealed:  chunks │ key 16 │ salt 16 │ facts 48, sealed 64 │ mark 16
 */

import type { BlobHead } from "@kittiwake/core/blobs/BlobStore"
import { DateTime, Option } from "effect"

const markBytes = 16
const plainMark = Buffer.from("kittiwake blob 1")
const sealedMark = Buffer.from("kittiwake seal 1")

const factBytes = 48
const keyIdBytes = 16

/** Bytes of the salt that makes the key of each blob another one. */
export const saltBytes = 16

/** Bytes behind a plain blob. */
export const plainEndBytes = factBytes + markBytes

const sealedFactBytes = factBytes + 16

/** Bytes behind a sealed blob; the longest end there is. */
export const sealedEndBytes = keyIdBytes + saltBytes + sealedFactBytes + markBytes

/** The facts of a blob as bytes. */
export const writeFacts = ({ createdAt, digest, size }: BlobHead): Uint8Array => {
  const facts = Buffer.alloc(factBytes)
  facts.write(digest, 0, "hex")
  facts.writeBigUInt64BE(BigInt(size), 32)
  facts.writeBigUInt64BE(BigInt(createdAt.epochMilliseconds), 40)
  return facts
}

/** The facts in bytes that `writeFacts` made. */
export const readFacts = (bytes: Uint8Array): BlobHead => {
  const facts = Buffer.from(bytes.buffer, bytes.byteOffset, factBytes)
  return {
    digest: facts.toString("hex", 0, 32),
    size: Number(facts.readBigUInt64BE(32)),
    createdAt: DateTime.makeUnsafe(Number(facts.readBigUInt64BE(40)))
  }
}

/** The end of a plain blob. */
export const writePlainEnd = (facts: Uint8Array): Uint8Array => Buffer.concat([facts, plainMark])

/** The end of a sealed blob. */
export const writeSealedEnd = (keyId: string, salt: Uint8Array, sealedFacts: Uint8Array): Uint8Array =>
  Buffer.concat([Buffer.from(keyId, "hex"), salt, sealedFacts, sealedMark])

/** How a blob ends. */
export type BlobEnd =
  | { readonly _tag: "Plain"; readonly head: BlobHead }
  | { readonly _tag: "Sealed"; readonly keyId: string; readonly salt: Uint8Array; readonly sealedFacts: Uint8Array }

/** Reads the end from the last bytes of a blob; none when they are no end. */
export const readEnd = (last: Uint8Array): Option.Option<BlobEnd> => {
  const bytes = Buffer.from(last.buffer, last.byteOffset, last.length)
  const mark = bytes.subarray(-markBytes)
  if (bytes.length >= plainEndBytes && mark.equals(plainMark)) {
    return Option.some({ _tag: "Plain", head: readFacts(bytes.subarray(-plainEndBytes)) })
  }
  if (bytes.length < sealedEndBytes || !mark.equals(sealedMark)) return Option.none()
  const end = bytes.subarray(-sealedEndBytes)
  const facts = keyIdBytes + saltBytes
  return Option.some({
    _tag: "Sealed",
    keyId: end.toString("hex", 0, keyIdBytes),
    salt: end.subarray(keyIdBytes, facts),
    sealedFacts: end.subarray(facts, facts + sealedFactBytes)
  })
}
