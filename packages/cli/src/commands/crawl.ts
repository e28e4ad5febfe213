/** `kittiwake crawl`: a site page by page. */
import { Sites } from "@kittiwake/core/sites/Sites"
import { crawlRequest, rulesOf } from "@kittiwake/http/internal/web/requests"
import { Deferred, Effect } from "effect"
import { Command, Flag } from "effect/cli"
import type { CommandFailed } from "../CommandFailed.ts"
import { readSettings } from "../config.ts"
import { reads } from "../embed/input.ts"
import { crawlInput } from "../embed/webInput.ts"
import { newCall } from "../embed/webRequest.ts"
import { growHeapBy } from "../heapFlags.ts"
import { json } from "../output.ts"
import { crawlOutput } from "./crawlOutput.ts"
import { inProcess } from "./inProcess.ts"
import { webFailure } from "./webFailure.ts"
import { given, main, number, pathOf, url, word, yes } from "./webFlags.ts"

/** Nobody waits at the other end of a connection, so a crawl may take an hour; ten minutes unless asked for more. */
const maxStopAfterMillis = 3_600_000
const usualStopAfterMillis = 600_000

const read = reads(crawlInput(maxStopAfterMillis))

/** The command. */
export const crawl = Command.make(
  "crawl",
  {
    url,
    maxPages: number("max-pages", "Most pages to fetch, up to 10000; 100 unless given"),
    maxDepth: number("max-depth", "Most links from the start; as far as it goes unless given"),
    match: word(
      "match",
      "RE2 expression; only addresses that match are followed. The start is read and written in any case"
    ),
    subdomains: yes("subdomains", "Follow links to other hosts of the site's domain"),
    sitemaps: yes("sitemaps", "Follow what the site's sitemaps list"),
    main,
    stopAfter: number("stop-after", "Milliseconds after which no page is begun, up to 3600000; 600000 unless given"),
    output: Flag.String("output").pipe(
      Flag.withDescription("Directory that gets a Markdown file for each page"),
      Flag.optional
    ),
    json
  },
  Effect.fnUntraced(function* (flags) {
    const input = {
      url: flags.url,
      ...given("maxPages", flags.maxPages),
      ...given("maxDepth", flags.maxDepth),
      ...given("urlRegex", flags.match),
      followSubdomains: flags.subdomains,
      followSitemaps: flags.sitemaps,
      useMainContentOnly: flags.main,
      stopAfterMs: usualStopAfterMillis,
      ...given("stopAfterMs", flags.stopAfter)
    }
    const settings = yield* readSettings(false)
    const wanted = yield* Effect.mapError(Effect.flatMap(read(input), crawlRequest), webFailure)
    // Nobody waits for milliseconds here, as a server's callers do, and memory matters on the machines of people.
    growHeapBy(30)
    const output = yield* crawlOutput({
      start: flags.url,
      maxPages: wanted.maxPages,
      asJson: flags.json,
      directory: pathOf(flags.output)
    })
    const broken = yield* Deferred.make<never, CommandFailed>()
    const report = yield* inProcess(settings, (organization) =>
      Effect.gen(function* () {
        const call = yield* newCall(organization.id, "/web/crawl", {}, rulesOf.crawl(wanted))
        return (yield* (yield* Sites).crawl(call, wanted, (page, progress) =>
          output.page(page, progress).pipe(Effect.catch((error) => Effect.asVoid(Deferred.fail(broken, error))))
        )).value
      }).pipe(Effect.mapError(webFailure), Effect.raceFirst(Deferred.await(broken)))
    ).pipe(
      Effect.ensuring(output.clear),
      Effect.tapError((error) => output.broken(error.message)),
      Effect.onInterrupt(() => output.stopped)
    )
    yield* output.end(report)
  })
).pipe(
  Command.withDescription(
    "Read a site page by page as Markdown, in this process: no server and no key is needed. Keeps to robots.txt unless KITTIWAKE_ROBOTS is ignore. With --json every page is a line of JSON, and the last line is the summary, also when the command is stopped."
  ),
  Command.withShortDescription("Read a site page by page"),
  Command.withExamples([
    { command: "kittiwake crawl https://example.com --output example", description: "A Markdown file for each page" },
    {
      command: "kittiwake crawl https://example.com --match '/docs/' --max-pages 500 --json",
      description: "A part of a site, one line of JSON a page"
    }
  ])
)
