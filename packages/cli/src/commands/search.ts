/** `kittiwake search`: pages of the web that fit a query. */
import { Search, type SearchAnswer } from "@kittiwake/core/search/Search"
import { searchRequest, withSearchAge } from "@kittiwake/http/internal/search/requests"
import { rulesOf } from "@kittiwake/http/internal/web/requests"
import { Effect } from "effect"
import { Argument, Command } from "effect/cli"
import { readSettings } from "../config.ts"
import { reads } from "../embed/input.ts"
import { SearchInput } from "../embed/SearchMethods.ts"
import { newCall } from "../embed/webRequest.ts"
import { json, print } from "../output.ts"
import { inProcess } from "./inProcess.ts"
import { showing } from "./terminal.ts"
import { webFailure } from "./webFailure.ts"
import { given, number, timeout, word, words, yes } from "./webFlags.ts"

const read = reads(SearchInput)

const textOf = ({ results, unread }: SearchAnswer): string =>
  [foundText(results) || (unread.length > 0 ? "Nothing was found." : nothingFound), ...unread.map(unreadText)].join(
    "\n"
  )

const unreadText = ({ message, url }: SearchAnswer["unread"][number]): string => `${url} was not read: ${message}`

const nothingFound =
  "Nothing was found. This command knows no pages of its own: it looks on sites that the query or --site names, and asks the backends that are set (kittiwake doctor)."

const foundText = (results: SearchAnswer["results"]): string =>
  results
    .map(({ description, markdown, title, url }) =>
      [
        title === "" ? url : title,
        url,
        ...(description === "" ? [] : [description]),
        ...(markdown.markdown === null ? [] : ["", markdown.markdown])
      ].join("\n")
    )
    .join("\n\n")

/** The command. */
export const search = Command.make(
  "search",
  {
    query: Argument.String("query").pipe(
      Argument.withDescription('What to look for; site: -site: inurl: intitle: "quotes" OR and -word narrow it')
    ),
    site: words("site", "Only pages of this domain"),
    without: words("without", "No pages of this domain"),
    count: number("count", "Most results, 10 to 100; 10 unless given"),
    freshness: word("freshness", "last_24_hours, last_week, last_month or last_year; what has no date stays"),
    country: word("country", "Two letters: pages of that country first"),
    fanOut: yes("fan-out", "Ask for other wordings of the query too"),
    markdown: yes("markdown", "Read every result, as Markdown"),
    timeout,
    json
  },
  Effect.fnUntraced(function* (flags) {
    const found = yield* inProcess(yield* readSettings(false), (organization) =>
      Effect.gen(function* () {
        const asked = {
          query: flags.query,
          queryFanout: flags.fanOut,
          markdownOptions: { enabled: flags.markdown },
          ...(flags.site.length === 0 ? {} : { includeDomains: flags.site }),
          ...(flags.without.length === 0 ? {} : { excludeDomains: flags.without }),
          ...given("numResults", flags.count),
          ...given("freshness", flags.freshness),
          ...given("country", flags.country),
          ...given("timeoutMS", flags.timeout)
        }
        const input = withSearchAge(yield* read(asked))
        const wanted = yield* searchRequest(input)
        const call = yield* newCall(organization.id, "/web/search", input, rulesOf.site)
        return (yield* (yield* Search).search(call, wanted)).value
      }).pipe(Effect.mapError(webFailure), showing(`Looking for ${flags.query}`))
    )
    yield* print(flags.json, found, () => textOf(found))
  })
).pipe(
  Command.withDescription(
    "Find pages of the web that fit a query, in this process: on the sites that it names, and with the backends that are set"
  ),
  Command.withShortDescription("Search the web"),
  Command.withExamples([
    { command: 'kittiwake search "pricing of plans" --site example.com', description: "Pages of one site" }
  ])
)
