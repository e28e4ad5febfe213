/** Puts of rows that share their bodies, whose bytes are compressed and sent only when they are not stored. */
import type { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { type BodyTable, LargeBodies, storeBody } from "@kittiwake/storage/largeBodies"
import { buffersOf, ownBytes } from "@kittiwake/storage/ownBytes"
import { Effect } from "effect"
import type { BodyRow } from "./writes/bodyRows.ts"

/** Puts the row, with its body or without; tells false when the body is needed. Memory in `transfer` is handed over. */
type Put = (body: BodyRow | null, transfer: ReadonlyArray<ArrayBuffer>) => Effect.Effect<boolean, StoreUnavailable>

type Large = (typeof LargeBodies)["Service"]

/** The body in memory of its own: the caller keeps the bytes that were given. */
const sendable = Effect.fnUntraced(function* (large: Large, table: BodyTable, digest: Uint8Array, bytes: Uint8Array) {
  const body = yield* storeBody(large, table, digest, bytes)
  return { ...body, content: body.content === bytes ? new Uint8Array(bytes) : ownBytes(body.content) }
})

/** Puts a row with its body. It may be gone although it seemed stored: then `put` says so, and is called again with it. */
export const makePutWithBody = (table: BodyTable) =>
  Effect.map(LargeBodies, (large) =>
    Effect.fnUntraced(function* (digest: Uint8Array, bytes: Uint8Array, seemsStored: boolean, put: Put) {
      if (seemsStored && (yield* put(null, []))) return
      const body = yield* sendable(large, table, digest, bytes)
      yield* put(body, buffersOf([body.content]))
    })
  )
