/** What `kittiwake crawl` prints and writes, page by page. */

import type { CrawledPage, CrawlProgress } from "@kittiwake/core/sites/domain/Crawl"
import type { CrawlResult } from "@kittiwake/core/sites/Sites"
import { Clock, Console, Effect } from "effect"
import type { CommandFailed } from "../CommandFailed.ts"
import { writeOutputBelow } from "./outputFile.ts"
import { distinctNames, pageFileName } from "./pageFileName.ts"
import { forOutput, harmless, progressLine } from "./terminal.ts"

export interface CrawlOutput {
  readonly page: (page: CrawledPage, progress: CrawlProgress) => Effect.Effect<void, CommandFailed>
  /** Takes the line that shows the progress away. */
  readonly clear: Effect.Effect<void>
  readonly end: (report: CrawlResult) => Effect.Effect<void>
  /** What programs are told of a crawl that ends before its end: the summary, as far as it came. */
  readonly broken: (problem: string) => Effect.Effect<void>
  /** The summary, as far as it came, of a crawl that somebody stopped. */
  readonly stopped: Effect.Effect<void>
}

const titleOf = ({ metadata }: CrawledPage): string => metadata.title ?? ""

/** A page as a document; text in JSON's quotes is text in YAML's. */
const documentOf = (page: CrawledPage): string =>
  [
    "---",
    `url: ${JSON.stringify(page.url)}`,
    `title: ${JSON.stringify(titleOf(page))}`,
    `depth: ${page.depth}`,
    "---",
    "",
    page.markdown,
    ""
  ].join("\n")

const recordOf = (page: CrawledPage, file: string | null) => ({
  url: page.url,
  depth: page.depth,
  statusCode: page.statusCode,
  succeeded: page.succeeded,
  type: page.type,
  title: titleOf(page),
  ...(page.succeeded ? {} : { problem: page.problem }),
  ...(file === null ? {} : { file }),
  ...(page.succeeded && file === null ? { markdown: page.markdown, metadata: page.metadata } : {})
})

const pagesOf = (count: number): string => `${count} ${count === 1 ? "page" : "pages"}`

const stoppedText = "Stopped before its end."

const besides = ({ failed, skipped }: CrawlProgress): string => `${failed} failed, ${skipped} skipped`

const rateOf = (pages: number, millis: number): string => ((pages * 1_000) / Math.max(millis, 1)).toFixed(1)

const summaryText = (report: CrawlResult, millis: number): string => {
  const { doubles, forbiddenByRobots, isPart, succeeded } = report
  const same = doubles === 0 ? "" : `, ${doubles} known by another address`
  const robots = forbiddenByRobots === 0 ? "" : `, ${forbiddenByRobots} forbidden by robots.txt`
  const seconds = (millis / 1_000).toFixed(1)
  const text = `${pagesOf(succeeded)} in ${seconds} s (${rateOf(succeeded, millis)}/s), ${besides(report)}${same}${robots}`
  return isPart ? `${text}; the time was over before the last pages were read` : text
}

/** Prints to standard output: a line a page beside files, else the pages themselves, with everything else on the side. */
export const crawlOutput = Effect.fnUntraced(function* (options: {
  readonly start: string
  readonly maxPages: number
  readonly asJson: boolean
  readonly directory: string | null
}) {
  const { asJson, directory, maxPages, start } = options
  const line = yield* progressLine
  const startedAt = yield* Clock.currentTimeMillis
  const distinct = distinctNames()
  let shown = ""
  let furthest = 0
  let last: CrawlProgress = { succeeded: 0, failed: 0, skipped: 0 }
  const elapsed = Effect.map(Clock.currentTimeMillis, (now) => now - startedAt)

  const write = Effect.fnUntraced(function* (page: CrawledPage) {
    if (directory === null || !page.succeeded) return null
    const name = distinct(pageFileName(page.url, start))
    yield* writeOutputBelow(directory, name, documentOf(page))
    return name
  })

  const tell = (page: CrawledPage, file: string | null) => {
    if (asJson) return Console.log(JSON.stringify(recordOf(page, file)))
    const failed = `failed  ${harmless(page.url)}: ${harmless(page.problem ?? "")}`
    if (directory !== null) return Console.log(page.succeeded ? `${file}  ${harmless(page.url)}` : failed)
    return page.succeeded ? Console.log(forOutput(documentOf(page))) : Console.error(failed)
  }

  const broken = Effect.fnUntraced(function* (problem: string) {
    if (!asJson) return
    const { failed, skipped, succeeded } = last
    const elapsedMillis = yield* elapsed
    yield* Console.log(
      JSON.stringify({ summary: { succeeded, failed, skipped, problem, isPart: true, elapsedMillis } })
    )
  })

  return {
    page: Effect.fnUntraced(function* (page, progress) {
      const file = yield* write(page)
      const done = progress.succeeded + progress.failed
      // Files are written at the same time, so a later page may be done first.
      if (done > furthest) {
        furthest = done
        last = progress
        const rate = rateOf(done, yield* elapsed)
        shown = `${done} of at most ${pagesOf(maxPages)}, ${rate}/s, ${besides(progress)}`
      }
      yield* line.clear
      yield* tell(page, file)
      yield* line.show(shown)
    }),
    clear: line.clear,
    broken,
    stopped: Effect.gen(function* () {
      if (asJson) return yield* broken(stoppedText)
      const files = directory === null ? "" : ` Files are in ${directory}.`
      yield* Console.error(`${stoppedText} ${pagesOf(last.succeeded)}, ${besides(last)}.${files}`)
    }),
    end: Effect.fnUntraced(function* (report) {
      const millis = yield* elapsed
      const { doubles, failed, forbiddenByRobots, isPart, maxDepthReached, skipped, succeeded } = report
      if (asJson) {
        const summary = {
          succeeded,
          failed,
          skipped,
          doubles,
          forbiddenByRobots,
          maxDepthReached,
          isPart,
          elapsedMillis: millis
        }
        return yield* Console.log(JSON.stringify({ summary }))
      }
      const text = summaryText(report, millis)
      yield* directory === null ? Console.error(text) : Console.log(`${text}. Files are in ${directory}.`)
    })
  } satisfies CrawlOutput as CrawlOutput
})
