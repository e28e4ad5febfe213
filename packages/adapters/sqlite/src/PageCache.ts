import { differMillis } from "@kittiwake/core/internal/leaseHorizon"
import { type CachedPage, PageCache } from "@kittiwake/core/pages/PageCache"
import { decodeBody, digestOf } from "@kittiwake/storage/bodyCoding"
import { LargeBodies, loadBody } from "@kittiwake/storage/largeBodies"
import { storableText } from "@kittiwake/storage/storable"
import { type DateTime, Effect, Layer, Option } from "effect"
import { millisOf, momentOf } from "./moments.ts"
import { makeUseNotes } from "./noteUses.ts"
import { pruneInSteps } from "./pruneInSteps.ts"
import { makePutWithBody } from "./putWithBody.ts"
import { shortPage } from "./reads/bodies.ts"
import { Sqlite } from "./Sqlite.ts"

const stored = "select 1 from cache_bodies where digest = ?"

const present = `
  select key from cached_pages
  where space = ? and key in (select value from json_each(?)) and captured_at between ? and ?`

/** What was captured later than that was so by a clock that was ahead. */
const untilOf = (now: DateTime.Utc) => millisOf(now) + differMillis

/** Pages that one step of pruning drops at most. */
const prunedTogether = 100

/** `PageCache` on SQLite. */
export const layer: Layer.Layer<PageCache, never, Sqlite> = Layer.effect(
  PageCache,
  Effect.gen(function* () {
    const { read, readLong, write } = yield* Sqlite
    const large = yield* LargeBodies
    const putWithBody = yield* makePutWithBody("cache_bodies")
    const uses = yield* makeUseNotes((notes) => write("PageCache.noteUses", notes))

    return PageCache.of({
      find: Effect.fnUntraced(function* (space, key, since, now, maxBytes = Number.MAX_SAFE_INTEGER) {
        const place = { space, key, since: millisOf(since), until: untilOf(now), maxBytes }
        const short = yield* read("PageCache.find", (db) => shortPage(db, place))
        const isLoaded = short === undefined || short.content !== null || short.length > maxBytes
        const row = isLoaded ? short : yield* readLong("PageCache.find", space, place)
        if (row === undefined) return Option.none()
        yield* uses.note(space, key, row.usedAt, millisOf(now))
        const body =
          row.content === null ? null : yield* decodeBody(yield* loadBody(large, { ...row, content: row.content }))
        const { capturedAt, facts, length } = row
        return Option.some({ space, key, capturedAt: momentOf(capturedAt), facts, bodyBytes: length, body })
      }),

      present: (space, keys, since, now) =>
        read("PageCache.present", (db) => {
          const given = JSON.stringify(keys.map(storableText))
          const found = db.all<{ readonly key: string }>(present, space, given, millisOf(since), untilOf(now))
          return new Set(found.map(({ key }) => key))
        }),

      put: Effect.fnUntraced(function* ({ body: bytes, capturedAt, facts, key, space }: CachedPage, now) {
        const digest = yield* digestOf(bytes)
        const page = {
          space: storableText(space),
          key: storableText(key),
          capturedAt: millisOf(capturedAt),
          facts: storableText(facts),
          until: untilOf(now),
          digest
        }
        const seemsStored = yield* read("PageCache.put", (db) => db.get(stored, digest) !== undefined)
        yield* putWithBody(digest, bytes, seemsStored, (body, transfer) =>
          write("PageCache.put", { ...page, body }, transfer)
        )
      }),

      prune: Effect.fnUntraced(function* ({ keepSince, maxBytes }, limit) {
        // What was used a moment ago is not what was used longest ago.
        yield* uses.flush
        return yield* pruneInSteps(limit, prunedTogether, (most) =>
          write("PageCache.prune", { keepSince: millisOf(keepSince), maxBytes, limit: most })
        )
      })
    })
  })
)
