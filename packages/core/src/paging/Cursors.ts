/**
 * Opaque, tamper-proof list cursors.
 *
 * A cursor is the position of the last row of a page, with a code over that position, the organization, the list and its
 * filters. A cursor of another organization, another list or another filter is refused like a forged one.
 */
import { Context, DateTime, Effect, Layer, Result, Schema } from "effect"
import { Base64Url, Hex } from "effect/encoding"
import { heldBytes } from "../budget/domain/heldBytes.ts"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import { constantTimeEqual } from "../security/constantTimeEqual.ts"
import { Ids } from "../security/Ids.ts"
import { InstanceSecretStore } from "../security/InstanceSecretStore.ts"
import { Signer } from "../security/Signer.ts"
import { type Page, type Part, type Position, partWithin, type Slice } from "./domain/Page.ts"

/** The cursor was not made by this list with these filters. Start again without a cursor. */
export class InvalidCursor extends Schema.TaggedError<InvalidCursor>()("InvalidCursor", {}) {}

/** What a cursor belongs to. */
export interface CursorScope {
  readonly organizationId: OrganizationId
  /** Name of the list, for example `monitors`. */
  readonly list: string
  /** The filters in force; compared by their JSON text. */
  readonly filter: unknown
}

const CursorBody = Schema.fromJsonString(Schema.Tuple([Schema.Int, Schema.String]))
const decodeBody = Schema.decodeUnknownResult(CursorBody)

/** Longest cursor that is looked at. @internal */
export const cursorMaxLength = 300

export class Cursors extends Context.Service<
  Cursors,
  {
    /**
     * Reads a page of a list: opens `cursor`, asks `read` for one row more than wanted, and closes the next cursor, at the
     * last row or where the look ended.
     */
    readonly page: <A, E, R>(options: {
      readonly scope: CursorScope
      readonly limit: number
      readonly cursor: string | undefined
      readonly read: (slice: Slice) => Effect.Effect<Part<A>, E, R>
      readonly position: (row: NoInfer<A>) => Position
      /** Whether `read` ends a page by itself where its rows are large. */
      readonly readsInBounds?: boolean
    }) => Effect.Effect<Page<A>, E | InvalidCursor, R>
  }
>()("@kittiwake/core/paging/Cursors") {
  static readonly layer: Layer.Layer<Cursors, StoreUnavailable, Ids | InstanceSecretStore | Signer> = Layer.effect(
    Cursors,
    Effect.gen(function* () {
      const ids = yield* Ids
      const signer = yield* Signer
      const secrets = yield* InstanceSecretStore
      const key = new TextEncoder().encode(yield* secrets.getOrKeep("cursor", yield* ids.token("hex", 64)))

      const code = (scope: CursorScope, body: string) =>
        signer
          .mac(key, JSON.stringify([scope.organizationId, scope.list, scope.filter, body]))
          .pipe(Effect.map((bytes) => Hex.encode(bytes.subarray(0, 12))))

      const close = Effect.fnUntraced(function* (scope: CursorScope, position: Position) {
        const body = JSON.stringify([position.at.epochMilliseconds, position.id])
        return Base64Url.encode(`${yield* code(scope, body)}${body}`)
      })

      const open = Effect.fnUntraced(function* (scope: CursorScope, cursor: string) {
        if (cursor.length > cursorMaxLength) return yield* new InvalidCursor()
        const text = Base64Url.decodeString(cursor)
        if (Result.isFailure(text)) return yield* new InvalidCursor()
        const body = text.success.slice(24)
        if (!constantTimeEqual(text.success.slice(0, 24), yield* code(scope, body))) return yield* new InvalidCursor()
        const decoded = decodeBody(body)
        if (Result.isFailure(decoded)) return yield* new InvalidCursor()
        const [at, id] = decoded.success
        return { at: DateTime.makeUnsafe(at), id }
      })

      return Cursors.of({
        page: Effect.fnUntraced(function* ({ scope, limit, cursor, position, read, readsInBounds }) {
          const after = cursor === undefined ? null : yield* open(scope, cursor)
          const { endedAt, rows } = yield* read({ limit: limit + 1, after })
          const wanted = rows.slice(0, limit)
          const last = wanted.at(-1)
          const next = rows.length > limit && last !== undefined ? position(last) : endedAt
          const whole = { rows: wanted, endedAt: next }
          const part = readsInBounds === true ? whole : partWithin(whole, heldBytes, position)
          return { data: part.rows, nextCursor: part.endedAt === null ? null : yield* close(scope, part.endedAt) }
        })
      })
    })
  )
}
