/**
 * Reads facts of plain pages without a parser, for tests.
 *
 * **Gotchas**
 *
 * It is no adapter of `FactReader` and passes no suite: it knows the title, the first heading, JSON-LD of one level, and lines
 * such as `Price: $5`. What fills a schema is what fills it everywhere. For real pages give the kit the reader of
 * `@kittiwake/html`.
 */
import { Effect, Layer } from "effect"
import type { Fact } from "../extraction/domain/FactSheet.ts"
import { fillSchema } from "../extraction/domain/fillSchema.ts"
import { FactReader, type FactRequest } from "../extraction/FactReader.ts"

const decoded = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot);/g, (_, name: string) => ({ amp: "&", lt: "<", gt: ">", quot: '"' })[name] ?? "")

const linesOf = (html: string): ReadonlyArray<string> =>
  html
    .replace(/<(script|style|template|head)\b[\s\S]*?<\/\1>/gi, "")
    .split(/<(?!\/?(?:a|b|i|em|span|strong)\b)[^>]*>|\n/i)
    .map((line) => decoded(line.replace(/<[^>]*>/g, "")).trim())
    .filter((line) => line !== "")

const linkedFacts = (html: string): ReadonlyArray<Fact> =>
  [...html.matchAll(/<script[^>]*ld\+json[^>]*>([\s\S]*?)<\/script>/gi)].flatMap(([, json = ""]) => {
    try {
      const { "@type": context = "", ...fields } = JSON.parse(json) as { readonly [name: string]: unknown }
      return Object.entries(fields).flatMap(([name, value]) =>
        typeof value === "string" || typeof value === "number"
          ? [{ name, value, source: "json-ld" as const, context: String(context), quote: `${name}: ${value}` }]
          : []
      )
    } catch {
      return []
    }
  })

const read = ({ html, url }: FactRequest) => {
  const page = typeof html === "string" ? html : new TextDecoder().decode(html)
  const lines = linesOf(page)
  const title = /<title>([^<]*)/i.exec(page)?.[1]?.trim() ?? null
  const heading = /<h1[^>]*>([^<]*)/i.exec(page)?.[1]?.trim()
  const pairs = lines.flatMap((line): ReadonlyArray<Fact> => {
    const [, name, value] = /^(\p{L}[^:]{0,40}): (.+)$/u.exec(line) ?? []
    return name === undefined || value === undefined ? [] : [{ name, value, source: "pair", context: "", quote: line }]
  })
  const named: ReadonlyArray<Fact> =
    heading === undefined ? [] : [{ name: "title", value: heading, source: "heading", context: "", quote: heading }]
  return {
    url,
    title,
    language: "en",
    text: lines.join("\n"),
    isCut: false,
    facts: [...linkedFacts(page), ...named, ...pairs],
    lists: [],
    groups: []
  }
}

/** Patterns of a test, which are not hostile. */
const compile = (pattern: string) => {
  try {
    const compiled = new RegExp(pattern, "u")
    return (text: string) => compiled.test(text)
  } catch {
    return null
  }
}

/** A reader that is good enough for pages written in a test. */
export const layer: Layer.Layer<FactReader> = Layer.succeed(
  FactReader,
  FactReader.of({
    read: (request) => Effect.sync(() => read(request)),
    fill: (question) => Effect.sync(() => fillSchema(question, { compile }))
  })
)
