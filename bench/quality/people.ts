/**
 * `node bench/quality/people.ts`: how often the right one of several people of one name is found, and nobody where nobody is known.
 *
 * By the operation that callers use, over a made world. Prints what is wrong in the half that the rules were made with, and of the other only
 * the sums. See README.md.
 */
import { parseArgs } from "node:util"
import type { PersonClues } from "@kittiwake/core/people/domain/PersonClues"
import type { PersonRecord } from "@kittiwake/core/people/domain/PersonRecord"
import { People } from "@kittiwake/core/people/People"
import { mostRecords, type PersonSource, PersonSources } from "@kittiwake/core/people/PersonSource"
import * as PlainReaders from "@kittiwake/core/testing/PlainReaders"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import * as FactReader from "@kittiwake/html/FactReader"
import * as PageReader from "@kittiwake/html/PageReader"
import { Clock, Effect, Layer } from "effect"
import { held, tuned } from "./people/halves.ts"
import { makeWorld, type Style, type World } from "./people/made.ts"

const { values } = parseArgs({ options: { held: { type: "boolean", default: false } } })

/** People of each half who are asked for. */
const each = 48

/** Below this a candidate says itself that it is none to count on. */
const sure = 40

const plain = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()

/** Answers as services do: by exact addresses, or with all whose family name is in the question, namesakes and others. */
const sourceOf = ({ records }: World): PersonSource => ({
  name: "made",
  find: ({ company, email, firstName, lastName, location, socialUrls }: PersonClues) =>
    Effect.sync((): ReadonlyArray<PersonRecord> => {
      const exact = records.filter(
        ({ emails, url }) => (email !== null && emails.includes(email)) || socialUrls.includes(url)
      )
      const ends = lastName === null ? [] : plain(lastName).split(/[^\p{L}]+/u)
      const named = records.filter(
        ({ fullName }) => ends.length > 0 && ends.every((word) => plain(fullName ?? "").includes(word))
      )
      // Those first that have more of what is asked, as a search has them.
      const wanted = [firstName, company?.name, company?.domain, location.city, location.country].flatMap((text) =>
        text === null || text === undefined ? [] : [plain(text).split(" ")[0]!]
      )
      const fitOf = (record: PersonRecord) => {
        const text = plain(JSON.stringify(record))
        return wanted.filter((word) => text.includes(word)).length
      }
      const nearest = named.toSorted((one, other) => fitOf(other) - fitOf(one))
      return [...new Set([...exact, ...nearest])].slice(0, mostRecords)
    })
})

const layerOf = (world: World) =>
  TestInstallation.layer({
    pageReader: PageReader.layer,
    readers: Layer.merge(PlainReaders.layer, FactReader.layer),
    personSources: Layer.succeed(PersonSources, { sources: [sourceOf(world)] }),
    loops: false
  })

type Outcome = "right" | "wrong" | "wrongly sure" | "not found"

interface Sums {
  readonly counts: Map<string, Map<Outcome, number>>
  readonly scores: Array<{ readonly score: number; readonly isRight: boolean }>
}

const add = ({ counts }: Sums, kind: string, outcome: Outcome) => {
  const own = counts.get(kind) ?? new Map<Outcome, number>()
  counts.set(kind, own.set(outcome, (own.get(outcome) ?? 0) + 1))
}

const measure = Effect.fnUntraced(function* (world: World, isPrinted: boolean) {
  const web = yield* ScriptedWeb
  for (const [url, html] of world.pages) yield* web.page(url, html)
  const { organization } = yield* TestInstallation
  const people = yield* People
  const sums: Sums = { counts: new Map(), scores: [] }
  for (const { called, clues, id, is, kind } of world.questions) {
    const call = {
      organizationId: organization.id,
      requestId: crypto.randomUUID(),
      ...{ route: "/people/enrich", caller: "bench", isWanted: () => true },
      deadline: { atMillis: (yield* Clock.currentTimeMillis) + 55_000, acceptsPart: false },
      freshness: { maxAgeMillis: 0, zeroRetention: true }
    }
    const { match } = (yield* people.enrich(call, clues)).value
    // Records of a team page are those of whom the page names so.
    const whose = (match?.sources ?? []).map(
      ({ url }) => world.owners.get(url) ?? world.owners.get(`${url} ${called}`) ?? "nobody"
    )
    const isRight = match !== null && whose.every((one) => one === is)
    const outcome: Outcome =
      match === null ? "not found" : isRight ? "right" : match.score >= sure ? "wrongly sure" : "wrong"
    add(sums, kind, outcome)
    if (match !== null) sums.scores.push({ score: match.score, isRight })
    const isFine = is === null ? outcome === "not found" || outcome === "wrong" : outcome === "right"
    if (isPrinted && !isFine) {
      console.log(`${id}: ${outcome} ${match?.score ?? ""} ${whose.join(" ")} ${JSON.stringify(clues)}`)
    }
  }
  return sums
})

const linesOf = (name: string, { counts, scores }: Sums): ReadonlyArray<string> => {
  const of = (kinds: ReadonlyArray<string>, outcome: Outcome) =>
    kinds.reduce((sum, kind) => sum + (counts.get(kind)?.get(outcome) ?? 0), 0)
  const line = (title: string, kinds: ReadonlyArray<string>) =>
    `${name}, ${title}: right ${of(kinds, "right")}, wrong ${of(kinds, "wrong")} below ${sure} and ${of(kinds, "wrongly sure")} above, not found ${of(kinds, "not found")}`
  const known = [...counts.keys()].filter((kind) => kind !== "absent" && kind !== "unknown")
  const from = (least: number) => {
    const those = scores.filter(({ score }) => score >= least)
    const right = those.filter(({ isRight }) => isRight).length
    return `${least} and more ${those.length === 0 ? "–" : (right / those.length).toFixed(3)} of ${those.length}`
  }
  return [
    ...known.map((kind) => line(kind, [kind])),
    line("all of those who are known", known),
    line("nobody but namesakes", ["absent"]),
    line("nobody at all", ["unknown"]),
    `${name}, right by score: ${[10, 40, 70, 90].map(from).join(", ")}`
  ]
}

const half = async (name: string, style: Style, isPrinted: boolean) => {
  const world = makeWorld(style, each)
  const sums = await Effect.runPromise(Effect.provide(measure(world, isPrinted), layerOf(world)))
  return [
    `${name}: ${each} people, ${world.questions.length} questions, ${world.records.length} profiles`,
    ...linesOf(name, sums)
  ]
}

const lines = [...(await half("made with", tuned, true)), ...(await half("held out", held, values.held))]
console.log(lines.join("\n"))
