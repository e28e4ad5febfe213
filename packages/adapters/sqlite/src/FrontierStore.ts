import { type FrontierCounts, FrontierStore } from "@kittiwake/core/sites/FrontierStore"
import { makeKnownAddresses } from "@kittiwake/storage/knownAddresses"
import { Duration, Effect, Layer } from "effect"
import { frontierRows } from "./frontierRows.ts"
import { LeaseClock } from "./LeaseClock.ts"
import { millisOf } from "./moments.ts"
import { pruneInSteps } from "./pruneInSteps.ts"
import { Sqlite } from "./Sqlite.ts"

const counts = `
  select f.entries - f.done - c.claimed as waiting, c.claimed, f.done
  from frontiers f, (
    select count(*) as claimed from frontier_entries
    where lease_until is not null
      and frontier_id = (select id from frontiers where organization_id = ?1 and crawl_id = ?2)
  ) c
  where f.organization_id = ?1 and f.crawl_id = ?2`

/** Addresses that one step of pruning drops at most. */
const prunedTogether = 500

/** `FrontierStore` on SQLite. */
export const layer: Layer.Layer<FrontierStore, never, Sqlite> = Layer.effect(
  FrontierStore,
  Effect.map(Effect.all([Sqlite, LeaseClock]), ([{ read, write }, leaseNow]) => {
    const known = makeKnownAddresses()
    const rows = frontierRows(known)

    return FrontierStore.of({
      add: (organizationId, crawlId, entries, limits) =>
        rows.add((input) => write("FrontierStore.add", input), { organizationId, crawlId }, entries, limits),

      claim: Effect.fnUntraced(function* (organizationId, crawlId, { lease, limit }) {
        if (limit < 1) return []
        return yield* write("FrontierStore.claim", {
          organizationId,
          crawlId,
          limit,
          clockMillis: yield* leaseNow,
          leaseMillis: Math.trunc(Duration.toMillis(lease))
        })
      }),

      finish: (organizationId, crawlId, finished, limits) =>
        rows.finish((input) => write("FrontierStore.finish", input), { organizationId, crawlId }, finished, limits),

      counts: (organizationId, crawlId) =>
        Effect.map(
          read("FrontierStore.counts", (db) => db.get<FrontierCounts>(counts, organizationId, crawlId)),
          (found) => found ?? { waiting: 0, claimed: 0, done: 0 }
        ),

      remove: (organizationId, crawlId) =>
        Effect.suspend(() => {
          known.forget({ organizationId, crawlId })
          return Effect.asVoid(write("FrontierStore.remove", { organizationId, crawlId }))
        }),

      prune: (before, limit) =>
        pruneInSteps(limit, prunedTogether, (most) =>
          write("FrontierStore.prune", { before: millisOf(before), limit: most })
        )
    })
  })
)
