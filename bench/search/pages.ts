/**
 * `node bench/search/pages.ts [--pages 200000] [--words 300] [--questions 200] [--on Postgres]`: how long searches of the index of what was read take, among so
 * many made pages of as many words, nine tenths of one organization and the others of fifty, and how fast pages are put into it.
 */
import { parseArgs } from "node:util"
import { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { type IndexedPage, PageIndex } from "@kittiwake/core/search/PageIndex"
import { DateTime, Effect } from "effect"
import { readQuery } from "../../packages/core/src/search/domain/readQuery.ts"
import { type Finding, table, tell } from "../report.ts"
import { type StorageName, withStorage } from "../storages.ts"
import { fillPages, runtimeOf, sameRows } from "./fillPages.ts"

const { values } = parseArgs({
  options: {
    pages: { type: "string", default: "200000" },
    words: { type: "string", default: "300" },
    questions: { type: "string", default: "200" },
    on: { type: "string", default: "SQLite" }
  }
})

const pages = Number(values.pages)
const words = Number(values.words)
/** Pages that are put in as their readers put them, so that it is told how fast that goes. */
const putAfterwards = 1_000
const together = 100
const questionsEach = Number(values.questions)

/** The same numbers every time. */
const makeChance = (seed: number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}

const syllables = ["ba", "ce", "di", "fo", "gu", "ha", "je", "ki", "lo", "mu", "na", "pe", "ri", "so", "tu", "va"]

const wordOf = (number: number): string => {
  let word = ""
  for (let rest = number + 16; rest > 0; rest = Math.floor(rest / 16)) word += syllables[rest % 16]!
  return word
}

const vocabulary = Array.from({ length: 60_000 }, (_, number) => wordOf(number))

/** A word as language has them: few are everywhere, and most hardly anywhere. */
const anyWord = (chance: () => number): string => vocabulary[Math.floor(vocabulary.length ** chance()) - 1]!

const textOf = (chance: () => number, words: number): string =>
  Array.from({ length: words }, () => anyWord(chance)).join(" ")

const organization = (number: number) => OrganizationId.make(`org_${String(number).padStart(32, "0")}`)

/** Different texts; of more pages than these several say the same. */
const differentTexts = 20_000

type Said = Pick<IndexedPage, "title" | "description" | "headings" | "text">

/** Makes pages by their number. */
const makePages = (chance: () => number) => {
  const texts: Array<Said> = []
  const saidBy = (number: number): Said => {
    const at = number % differentTexts
    const said = texts[at] ?? {
      title: textOf(chance, 6),
      description: textOf(chance, 15),
      headings: textOf(chance, 8),
      text: Array.from({ length: 10 }, () => textOf(chance, words / 10)).join("\n")
    }
    texts[at] = said
    return said
  }
  return (number: number): IndexedPage => ({
    organizationId: organization(number % 11 === 10 ? 1 + (number % 50) : 0),
    url: `https://site${number % 997}.example/${wordOf(number)}`,
    ...saidBy(number),
    language: "en",
    publishedAt: null,
    readAt: DateTime.makeUnsafe(1_700_000_000_000 + number * 1_000)
  })
}

/** What is asked for, by what it is made of. */
const kinds: Readonly<Record<string, (chance: () => number) => string>> = {
  "one common word": (chance) => wordOf(Math.floor(chance() * 20)),
  "one rare word": (chance) => wordOf(2_000 + Math.floor(chance() * 50_000)),
  "three words of any kind": (chance) => textOf(chance, 3),
  "four common words": (chance) => Array.from({ length: 4 }, () => wordOf(Math.floor(chance() * 60))).join(" "),
  "twelve words of any kind": (chance) => textOf(chance, 12),
  "two words on a site": (chance) => `${textOf(chance, 2)} site:site${Math.floor(chance() * 997)}.example`
}

const findingsOf = (name: StorageName) =>
  withStorage(name, process.env.DATABASE_URL || undefined, async (place) => {
    const chance = makeChance(1)
    await sameRows(name, place.empty, makePages(makeChance(1)))
    const pageOf = makePages(chance)
    const storage = await place.empty()
    const filling = performance.now()
    await fillPages(name, storage, {
      pageOf,
      count: pages,
      onProgress: (done) => {
        if (done % 20_000 === 0) tell(`${done} of ${pages} pages on ${place.label}`)
      }
    })
    const notes = [`${pages} pages of ${words} words filled in ${((performance.now() - filling) / 1_000).toFixed(0)} s`]
    const runtime = await runtimeOf(name, storage)
    const findings: Array<Finding> = []
    try {
      const begun = performance.now()
      for (let from = pages; from < pages + putAfterwards; from += together) {
        const some = Array.from({ length: together }, (_, at) => pageOf(from + at))
        await runtime.runPromise(Effect.flatMap(PageIndex, (index) => index.put(some, some[0]!.readAt)))
      }
      findings.push({
        what: `pages put into the index on ${place.label}`,
        target: null,
        ours: putAfterwards / ((performance.now() - begun) / 1_000),
        yardstick: null,
        notes
      })
      for (const [kind, queryOf] of Object.entries(kinds)) {
        const took: Array<number> = []
        let hits = 0
        for (let number = 0; number < questionsEach; number++) {
          const question = { query: readQuery(queryOf(chance)), publishedSince: null, country: null, count: 10 }
          const started = performance.now()
          const found = await runtime.runPromise(
            Effect.flatMap(PageIndex, (index) => index.search(organization(0), question))
          )
          took.push(performance.now() - started)
          hits += found.length
        }
        took.sort((a, b) => a - b)
        const at = (share: number) => took[Math.min(took.length - 1, Math.floor(took.length * share))]!.toFixed(1)
        findings.push({
          what: `searches for ${kind} on ${place.label}`,
          target: null,
          ours: 1_000 / (took.reduce((sum, one) => sum + one, 0) / took.length),
          yardstick: null,
          notes: [`p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, ${(hits / questionsEach).toFixed(1)} hits of 10`]
        })
      }
      return findings
    } finally {
      await runtime.dispose()
    }
  })

const name = values.on === "Postgres" ? "Postgres" : "SQLite"
console.log(table(await findingsOf(name)))
