/**
 * `node bench/quality/noise.ts [--held] [--misses]`: how often what changes by itself on a page is told as a change, and whether
 * changes of content with such names are told. Pages are those of `pages/`, each with one piece in it. See README.md.
 */
import { readdirSync, readFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { PageReader } from "@kittiwake/core/pages/PageReader"
import { layer } from "@kittiwake/html/PageReader"
import { Effect, ManagedRuntime } from "effect"
import { held } from "./noise/held.ts"
import type { Samples } from "./noise/SampleNoise.ts"
import { tuned } from "./noise/tuned.ts"

const { values } = parseArgs({
  options: { held: { type: "boolean", default: false }, misses: { type: "boolean", default: false } }
})

const folder = new URL("./pages/", import.meta.url)
const pages = readdirSync(folder)
  .filter((name) => name.endsWith(".html"))
  .map((name) => ({ name, html: readFileSync(new URL(name, folder), "utf8") }))

const runtime = ManagedRuntime.make(layer)

const textOf = (html: string, leavesOutNoise: boolean): Promise<string> =>
  runtime.runPromise(
    PageReader.use((reader) =>
      reader.read({ body: html, mediaType: "text/html", includeSelectors: [], excludeSelectors: [], leavesOutNoise })
    ).pipe(Effect.map(({ text }) => text.replace(/\s+/g, " ")))
  )

/** The page with a piece after the first paragraph below its title, or at its end. */
const withPiece = (page: string, piece: string): string => {
  const title = Math.max(0, page.search(/<h1\b/i))
  const end = page.slice(title).search(/<\/(?:p|main|article|body)>/i)
  const at = page.startsWith("</p>", title + end) ? title + end + 4 : title + end
  return `${page.slice(0, at)}\n${piece}\n${page.slice(at)}`
}

/** Looks at a page that nothing happens to, each an hour after the other. */
const looks = 4

interface Sums {
  looks: number
  alerts: number
  quietAlerts: number
  changes: number
  lost: number
  lostBefore: number
}

const measure = async ({ content, noise }: Samples, misses: Set<string>): Promise<Sums> => {
  const sums = { looks: 0, alerts: 0, quietAlerts: 0, changes: 0, lost: 0, lostBefore: 0 }
  for (const page of pages) {
    for (const piece of noise) {
      const html = Array.from({ length: looks }, (_, look) => withPiece(page.html, piece.html(look + 2)))
      const whole = await Promise.all(html.map((one) => textOf(one, false)))
      const quiet = await Promise.all(html.map((one) => textOf(one, true)))
      for (let look = 1; look < looks; look += 1) {
        sums.looks += 1
        if (whole[look] !== whole[look - 1]) sums.alerts += 1
        if (quiet[look] === quiet[look - 1]) continue
        sums.quietAlerts += 1
        misses.add(`told: ${piece.name} on ${page.name}`)
      }
    }
    for (const piece of content) {
      const [before, after] = [piece.before, piece.after].map((value) => withPiece(page.html, piece.html(value)))
      sums.changes += 1
      if ((await textOf(before!, false)) === (await textOf(after!, false))) sums.lostBefore += 1
      else if ((await textOf(before!, true)) === (await textOf(after!, true))) {
        sums.lost += 1
        misses.add(`lost: ${piece.name} on ${page.name}`)
      }
    }
  }
  return sums
}

/** Content that leaves a page by itself, without anything put in: all of it is what the page is read for. */
const unchanged = async (misses: Set<string>): Promise<number> => {
  let less = 0
  for (const { html, name } of pages) {
    const page = await runtime.runPromise(
      PageReader.use((reader) =>
        reader.read({
          body: html,
          mediaType: "text/html",
          includeSelectors: [],
          excludeSelectors: [],
          leavesOutNoise: true
        })
      )
    )
    if (page.leftOut.length > 0) less += 1
    for (const { elements, kind } of page.leftOut) misses.add(`left out of ${name}: ${kind} ${elements.join(", ")}`)
  }
  return less
}

const row = (name: string, { alerts, changes, looks, lost, lostBefore, quietAlerts }: Sums) =>
  `${name} | ${looks} | ${alerts} | ${quietAlerts} | ${changes - lostBefore} | ${lost}`

console.log("half | looks at noise | told before | told now | changes of content | lost now")
const misses = new Set<string>()
console.log(row("tuned on", await measure(tuned, misses)))
if (values.held) {
  const heldMisses = new Set<string>()
  console.log(row("held out", await measure(held, heldMisses)))
  if (values.misses) console.log([...heldMisses].join("\n"))
}
const less = await unchanged(misses)
console.log(`${less} of ${pages.length} pages lose something of their own`)
if (values.misses && !values.held) console.log([...misses].join("\n"))
await runtime.dispose()
