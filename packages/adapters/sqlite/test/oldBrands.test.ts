/** How old brands are found among a hundred thousand. */
import { assert, describe, it } from "@effect/vitest"
import { BrandRefreshStore } from "@kittiwake/core/brands/BrandRefreshStore"
import { DateTime, Duration, Effect, Layer, Option } from "effect"
import * as Stores from "../src/Stores.ts"
import { Watched, watchedDatabase } from "./watchedDatabase.ts"

const count = 100_000

const fill = `
  with recursive n (i) as (select 1 union all select i + 1 from n where i < ${count})
  insert into brand_profiles (domain, language, profile, read_at, ages_from, tries)
  select 'tern' || i || '.example', '', '{}', i * 1000, i * 1000, 4 - i % 4 from n`

describe("old brands among a hundred thousand", () => {
  it.live(
    "are claimed, recorded and asked for by reading a few rows",
    () =>
      Effect.gen(function* () {
        const { db, rowsRead, walks } = yield* Watched
        db.exec(fill)
        const store = yield* BrandRefreshStore
        for (const statistics of [false, true]) {
          if (statistics) db.exec("analyze")
          const now = yield* DateTime.now
          const turn = { now, before: now, every: Duration.zero, lease: Duration.minutes(1) }
          const before = rowsRead()
          assert.isTrue(yield* store.isDue(turn))
          const claim = Option.getOrThrow(yield* store.claim(turn))
          assert.isTrue(yield* store.record(claim, { read: null, agesFrom: now, failures: 1 }))
          yield* store.asked(claim.domain, claim.language)
          assert.isBelow(rowsRead() - before, 30)
          assert.deepStrictEqual(walks(), [])
        }
      }).pipe(Effect.provide(Layer.provideMerge(Stores.layer, watchedDatabase))),
    120_000
  )
})
