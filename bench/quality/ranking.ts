/**
 * `node bench/quality/ranking.ts [--on Postgres] [--cranfield DIR] [--worst N] [--held]`: nDCG@10 of the index of what was read, on a made set of
 * pages and, where `DIR` has it, on Cranfield (1,400 abstracts, 225 questions, judged by their askers).
 *
 * By the store that searches ask. Names the questions that came out worst of the halves that the rules may be made with, and of the others
 * only the mean. See README.md.
 */
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { type IndexedPage, PageIndex } from "@kittiwake/core/search/PageIndex"
import { DateTime, Effect, ManagedRuntime, Redacted } from "effect"
import { readQuery } from "../../packages/core/src/search/domain/readQuery.ts"
import { type StorageName, withStorage } from "../storages.ts"
import { cranfield } from "./ranking/cranfield.ts"
import { gainAt10 } from "./ranking/gain.ts"
import { readMade } from "./ranking/made.ts"
import type { RankingSet } from "./ranking/RankingSet.ts"

const { values } = parseArgs({
  options: {
    on: { type: "string", default: "SQLite" },
    cranfield: { type: "string", default: "" },
    worst: { type: "string", default: "0" },
    held: { type: "boolean", default: false }
  }
})

/** Ages of pages count back from now. */
const nowMillis = Date.now()

const made = (name: string): RankingSet =>
  readMade(readFileSync(new URL(`./ranking/${name}.txt`, import.meta.url), "utf8"), nowMillis)

const sets = (): ReadonlyArray<readonly [name: string, isTuned: boolean, set: RankingSet]> => {
  const own = [["made, half to tune on", true, made("tuned")] as const]
  // Pages of both halves stand in one index, so that each has the other's to be mistaken for.
  const other = [["made, untouched half", false, made("untouched")] as const]
  if (values.cranfield === "") return [...own, ...other]
  if (!existsSync(join(values.cranfield, "cran.all.1400"))) {
    console.error(`SKIPPED Cranfield: cran.all.1400, cran.qry and cranqrel are not under ${values.cranfield}.`)
    return [...own, ...other]
  }
  const { held, tuned } = cranfield(values.cranfield, nowMillis)
  return [...own, ...other, ["Cranfield, half to tune on", true, tuned], ["Cranfield, untouched half", false, held]]
}

const runtimeOf = async (name: StorageName, storage: string) => {
  if (name === "SQLite") {
    const { layer } = await import("@kittiwake/sqlite/embedded")
    return ManagedRuntime.make<PageIndex, unknown>(layer({ dataDirectory: storage }))
  }
  const { layer } = await import("@kittiwake/postgres/postgres")
  return ManagedRuntime.make<PageIndex, unknown>(layer({ url: Redacted.make(storage) }))
}

const owners = {
  made: OrganizationId.make(`org_${"1".repeat(32)}`),
  Cranfield: OrganizationId.make(`org_${"2".repeat(32)}`)
} as const

const ownerOf = (name: string) => (name.startsWith("made") ? owners.made : owners.Cranfield)

await withStorage(
  values.on === "Postgres" ? "Postgres" : "SQLite",
  process.env.DATABASE_URL || undefined,
  async (place) => {
    const runtime = await runtimeOf(values.on === "Postgres" ? "Postgres" : "SQLite", await place.empty())
    const run = <A>(work: Effect.Effect<A, unknown, PageIndex>) => runtime.runPromise(work)
    const [known, now] = [new Set<string>(), DateTime.nowUnsafe()]
    for (const [name, , { pages }] of sets()) {
      const fresh = pages
        .map((page): IndexedPage => ({ ...page, organizationId: ownerOf(name) }))
        .filter(({ organizationId, url }) => !known.has(`${organizationId} ${url}`))
      for (const { organizationId, url } of fresh) known.add(`${organizationId} ${url}`)
      for (let at = 0; at < fresh.length; at += 200)
        await run(Effect.flatMap(PageIndex, (index) => index.put(fresh.slice(at, at + 200), now)))
    }
    console.log(`nDCG@10 of the index on ${place.label}`)
    for (const [name, isTuned, { questions }] of sets()) {
      const scores = []
      for (const { country, gains, text } of questions) {
        const question = { query: readQuery(text), publishedSince: null, country, count: 10 }
        const hits = await run(Effect.flatMap(PageIndex, (index) => index.search(ownerOf(name), question)))
        scores.push({
          text,
          hits: hits.map(({ url }) => url),
          score: gainAt10(
            gains,
            hits.map(({ url }) => url)
          )
        })
      }
      const mean = scores.reduce((sum, { score }) => sum + score, 0) / scores.length
      const first = scores.filter(({ hits }, at) => (questions[at]!.gains.get(hits[0] ?? "") ?? 0) > 0).length
      console.log(`${name}: ${mean.toFixed(3)} of ${scores.length} questions; the first hit has to do with ${first}`)
      if (!isTuned && !values.held) continue
      for (const { hits, score, text } of scores.toSorted((a, b) => a.score - b.score).slice(0, Number(values.worst))) {
        const names = hits.slice(0, 4).map((url) => url.replace(/^.*\//, ""))
        console.log(`    ${score.toFixed(2)}  ${text}  ${names.join(" ")}`)
      }
    }
    await runtime.dispose()
  }
)
