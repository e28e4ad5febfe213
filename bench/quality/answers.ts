/**
 * `node bench/quality/answers.ts`: how often answers are right, and null where no page says what is asked for.
 *
 * By the operation that callers use, over made sites, without a model. Prints what is wrong in the half that the rules were made with, and
 * of the other only the sums. See README.md.
 */
import { parseArgs } from "node:util"
import { Answers } from "@kittiwake/core/answers/Answers"
import { readExample } from "@kittiwake/core/answers/domain/AnswerShape"
import * as PlainReaders from "@kittiwake/core/testing/PlainReaders"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import * as FactReader from "@kittiwake/html/FactReader"
import * as PageReader from "@kittiwake/html/PageReader"
import { Clock, Effect, Layer, Result } from "effect"
import type { AnswerSite, AnswerTask, Right } from "./answers/AnswerTask.ts"
import { held } from "./answers/held.ts"
import { tuned } from "./answers/tuned.ts"

const { values } = parseArgs({ options: { held: { type: "boolean", default: false } } })

const layer = TestInstallation.layer({
  pageReader: PageReader.layer,
  readers: Layer.merge(PlainReaders.layer, FactReader.layer),
  loops: false
})

const htmlOf = ({ language, pages }: AnswerSite, path: string): string => {
  const links = Object.entries(pages).map(([to, { title }]) => `<a href="${to}">${title}</a>`)
  const { body = "", title = "" } = pages[path] ?? {}
  return `<!doctype html><html lang="${language}"><head><title>${title}</title></head><body><nav>${links.join(" ")}</nav><main><h1>${title}</h1>${body}</main></body></html>`
}

const textOf = (html: string): string => html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ")

type Outcome = "right" | "in a sentence" | "wrong" | "null, rightly" | "null, wrongly" | "said, and no page says it"

const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0)

const sorted = (items: ReadonlyArray<unknown>): string => items.map(String).toSorted().join("|")

const outcomeOf = (value: unknown, right: Right): Outcome => {
  if (right === null) return isNothing(value) ? "null, rightly" : "said, and no page says it"
  if (isNothing(value)) return "null, wrongly"
  if (Array.isArray(right)) return Array.isArray(value) && sorted(value) === sorted(right) ? "right" : "wrong"
  if (value === right) return "right"
  return typeof value === "string" && typeof right === "string" && value.includes(right) ? "in a sentence" : "wrong"
}

/** Whether a quote stands on its page, and has the value where the value is written in figures or words. */
const holds = (quote: string, page: string, right: Right): "holds" | "does not support" | "does not stand" => {
  const plain = quote.replace(/\s+/g, " ").trim()
  if (!page.includes(plain) && !plain.split(/\s*[:|;]\s*/).every((part) => page.includes(part))) return "does not stand"
  if (typeof right === "boolean" || right === null) return "holds"
  const isThere = (one: unknown) => plain.replace(/(?<=\d),(?=\d{3})/g, "").includes(String(one))
  const isLarge = typeof right === "number" && right >= 1_000_000
  const isSaid = Array.isArray(right) ? right.some(isThere) : isLarge || isThere(right)
  return isSaid ? "holds" : "does not support"
}

const measure = Effect.fnUntraced(function* (name: string, tasks: ReadonlyArray<AnswerTask>, isPrinted: boolean) {
  const web = yield* ScriptedWeb
  for (const site of new Set(tasks.map(({ site }) => site))) {
    for (const path of Object.keys(site.pages)) yield* web.page(`https://${site.host}${path}`, htmlOf(site, path))
  }
  const { organization } = yield* TestInstallation
  const answers = yield* Answers
  const outcomes = new Map<Outcome, number>()
  const quotes = new Map<string, number>()
  for (const { ask, format, id, right, site } of tasks) {
    const call = {
      organizationId: organization.id,
      requestId: crypto.randomUUID(),
      ...{ route: "/web/answers", caller: "bench", isWanted: () => true },
      deadline: { atMillis: (yield* Clock.currentTimeMillis) + 30_000, acceptsPart: true },
      freshness: { maxAgeMillis: 0, zeroRetention: true }
    }
    const shape = Result.getOrThrow(readExample(format))
    const { content, evidence } = (yield* answers.answer(call, { task: ask, shape, mode: "fast" })).value
    for (const [field, wanted] of Object.entries(right)) {
      const outcome = outcomeOf(content[field], wanted)
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      const isFine = outcome === "right" || outcome === "in a sentence" || outcome === "null, rightly"
      if (isPrinted && !isFine) console.log(`${id}: ${outcome}: ${JSON.stringify(content[field])}`)
      if (outcome !== "right" && outcome !== "in a sentence") continue
      for (const { path, quote, url } of evidence) {
        if (!path.startsWith(`/${field}`)) continue
        const held = holds(quote, textOf(htmlOf(site, URL.parse(url)?.pathname ?? "/")), wanted)
        quotes.set(held, (quotes.get(held) ?? 0) + 1)
        if (isPrinted && held !== "holds") console.log(`${id}: the quote ${held}: ${quote}`)
      }
    }
  }
  const told = (counts: ReadonlyMap<string, number>) =>
    [...counts].map(([what, count]) => `${what} ${count}`).join(", ")
  return [`${name}, ${tasks.length} tasks: ${told(outcomes)}`, `${name}, quotes of right values: ${told(quotes)}`]
})

const half = (name: string, tasks: ReadonlyArray<AnswerTask>, isPrinted: boolean) =>
  Effect.runPromise(Effect.provide(measure(name, tasks, isPrinted), layer))

const lines = [...(await half("tuned", tuned, true)), ...(await half("held out", held, values.held))]
console.log(lines.join("\n"))
