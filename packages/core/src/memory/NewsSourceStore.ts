import { Clock, DateTime, Duration, Effect, Layer, Option } from "effect"
import { isHeld } from "../leaseHorizon.ts"
import { holderOf, type NewsSource } from "../news/domain/NewsSource.ts"
import { mostOfSite, whoYields } from "../news/domain/roomForSources.ts"
import { longestWait, NewsSourceStore, type SourceFilter } from "../news/NewsSourceStore.ts"
import { Database } from "./Database.ts"

const byUrl = (a: NewsSource, b: NewsSource) => (a.url < b.url ? -1 : 1)

const fits = ({ failures, goneAt, origin }: NewsSource, filter: SourceFilter): boolean =>
  (filter.origin === null || origin === filter.origin) &&
  (filter.kind === null || (filter.kind === "gone") === (goneAt !== null)) &&
  (filter.kind !== "failing" || failures > 0)

const fruitOf = ({ articles }: NewsSource): number => (articles > 0 ? 1 : 0)

const isOlder = ({ addedAt }: NewsSource, than: DateTime.Utc): boolean =>
  addedAt.epochMilliseconds < than.epochMilliseconds

/** `NewsSourceStore` in memory. */
export const layer: Layer.Layer<NewsSourceStore, never, Database> = Layer.effect(
  NewsSourceStore,
  Effect.map(Database, ({ newsHosts, newsLooks, newsSources }) => {
    const hostOf = (host: string) => {
      const row = newsHosts.get(host) ?? { token: 0, leaseEndMillis: null, quietMillis: 0 }
      newsHosts.set(host, row)
      return row
    }
    const dueOf = (source: NewsSource) => source.dueAt.epochMilliseconds

    /** Whether a moment is over, or was written by a clock that was ahead. */
    const isOver = (atMillis: number, now: DateTime.Utc) =>
      atMillis <= now.epochMilliseconds || atMillis > now.epochMilliseconds + Duration.toMillis(longestWait)

    /** The source of each host that is due longest; those that would wait too long come first. */
    const firsts = (now: DateTime.Utc) => {
      const found = new Map<string, NewsSource>()
      const beyond = now.epochMilliseconds + Duration.toMillis(longestWait)
      const waits = (source: NewsSource) => (dueOf(source) > beyond ? 0 : 1)
      const inOrder = (a: NewsSource, b: NewsSource) => waits(a) - waits(b) || dueOf(a) - dueOf(b) || byUrl(a, b)
      for (const source of [...newsSources.values()].sort(inOrder)) {
        if (source.goneAt === null && !found.has(source.host)) found.set(source.host, source)
      }
      return [...found.values()]
    }

    const ofOldest = (a: NewsSource, b: NewsSource) =>
      a.addedAt.epochMilliseconds - b.addedAt.epochMilliseconds || byUrl(a, b)

    /** Drops one that was found and is older: of those that gave nothing first. */
    const dropWeakest = (fits: (source: NewsSource) => boolean, before: DateTime.Utc): boolean => {
      const [weakest] = [...newsSources.values()]
        .filter((source) => source.origin === "found" && isOlder(source, before) && fits(source))
        .sort((a, b) => fruitOf(a) - fruitOf(b) || ofOldest(a, b))
      return weakest !== undefined && newsSources.delete(weakest.url)
    }

    const makeRoomOfSite = ({ addedAt, origin, site }: NewsSource): boolean => {
      const ofSite = [...newsSources.values()].filter((one) => one.origin === "found" && one.site === site)
      if (origin === "list" || ofSite.length < mostOfSite) return true
      return (
        dropWeakest((one) => one.site === site && one.goneAt !== null, addedAt) ||
        dropWeakest((one) => one.site === site && one.articles === 0, addedAt)
      )
    }

    const makeRoom = ({ addedAt, broughtBy, origin }: NewsSource, most: number): boolean => {
      if (newsSources.size < most) return true
      const [gone] = [...newsSources.values()]
        .filter(({ goneAt }) => goneAt !== null)
        .sort((a, b) => a.goneAt!.epochMilliseconds - b.goneAt!.epochMilliseconds || byUrl(a, b))
      if (gone !== undefined) return newsSources.delete(gone.url)
      const held = new Map<string, number>()
      for (const one of newsSources.values()) {
        if (one.origin === "found") held.set(one.broughtBy, (held.get(one.broughtBy) ?? 0) + 1)
      }
      return whoYields(held, origin === "list" ? null : broughtBy).some((yielding) =>
        dropWeakest(
          (one) => one.broughtBy === yielding.broughtBy && (!yielding.isBarrenOnly || one.articles === 0),
          addedAt
        )
      )
    }

    /** Whoever read it before somebody asked for it does not know whose it is. */
    const keep = (source: NewsSource) => {
      const known = newsSources.get(source.url)
      newsSources.set(source.url, known === undefined ? source : { ...source, broughtBy: holderOf(known, source) })
    }

    const takeOver = (source: NewsSource) => {
      keep(source)
      const host = hostOf(source.host)
      host.token += 1
      host.leaseEndMillis = null
    }

    return NewsSourceStore.of({
      put: ({ look, most, sources }) =>
        Effect.sync(() => {
          const [added, refused]: [Array<string>, Array<string>] = [[], []]
          let known = 0
          for (const source of sources) {
            const before = newsSources.get(source.url)
            if (before !== undefined) {
              const isChosen = source.origin === "list" && (before.origin === "found" || before.goneAt !== null)
              if (isChosen) takeOver(source)
              if (isChosen) added.push(source.url)
              else {
                known += 1
                if (before.origin === "found") {
                  newsSources.set(before.url, { ...before, broughtBy: holderOf(before, source) })
                }
              }
            } else if (makeRoomOfSite(source) && makeRoom(source, most)) {
              newsSources.set(source.url, source)
              added.push(source.url)
            } else refused.push(source.url)
          }
          if (look !== null) newsLooks.set(look.domain, look.at.epochMilliseconds)
          return { added, known, refused }
        }),

      claim: ({ lease, limit, now }) =>
        Effect.map(Clock.currentTimeMillis, (clock) =>
          firsts(now)
            .filter((source) => {
              const { leaseEndMillis, quietMillis } = hostOf(source.host)
              const isFree = leaseEndMillis === null || !isHeld(leaseEndMillis, clock, Duration.toMillis(lease))
              return isFree && isOver(quietMillis, now) && isOver(dueOf(source), now)
            })
            .slice(0, limit)
            .map((source) => {
              const host = hostOf(source.host)
              host.token += 1
              host.leaseEndMillis = clock + Duration.toMillis(lease)
              host.quietMillis = 0
              return { source, token: host.token }
            })
        ),

      record: ({ source: { host }, token }, { quietUntil, source }) =>
        Effect.sync(() => {
          const row = hostOf(host)
          if (row.token !== token || row.leaseEndMillis === null || !newsSources.has(source.url)) return false
          keep(source)
          row.leaseEndMillis = null
          row.quietMillis = Math.max(row.quietMillis, quietUntil?.epochMilliseconds ?? 0)
          return true
        }),

      replace: (source) =>
        Effect.sync(() => {
          if (!newsSources.has(source.url)) return false
          takeOver(source)
          return true
        }),

      get: (url) => Effect.sync(() => Option.fromUndefinedOr(newsSources.get(url))),

      list: ({ after, filter, limit }) =>
        Effect.sync(() =>
          [...newsSources.values()]
            .filter((source) => (after === null || source.url > after) && fits(source, filter))
            .sort(byUrl)
            .slice(0, limit)
        ),

      counts: Effect.sync(() => {
        const all = [...newsSources.values()]
        const asked = all.filter(({ goneAt }) => goneAt === null)
        const failing = asked.filter(({ failures }) => failures > 0).length
        return { sources: asked.length, failing, gone: all.length - asked.length }
      }),

      lookedAt: (domain) =>
        Effect.sync(() => Option.map(Option.fromUndefinedOr(newsLooks.get(domain)), (at) => DateTime.makeUnsafe(at)))
    })
  })
)
