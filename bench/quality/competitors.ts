/**
 * `node bench/quality/competitors.ts`: how many of those who are told to compete do, and how many of those whom pages name are told.
 *
 * By the operation that callers use, over a made web that the organization has read. Prints what is wrong in the half that rules may be made
 * with, and of the other only the sums. See README.md.
 */
import { parseArgs } from "node:util"
import { Competitors } from "@kittiwake/core/competitors/Competitors"
import { PageIndex } from "@kittiwake/core/search/PageIndex"
import * as PlainReaders from "@kittiwake/core/testing/PlainReaders"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import * as FactReader from "@kittiwake/html/FactReader"
import * as PageReader from "@kittiwake/html/PageReader"
import { Clock, DateTime, Effect, Layer } from "effect"
import { type Field, pagesOf, taskOf, tuned, untouched } from "./competitors/made.ts"

const { values } = parseArgs({ options: { held: { type: "boolean", default: false } } })

const layer = TestInstallation.layer({
  pageReader: PageReader.layer,
  readers: Layer.merge(PlainReaders.layer, FactReader.layer),
  loops: false
})

const inner = (html: string, name: string): string => new RegExp(`<${name}>(.*?)</${name}>`, "s").exec(html)?.[1] ?? ""

const measure = Effect.fnUntraced(function* (name: string, fields: ReadonlyArray<Field>, isPrinted: boolean) {
  const web = yield* ScriptedWeb
  const { organization } = yield* TestInstallation
  const readAt = yield* DateTime.now
  const pages = fields.flatMap(pagesOf)
  for (const { html, url } of pages) yield* web.page(url, html)
  yield* (yield* PageIndex).put(
    pages.map(({ html, url }) => ({
      ...{
        organizationId: organization.id,
        url,
        title: inner(html, "title"),
        description: "",
        headings: inner(html, "h1")
      },
      text: inner(html, "main").replace(/<[^>]+>/g, " "),
      ...{ language: "en", publishedAt: null, readAt }
    })),
    readAt
  )
  const competitors = yield* Competitors
  const sums = { told: 0, right: 0, found: 0, wanted: 0 }
  const wrong = new Map<string, number>()
  for (const { domain, others, right, wanted } of fields.map(taskOf)) {
    const call = {
      organizationId: organization.id,
      requestId: crypto.randomUUID(),
      ...{ route: "/web/competitors", caller: "bench", isWanted: () => true },
      deadline: { atMillis: (yield* Clock.currentTimeMillis) + 60_000, acceptsPart: true },
      freshness: { maxAgeMillis: 0, zeroRetention: true }
    }
    const { value } = yield* competitors.find(call, { domain, count: 10 })
    const told = value.competitors.map((one) => one.domain)
    sums.told += told.length
    sums.right += told.filter((one) => right.has(one)).length
    sums.found += told.filter((one) => wanted.has(one)).length
    sums.wanted += wanted.size
    for (const one of told) {
      if (right.has(one)) continue
      const what = others.get(one) ?? "somebody of another field"
      wrong.set(what, (wrong.get(what) ?? 0) + 1)
      if (isPrinted) console.log(`${domain}: told ${one}, ${what}`)
    }
    const missing = [...wanted].filter((one) => !told.includes(one))
    if (isPrinted && missing.length > 0) console.log(`${domain}: missed ${missing.join(", ")}`)
  }
  const share = (some: number, of: number) => (of === 0 ? "–" : (some / of).toFixed(3))
  const errors = [...wrong].map(([what, count]) => `${what} ${count}`).join(", ") || "none"
  return `${name}: ${fields.length} companies, precision ${share(sums.right, sums.told)} of ${sums.told}, recall ${share(sums.found, sums.wanted)} of ${sums.wanted}; told and wrong: ${errors}`
})

const half = (name: string, fields: ReadonlyArray<Field>, isPrinted: boolean) =>
  Effect.runPromise(Effect.provide(measure(name, fields, isPrinted), layer))

const lines = [await half("half to tune on", tuned, true), await half("untouched half", untouched, values.held)]
console.log(lines.join("\n"))
