import { DateTime, Effect, Layer } from "effect"
import { differMillis } from "../leaseHorizon.ts"
import { mapInTurns } from "../organizations/inThreadTurns.ts"
import { hitOf } from "../search/domain/hitOf.ts"
import { pageIdentity } from "../search/domain/indexEntry.ts"
import { cutPage, termsOfPage } from "../search/domain/indexTerms.ts"
import { byScore, type IndexCounts, usualText, weighPage } from "../search/domain/rankHits.ts"
import { type ReadQuestion, readQuestion } from "../search/domain/readQuestion.ts"
import { type IndexLimits, PageIndex } from "../search/PageIndex.ts"
import { Database, type IndexedRow } from "./Database.ts"

const bytesOf = ({ page }: IndexedRow): number =>
  page.title.length + page.description.length + page.headings.length + page.text.length

/** Whether it was read later than that, and not by a clock that was ahead. */
const isLater = ({ page: { readAt } }: IndexedRow, at: DateTime.Utc, now: DateTime.Utc): boolean =>
  readAt.epochMilliseconds > at.epochMilliseconds && readAt.epochMilliseconds <= now.epochMilliseconds + differMillis

const countsOf = (read: ReadQuestion, rows: ReadonlyArray<IndexedRow>): IndexCounts => ({
  pages: rows.length,
  textLength: usualText(
    rows.reduce((sum, row) => sum + bytesOf(row), 0),
    rows.length
  ),
  withTerm: new Map(read.units.map(({ term }) => [term, rows.filter(({ terms }) => terms.has(term)).length]))
})

/** Those of one organization that are beyond the limits, what was read longest ago first. */
const beyond = (rows: ReadonlyArray<IndexedRow>, { keepSince, maxBytes, maxPages }: IndexLimits) => {
  let pages = rows.length
  let bytes = rows.reduce((sum, row) => sum + bytesOf(row), 0)
  const gone: Array<IndexedRow> = []
  for (const row of rows.toSorted((a, b) => a.page.readAt.epochMilliseconds - b.page.readAt.epochMilliseconds)) {
    const isOld = row.page.readAt.epochMilliseconds < keepSince.epochMilliseconds
    if (!isOld && pages <= maxPages && bytes <= maxBytes) break
    gone.push(row)
    pages -= 1
    bytes -= bytesOf(row)
  }
  return gone
}

/** `PageIndex` in memory: every page of an organization is weighed. */
export const layer: Layer.Layer<PageIndex, never, Database> = Layer.effect(
  PageIndex,
  Effect.map(Database, ({ indexedPages }) =>
    PageIndex.of({
      put: (pages, now) =>
        Effect.sync(() => {
          for (const given of pages) {
            const rows = indexedPages.get(given.organizationId) ?? new Map<string, IndexedRow>()
            indexedPages.set(given.organizationId, rows)
            const page = cutPage(given)
            const identity = pageIdentity(page.url)
            const known = rows.get(identity)
            if (known !== undefined && isLater(known, page.readAt, now)) continue
            rows.set(identity, { page, terms: new Set(termsOfPage(page)) })
          }
        }),

      forget: (gone, now) =>
        Effect.sync(() => {
          let dropped = 0
          for (const { goneAt, organizationId, url } of gone) {
            const [rows, identity] = [indexedPages.get(organizationId), pageIdentity(url)]
            const known = rows?.get(identity)
            if (known === undefined || isLater(known, goneAt, now)) continue
            rows?.delete(identity)
            dropped += 1
          }
          return dropped
        }),

      search: Effect.fnUntraced(function* (organizationId, question) {
        const rows = [...(indexedPages.get(organizationId)?.values() ?? [])]
        const read = readQuestion(question)
        const counts = countsOf(read, rows)
        const at = yield* DateTime.now
        const found = yield* mapInTurns(rows, ({ page }) => {
          const score = weighPage(read, page, counts, at)
          return score === null ? [] : [{ page, score, readAt: page.readAt, url: page.url }]
        })
        const best = found.flat().sort(byScore).slice(0, read.count)
        return yield* mapInTurns(best, ({ page, score }) => hitOf(read, page, score, counts))
      }),

      prune: (limits, limit) =>
        Effect.sync(() => {
          let dropped = 0
          for (const rows of indexedPages.values()) {
            for (const { page } of beyond([...rows.values()], limits)) {
              if (dropped === limit) return dropped
              rows.delete(pageIdentity(page.url))
              dropped += 1
            }
          }
          return dropped
        }),

      size: Effect.sync(() => {
        const rows = [...indexedPages.values()].flatMap((some) => [...some.values()])
        const readAt = rows.map(({ page }) => page.readAt.epochMilliseconds)
        return {
          pages: rows.length,
          bytes: rows.reduce((sum, row) => sum + bytesOf(row), 0),
          oldestReadAt: rows.length === 0 ? null : DateTime.makeUnsafe(readAt.reduce((a, b) => Math.min(a, b)))
        }
      })
    })
  )
)
