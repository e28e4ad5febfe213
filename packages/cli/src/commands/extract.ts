/** `kittiwake extract`: what pages of a site say, in the shape of a JSON Schema. */
import { Extraction, type SiteData } from "@kittiwake/core/extraction/Extraction"
import { extractRequest, rulesOfExtract, withExtractAge } from "@kittiwake/http/internal/extraction/requests"
import { Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { readSettings } from "../config.ts"
import { ExtractInput } from "../embed/ExtractionMethods.ts"
import { reads } from "../embed/input.ts"
import { newCall } from "../embed/webRequest.ts"
import { json, print } from "../output.ts"
import { readSchema } from "./extractFlags.ts"
import { inProcess } from "./inProcess.ts"
import { showing } from "./terminal.ts"
import { webFailure } from "./webFailure.ts"
import { given, number, url, wait, word, yes } from "./webFlags.ts"

const read = reads(ExtractInput)

/** The data, and under it what says each value. */
const textOf = ({ data, evidence }: SiteData): string =>
  [
    JSON.stringify(data, null, 2),
    ...evidence.map(({ path, quote, url }) => `${path}  "${quote.replace(/\s+/g, " ")}"  ${url}`)
  ].join("\n")

/** The command. */
export const extract = Command.make(
  "extract",
  {
    url,
    schema: Flag.String("schema").pipe(Flag.withDescription("JSON Schema of the data: a file, or the JSON itself")),
    instructions: word("instructions", "What is wanted, in words, such as 'Plans and what they cost a month'"),
    factCheck: yes("fact-check", "Take no value that a page does not say in these words"),
    maxPages: number("max-pages", "Most pages to read, up to 50; 5 unless given"),
    maxDepth: number("max-depth", "Most links from the start; as many as it takes unless given"),
    subdomains: yes("subdomains", "Read other hosts of the site too"),
    frames: yes("frames", "Read what stands in frames too"),
    wait,
    stopAfter: number("stop-after", "Milliseconds after which no page is begun, 10000 to 110000; 80000 unless given"),
    timeout: number("timeout", "Milliseconds until there must be an answer; 140000 unless given, 300000 at most"),
    json
  },
  Effect.fnUntraced(function* (flags) {
    const schema = yield* readSchema(flags.schema)
    const found = yield* inProcess(yield* readSettings(false), (organization) =>
      Effect.gen(function* () {
        const asked = {
          url: flags.url,
          schema,
          factCheck: flags.factCheck,
          followSubdomains: flags.subdomains,
          includeFrames: flags.frames,
          ...given("instructions", flags.instructions),
          ...given("maxPages", flags.maxPages),
          ...given("maxDepth", flags.maxDepth),
          ...given("waitForMs", flags.wait),
          ...given("stopAfterMs", flags.stopAfter),
          ...given("timeoutMS", flags.timeout)
        }
        const input = withExtractAge(yield* read(asked))
        const wanted = yield* extractRequest({ organization }, input)
        const call = yield* newCall(organization.id, "/web/extract", input, rulesOfExtract(wanted))
        return (yield* (yield* Extraction).extractData(call, wanted)).value
      }).pipe(Effect.mapError(webFailure), showing(`Reading ${flags.url}`))
    )
    yield* print(flags.json, found, () => textOf(found))
  })
).pipe(
  Command.withDescription(
    "Fill a JSON Schema with what pages of a site say, in this process, and show the passage that says each value"
  ),
  Command.withShortDescription("Extract data of a site"),
  Command.withExamples([
    {
      command: `kittiwake extract https://example.com/pricing --schema plans.json --instructions "Plans and prices"`,
      description: "Data in the shape of a file"
    }
  ])
)
