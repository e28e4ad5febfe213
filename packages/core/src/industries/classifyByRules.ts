/** Classifies sites by rules: their words against those of the lists. */
import { Effect } from "effect"
import { type IndustryIndex, indexing } from "./domain/IndustryIndex.ts"
import type { IndustryScheme } from "./domain/IndustryScheme.ts"
import { withEntriesOf } from "./domain/IndustryTable.ts"
import { pickIndustries } from "./domain/pickIndustries.ts"
import { rankIndustries } from "./domain/rankIndustries.ts"
import { IndustryClassifier, type IndustryQuestion } from "./IndustryClassifier.ts"
import { IndustryTables } from "./IndustryTables.ts"

/** The list of the SEC has titles alone: what the manual says of the same codes goes with it. */
const tableOf = Effect.fnUntraced(function* (tables: IndustryTables["Service"], scheme: IndustryScheme) {
  const own = yield* tables.read(scheme)
  return scheme === "latest_sec" ? withEntriesOf(own, yield* tables.read("original_sic")) : own
})

/** Makes the index of a list between other work: half a second of the processor, in pieces of milliseconds. */
const indexOf = Effect.fnUntraced(function* (tables: IndustryTables["Service"], scheme: IndustryScheme) {
  const work = indexing(yield* tableOf(tables, scheme))
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
    yield* Effect.yieldNow
  }
})

/** A classifier that makes the index of a list when it is first asked for, and keeps it. */
export const classifyByRules = Effect.gen(function* () {
  const tables = yield* IndustryTables
  // Whoever asks first may leave; those who wait with him go on.
  const kept = (scheme: IndustryScheme) => Effect.cached(Effect.uninterruptible(indexOf(tables, scheme)))
  const indexes: { readonly [S in IndustryScheme]: Effect.Effect<IndustryIndex> } = {
    naics_2022: yield* kept("naics_2022"),
    original_sic: yield* kept("original_sic"),
    latest_sec: yield* kept("latest_sec")
  }
  return IndustryClassifier.of({
    classify: Effect.fn("IndustryClassifier.classify")(function* ({ count, scheme, words }: IndustryQuestion) {
      const index = yield* indexes[scheme]
      return { fits: pickIndustries(index, rankIndustries(index, words), count), by: "rules" }
    })
  })
})
