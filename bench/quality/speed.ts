/**
 * `node bench/quality/speed.ts --corpora DIR`: processor time of Markdown and main content, ours beside turndown's.
 *
 * Processor time, because it drifts less than the clock on a machine with other work.
 */
import { createRequire } from "node:module"
import { parseArgs } from "node:util"
import { PageReader, type ShapeRequest } from "@kittiwake/core/pages/PageReader"
import { layer } from "@kittiwake/html/PageReader"
import { ManagedRuntime } from "effect"
import { corpora } from "./corpora.ts"

const { values } = parseArgs({ options: { corpora: { type: "string", default: "corpora" } } })

const pages = corpora[0]!.pages(values.corpora)?.map(({ html }) => html)
if (pages === undefined) throw new Error(`The article-extraction-benchmark is not under ${values.corpora}.`)

const runtime = ManagedRuntime.make(layer)

const request: Omit<ShapeRequest, "html"> = {
  sourceUrl: "https://example.com/",
  finalUrl: "https://example.com/",
  includeSelectors: [],
  excludeSelectors: [],
  mainContentOnly: false,
  frames: null,
  markdown: { includeLinks: true, includeImages: true, shortenBase64Images: true },
  wantsHtml: false,
  wantsMetadata: false,
  wantsLinks: false,
  wantsImages: false,
  extract: null
}

const ours = (more: Partial<ShapeRequest>) => (html: string) =>
  runtime.runPromise(PageReader.use((reader) => reader.shape({ ...request, ...more, html })))

const rounds = 5

/** The least processor time of some rounds over all pages, in milliseconds a page. */
const measure = async (name: string, all: ReadonlyArray<string>, work: (html: string) => unknown) => {
  let least = Infinity
  for (let round = 0; round < rounds; round += 1) {
    const before = process.cpuUsage()
    for (const html of all) await work(html)
    const { system, user } = process.cpuUsage(before)
    least = Math.min(least, (user + system) / 1_000 / all.length)
  }
  console.log(`${name}: ${least.toFixed(2)} ms, ${Math.round(1_000 / least)} pages/s`)
}

// Longer pages are shaped in threads of their own, whose start would be measured here too.
const inline = pages.filter((html) => html.length <= 256 * 1024)
const kilobytes = (all: ReadonlyArray<string>) =>
  `${Math.round(all.reduce((sum, html) => sum + html.length, 0) / all.length / 1_000)} KB`

console.log(
  `${pages.length} pages of ${kilobytes(pages)}, of which ${inline.length} of ${kilobytes(inline)} are read inline`
)
await measure("Markdown, all pages", pages, ours({}))
await measure("main content and Markdown, all pages", pages, ours({ mainContentOnly: true }))
await measure("Markdown, inline pages", inline, ours({}))
await measure("main content and Markdown, inline pages", inline, ours({ mainContentOnly: true }))
const small = pages.filter((html) => html.length > 22_000 && html.length < 38_000)
await measure(`Markdown, links and metadata, ${small.length} pages of ${kilobytes(small)}`, small, (html) =>
  Promise.all([1, 2, 3, 4, 5].map(() => ours({ wantsLinks: true, wantsMetadata: true })(html)))
)
console.log("  (five times each: divide by 5)")

try {
  const Turndown = createRequire(new URL("../peers/package.json", import.meta.url))("turndown")
  const turndown = new Turndown({ headingStyle: "atx", codeBlockStyle: "fenced" })
  await measure("turndown, inline pages", inline, (html) => turndown.turndown(html))
} catch (error) {
  console.error(`SKIPPED turndown: ${error instanceof Error ? error.message.split("\n")[0] : String(error)}`)
}
await runtime.dispose()
