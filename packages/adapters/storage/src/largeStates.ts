/**
 * Baselines that are too large for a row: the row has no text then, and the name of the blob that has it.
 *
 * **Details** A blob is put before its row is written, each time under a new name. One whose row was not written, or that another
 * took the place of, is swept.
 */
import { randomUUID } from "node:crypto"
import { type BlobStore, blobLost, blobsAway } from "@kittiwake/core/blobs/BlobStore"
import { type BlobKey, BlobName, blobKind } from "@kittiwake/core/blobs/domain/BlobKey"
import { textInPieces } from "@kittiwake/core/internal/textInPieces"
import { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { Effect, Option, Stream } from "effect"
import { decodeBody, encodeBody, type StoredBody } from "./bodyCoding.ts"

/** The kind of blob that rows of baselines refer to. */
export const stateKind = "baselines"

/** Characters from which on a baseline is no part of its row. */
export const largeState = 262_144

/** A baseline as its row keeps it. */
export interface StateOfRow {
  readonly text: string
  /** The name of the blob that has the text; null when it stands here. */
  readonly blob: string | null
}

const unavailable = (cause: unknown) => Effect.fail(blobsAway("BlobStore")(cause))

/** The name says how the text is kept, since the row has no room for that. */
const nameOf = ({ encoding, length }: StoredBody): BlobName =>
  BlobName.make(`${stateKind}/${randomUUID()}/${encoding}.${length}`)

const codingOf = (name: string): Pick<StoredBody, "encoding" | "length"> | null => {
  const [, encoding, length] = /\/(zstd|plain)\.(\d+)$/.exec(name) ?? []
  return encoding === undefined ? null : { encoding: encoding === "zstd" ? "zstd" : "plain", length: Number(length) }
}

/** Whether a blob is one that only a row of a baseline can need. */
export const isStateBlob = (key: BlobKey): boolean => blobKind(key) === stateKind

/** The text as its row is to keep it. */
export const storeState = Effect.fnUntraced(function* (
  large: BlobStore["Service"] | null,
  organizationId: string,
  text: string
) {
  if (large === null || text.length < largeState) return { text, blob: null } satisfies StateOfRow as StateOfRow
  const body = yield* encodeBody(new TextEncoder().encode(text))
  const name = nameOf(body)
  yield* Effect.catch(large.put({ owner: OrganizationId.make(organizationId), name }, body.content), unavailable)
  return { text: "", blob: name } satisfies StateOfRow as StateOfRow
})

const joined = (pieces: ReadonlyArray<Uint8Array>): Uint8Array => {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

/** Bytes of the text of which the row has so many, wherever it is. */
export const stateBytes = ({ blob, bytes }: { readonly blob: string | null; readonly bytes: number }): number =>
  blob === null ? bytes : (codingOf(blob)?.length ?? 0)

/** The text, wherever it is. */
export const loadState = Effect.fnUntraced(function* (
  large: BlobStore["Service"] | null,
  organizationId: string,
  { blob, text }: StateOfRow
) {
  if (blob === null) return text
  const coding = codingOf(blob)
  if (large === null || coding === null) return yield* unavailable(`No store of blobs is there for ${blob}.`)
  const key: BlobKey = { owner: OrganizationId.make(organizationId), name: BlobName.make(blob) }
  const found = yield* Effect.catch(large.get(key), unavailable)
  if (Option.isNone(found)) return yield* blobLost("BlobStore", `The blob ${blob} is not there.`)
  const content = joined(yield* Effect.catch(Stream.runCollect(found.value.bytes), unavailable))
  return yield* textInPieces(yield* decodeBody({ ...coding, content }), { ignoreBOM: true })
})
