/**
 * `node bench/quality/design.ts`: whether style guides and fonts of made sites say what a designer says of them, by field and half, by
 * their style sheets alone; `--browser`: as a browser lays them out too.
 *
 * `--worst N` names what is wrong on the N sites of the half that was tuned on with most mistakes; of the other half nothing is named, by no option.
 */
import { parseArgs } from "node:util"
import type { PageStyles } from "@kittiwake/core/pages/domain/PageStyles"
import { Effect } from "effect"
import { isRight, toldOf } from "./design/judge.ts"
import { browserLayer, byBrowser, bySheets, sheetsLayer } from "./design/looks.ts"
import { type Field, fields, type Half, halves, type LabelledSite, sitesOf } from "./design/sites.ts"

const { values } = parseArgs({
  options: { browser: { type: "boolean", default: false }, worst: { type: "string", default: "0" } }
})

interface Judged {
  readonly site: string
  readonly field: Field
  readonly label: string | null
  readonly told: string | null
  readonly isRight: boolean
}

/** Told of every page: where a label has none, nothing is judged. */
const always: ReadonlySet<Field> = new Set([
  "mode",
  "background",
  "text",
  "accent",
  "p size",
  "p family",
  "font weights"
])

const judged = (site: LabelledSite, styles: PageStyles): ReadonlyArray<Judged> => {
  const told = toldOf(styles)
  return fields.map((field) => {
    const [one, label] = [told[field], site.labels[field]]
    const right = label === null ? one === null || always.has(field) : one !== null && isRight(field, one, label)
    return { site: site.name, field, label, told: one, isRight: right }
  })
}

const printTable = (way: string, half: Half, all: ReadonlyArray<Judged>): void => {
  console.log(`\n| ${half}, ${way} | labelled | found | right | not labelled | told all the same |`)
  console.log("|---|---:|---:|---:|---:|---:|")
  const row = (name: string, some: ReadonlyArray<Judged>) => {
    const labelled = some.filter(({ label }) => label !== null)
    const found = labelled.filter(({ told }) => told !== null)
    const right = labelled.filter(({ isRight }) => isRight)
    const silent = some.filter(({ field, label }) => label === null && !always.has(field))
    const toldAll = silent.filter(({ told }) => told !== null)
    const counts = [labelled, found, right, silent, toldAll].map(({ length }) => length)
    console.log(`| ${[name, ...counts].join(" | ")} |`)
  }
  for (const field of fields)
    row(
      field,
      all.filter((one) => one.field === field)
    )
  row("all", all)
}

const printWorst = (all: ReadonlyArray<Judged>, count: number): void => {
  const wrong = [
    ...Map.groupBy(
      all.filter(({ isRight }) => !isRight),
      ({ site }) => site
    )
  ]
  for (const [site, mistakes] of wrong.toSorted(([, one], [, other]) => other.length - one.length).slice(0, count))
    console.log(`${site}: ${mistakes.map(({ field, label, told }) => `${field} ${label}, told ${told}`).join(" | ")}`)
}

const measure = Effect.fnUntraced(function* <R>(
  way: string,
  look: (site: LabelledSite) => Effect.Effect<PageStyles, never, R>
) {
  for (const half of halves) {
    const all = yield* Effect.forEach(sitesOf(half), (site) => Effect.map(look(site), (styles) => judged(site, styles)))
    printTable(way, half, all.flat())
    if (half === "tuned") printWorst(all.flat(), Number(values.worst))
  }
})

await Effect.runPromise(Effect.provide(measure("by style sheets", bySheets), sheetsLayer))
if (values.browser) {
  const seen = Effect.scoped(Effect.flatMap(byBrowser(), (look) => measure("in a browser", look)))
  await Effect.runPromise(Effect.provide(seen, browserLayer))
}
