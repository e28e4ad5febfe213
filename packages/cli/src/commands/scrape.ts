/** `kittiwake scrape`: one page as Markdown, or what else is asked of it. */
import { Pages } from "@kittiwake/core/pages/Pages"
import { imagesRequest, rulesOf, scrapeRequest } from "@kittiwake/http/internal/web/requests"
import { Console, Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { failed, wrongUsage } from "../CommandFailed.ts"
import { readSettings } from "../config.ts"
import { reads } from "../embed/input.ts"
import { ImagesInput, ScrapeInput } from "../embed/webInput.ts"
import { newCall, scrapeRoute } from "../embed/webRequest.ts"
import { json } from "../output.ts"
import { inProcess } from "./inProcess.ts"
import { outputFile, writeOutput } from "./outputFile.ts"
import { ignored, imagesOutput, nothingKept, type Output, pageOutput, undone, type Wanted } from "./scrapeOutput.ts"
import { forOutput, showing } from "./terminal.ts"
import { webFailureAt } from "./webFailure.ts"
import {
  given,
  main,
  noLinks,
  ocr,
  pageRange,
  pages,
  settle,
  timeout,
  url,
  wait,
  withHtml,
  withImages,
  word,
  words,
  yes
} from "./webFlags.ts"

const readScrape = reads(ScrapeInput)
const readImages = reads(ImagesInput)

/** Reads `Name: value`, once for each name. */
const headersOf = Effect.fnUntraced(function* (lines: ReadonlyArray<string>) {
  const headers = new Map<string, string>()
  for (const line of lines) {
    const [, name, value] = /^([^:\s]+):\s*(.*)$/s.exec(line) ?? []
    if (name === undefined || value === undefined) {
      return yield* wrongUsage(`--header is "${line}": write a name and a value, such as "Accept-Language: de".`)
    }
    if (headers.has(name.toLowerCase())) return yield* wrongUsage(`--header names ${name} twice.`)
    headers.set(name.toLowerCase(), value.trim())
  }
  return headers.size === 0 ? {} : { headers: Object.fromEntries(headers) }
})

const actionsOf = (text: Option.Option<string>) =>
  Option.isNone(text)
    ? Effect.succeed({})
    : Effect.try({
        try: () => ({ actions: JSON.parse(text.value) as unknown }),
        catch: () => wrongUsage(`--actions is no JSON: write a list such as '[{"do":"click","selector":"#more"}]'.`)
      })

const wantedOf = (flags: { readonly [W in Exclude<Wanted, "markdown">]: boolean }) => {
  const wanted = (["html", "images", "links", "metadata"] as const).filter((what) => flags[what])
  const [first = "markdown", second] = wanted
  return second === undefined
    ? Effect.succeed<Wanted>(first)
    : wrongUsage("--html, --images, --links and --metadata exclude each other: give one of them.")
}

const deliver = Effect.fnUntraced(function* (output: Output, asJson: boolean, file: string | null) {
  if (file === null) {
    return yield* Console.log(asJson ? JSON.stringify(output.record, null, 2) : forOutput(output.text))
  }
  yield* writeOutput(file, `${output.text}\n`)
  const { [output.wanted]: _, ...rest } = output.record
  yield* Console.log(asJson ? JSON.stringify({ ...rest, file }, null, 2) : `Wrote ${file}.`)
})

/** The command. */
export const scrape = Command.make(
  "scrape",
  {
    url,
    html: yes("html", "Print the HTML instead"),
    images: yes("images", "Print the addresses of the page's pictures instead"),
    links: yes("links", "Print the addresses that the page leads to instead"),
    metadata: yes("metadata", "Print what the page says about itself instead"),
    main,
    include: words("include", "CSS selector of a region to keep").pipe(Flag.withAlias("keep")),
    exclude: words("exclude", "CSS selector of a region to leave out").pipe(Flag.withAlias("drop")),
    wait,
    frames: yes("frames", "Read the documents of frames too"),
    header: words("header", 'A header for the page\'s own site, such as "Accept-Language: de"'),
    actions: word("actions", 'What a browser does first, as JSON: [{"do":"click","selector":"#more"}]'),
    noLinks,
    withImages,
    withHtml,
    settle,
    ocr,
    pages,
    timeout,
    fresh: yes("fresh", "Fetch anew; always so, because the command keeps nothing between calls"),
    output: Flag.String("output").pipe(Flag.withDescription("File to write to instead"), Flag.optional),
    json
  },
  Effect.fnUntraced(function* (flags) {
    const wanted = yield* wantedOf(flags)
    if (flags.withHtml && !(flags.json && wanted === "markdown")) {
      return yield* wrongUsage("--with-html goes with --json and Markdown; --html prints the HTML alone.")
    }
    const file = Option.isSome(flags.output) ? yield* outputFile(flags.output.value, "page.md") : null
    const ofSource = {
      url: flags.url,
      ...given("waitForMs", flags.wait),
      ...(flags.settle ? { settleAnimations: true } : {}),
      ...(yield* headersOf(flags.header)),
      ...(yield* actionsOf(flags.actions)),
      ...given("timeoutMS", flags.timeout),
      ...(flags.fresh ? { maxAgeMs: 0 } : {})
    }
    const pdf = { ...(yield* pageRange(flags.pages)), ocr: flags.ocr }
    const output = yield* inProcess(yield* readSettings(false), (organization) =>
      Effect.gen(function* () {
        const owner = { organization }
        if (wanted === "images") {
          const input = yield* readImages(ofSource)
          const request = yield* imagesRequest(owner, input)
          const { value } = yield* (yield* Pages).images(
            yield* newCall(organization.id, "/web/scrape/images", input, rulesOf.page),
            request
          )
          return imagesOutput(value)
        }
        const input = yield* readScrape({
          ...ofSource,
          pdf,
          markdown: wanted === "markdown",
          html: wanted === "html" || flags.withHtml,
          links: wanted === "links",
          useMainContentOnly: flags.main,
          includeSelectors: flags.include,
          excludeSelectors: flags.exclude,
          includeFrames: flags.frames,
          includeLinks: !flags.noLinks,
          includeImages: flags.withImages
        })
        const request = yield* scrapeRequest(owner, input)
        const { value } = yield* (yield* Pages).scrape(
          yield* newCall(organization.id, scrapeRoute(input), input, rulesOf.page),
          request
        )
        return pageOutput(wanted, value)
      }).pipe(Effect.mapError(webFailureAt(flags.url)), showing(`Reading ${flags.url}`))
    )
    yield* deliver(output, flags.json, file)
    const said = [
      ...ignored(output.type, { pages: Option.isSome(flags.pages), ocr: flags.ocr }),
      ...nothingKept(output, flags.include)
    ]
    yield* Effect.forEach(said, (line) => Console.error(line))
    // The page is an answer all the same, as over HTTP: it is printed. A script that asked for a click must know that there was none.
    const left = undone(output)
    if (left.length > 0) return yield* failed(left.join("; "))
  })
).pipe(
  Command.withDescription(
    "Read one page as Markdown, in this process: no server and no key is needed. A page that needs a browser is rendered in the one that this machine has; PDF and office files are read as they are."
  ),
  Command.withShortDescription("Read one page as Markdown"),
  Command.withExamples([
    { command: "kittiwake scrape https://example.com --main", description: "The main content of a page" },
    { command: "kittiwake scrape https://example.com --links", description: "Where a page leads, one address a line" },
    { command: "kittiwake scrape https://example.com/report.pdf --pages 2-5 --output report.md", description: "A file" }
  ])
)
