import { type DateTime, Effect, Layer, Option } from "effect"
import { differMillis } from "../leaseHorizon.ts"
import { PageCache } from "../pages/PageCache.ts"
import { bodyOf, keepBody, leaveBody } from "./bodies.ts"
import { Database, type PageRow } from "./Database.ts"

const placeOf = (space: string, key: string) => JSON.stringify([space, key])

const isAhead = ({ page }: PageRow, now: DateTime.Utc): boolean =>
  page.capturedAt.epochMilliseconds > now.epochMilliseconds + differMillis

const isFound = (row: PageRow, since: DateTime.Utc, now: DateTime.Utc): boolean =>
  row.page.capturedAt.epochMilliseconds >= since.epochMilliseconds && !isAhead(row, now)

/** `PageCache` in memory. Bodies are kept as they come. */
export const layer: Layer.Layer<PageCache, never, Database> = Layer.effect(
  PageCache,
  Effect.gen(function* () {
    const { pageBodies, pages } = yield* Database

    const drop = (place: string, row: PageRow): number => {
      pages.delete(place)
      return leaveBody(pageBodies, row.digest)
    }

    return PageCache.of({
      find: (space, key, since, now, maxBytes = Number.POSITIVE_INFINITY) =>
        Effect.sync(() => {
          const row = pages.get(placeOf(space, key))
          if (row === undefined || !isFound(row, since, now)) return Option.none()
          row.usedMillis = Math.max(row.usedMillis, now.epochMilliseconds)
          const body = bodyOf(pageBodies, row.digest)
          return Option.some({ ...row.page, bodyBytes: body.length, body: body.length > maxBytes ? null : body })
        }),

      present: (space, keys, since, now) =>
        Effect.sync(() => {
          const found = (row: PageRow | undefined) => row !== undefined && isFound(row, since, now)
          return new Set(keys.filter((key) => found(pages.get(placeOf(space, key)))))
        }),

      put: ({ body, ...page }, now) =>
        Effect.sync(() => {
          const place = placeOf(page.space, page.key)
          const row = pages.get(place)
          const capturedMillis = page.capturedAt.epochMilliseconds
          const later = row !== undefined && !isAhead(row, now) ? row : null
          if (later !== null && later.page.capturedAt.epochMilliseconds > capturedMillis) return
          const digest = keepBody(pageBodies, body)
          if (row !== undefined) drop(place, row)
          pages.set(place, { page, digest, usedMillis: Math.max(later?.usedMillis ?? 0, capturedMillis) })
        }),

      prune: ({ keepSince, maxBytes }, limit) =>
        Effect.sync(() => {
          let dropped = 0
          for (const [place, row] of pages) {
            if (dropped === limit) return dropped
            if (row.page.capturedAt.epochMilliseconds >= keepSince.epochMilliseconds) continue
            drop(place, row)
            dropped += 1
          }
          let stored = 0
          for (const { bytes } of pageBodies.values()) stored += bytes.length
          if (stored <= maxBytes) return dropped
          for (const [place, row] of [...pages].sort(([, a], [, b]) => a.usedMillis - b.usedMillis)) {
            if (dropped === limit || stored <= maxBytes) return dropped
            stored -= drop(place, row)
            dropped += 1
          }
          return dropped
        })
    })
  })
)
