/** `kittiwake news sources`: feeds and sitemaps of news that an operator chooses, and how all that are known are. */
import {
  type ListedFeed,
  listedFeed,
  nothingTaken,
  type SourceRecord,
  type SourcesTaken,
  takenTogether
} from "@kittiwake/core/news/domain/ListedFeed"
import { sourceKinds, sourceOrigins } from "@kittiwake/core/news/domain/NewsSource"
import { FeedReader, maxListBytes } from "@kittiwake/core/news/FeedReader"
import { Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { failed, wrongUsage } from "../CommandFailed.ts"
import { readSettings } from "../config.ts"
import { withOperator } from "../operator/withOperator.ts"
import { fields, json, print, table } from "../output.ts"
import { boundedFile } from "./boundedBytes.ts"
import { fileProblem } from "./fileProblem.ts"
import { forOutput, progressLine } from "./terminal.ts"
import { number, withScheme, word } from "./webFlags.ts"

/** Feeds that go to the database together. */
const together = 500

const counted = (count: number): string => count.toLocaleString("en")

const takenText = ({ added, bad, known, refused }: SourcesTaken): string =>
  [
    fields([
      ["added", `${counted(added)}, which are asked from now on`],
      ["chosen before", counted(known)],
      ["no room", counted(refused.length)],
      ["no source", counted(bad.length)]
    ]),
    ...bad.map(({ line, message, title, url }) => {
      const place = [...(line === null ? [] : [`line ${counted(line)}`]), ...(title === null ? [] : [forOutput(title)])]
      return `  ${[...place, ...(url === null ? [] : [forOutput(url)])].join(", ")}: ${message}`
    }),
    ...(refused.length === 0
      ? []
      : [
          ...refused.slice(0, 20).map((url) => `  ${forOutput(url)}`),
          "There is no room for more sources: KITTIWAKE_NEWS_SOURCES says how many there may be."
        ])
  ].join("\n")

const addAll = Effect.fnUntraced(function* (feeds: ReadonlyArray<ListedFeed>) {
  const settings = yield* readSettings(false)
  const line = yield* progressLine
  return yield* withOperator(settings, (operator) =>
    Effect.gen(function* () {
      let taken = nothingTaken
      for (let from = 0; from < feeds.length; from += together) {
        taken = takenTogether(taken, yield* operator.addNewsSources(feeds.slice(from, from + together)))
        if (feeds.length > together) yield* line.show(`${counted(Math.min(from + together, feeds.length))} feeds`)
      }
      return taken
    })
  ).pipe(Effect.ensuring(line.clear))
})

const bytesOf = Effect.fnUntraced(function* (path: string) {
  const bytes = yield* Effect.tryPromise({ try: () => boundedFile(path, maxListBytes), catch: fileProblem }).pipe(
    Effect.catch((problem) => failed(`${path} cannot be read: ${problem}.`))
  )
  return bytes ?? (yield* failed(`${path} is longer than 16 MB: split the list.`))
})

const importFile = Command.make(
  "import",
  { file: Argument.String("file").pipe(Argument.withDescription("A list of feeds in OPML")), json },
  Effect.fnUntraced(function* (flags) {
    const bytes = yield* bytesOf(flags.file)
    // Nobody else needs what reads XML.
    const { layer } = yield* Effect.promise(() => import("@kittiwake/documents/FeedReader"))
    const feeds = yield* FeedReader.use((reader) => reader.readList(bytes)).pipe(
      Effect.provide(layer),
      Effect.catchTag("FeedUnreadable", ({ message }) => failed(`${flags.file}: ${message}`))
    )
    const taken = yield* addAll(feeds)
    yield* print(flags.json, taken, () => takenText(taken))
  })
).pipe(
  Command.withDescription(
    "Choose the feeds and sitemaps of news that a list in OPML names, as feed readers write it. What is no source is told with its line, and the others are taken. Works beside a running server and without one."
  ),
  Command.withShortDescription("Choose the feeds of a list in OPML"),
  Command.withExamples([
    { command: "kittiwake news sources import feeds.opml", description: "What a feed reader exports" }
  ])
)

/** An address with its scheme; a word alone is none. */
const addressOf = (said: string): string => (/[.:]/.test(said) ? withScheme(said) : said)

const add = Command.make(
  "add",
  {
    url: Argument.String("url").pipe(
      Argument.withDescription("Address of a feed or of a sitemap of news"),
      Argument.variadic({ min: 1 })
    ),
    title: word("title", "What it is called; as it calls itself unless given"),
    language: word("language", "Language of articles that name none, two letters"),
    country: word("country", "Country of the publisher, two letters"),
    json
  },
  Effect.fnUntraced(function* (flags) {
    const [title, language, country] = [flags.title, flags.language, flags.country].map(Option.getOrNull)
    for (const [flag, said] of [
      ["language", language],
      ["country", country]
    ] as const) {
      if (typeof said === "string" && !/^[a-z]{2}$/i.test(said))
        return yield* wrongUsage(`--${flag} is "${said}": write two letters.`)
    }
    const given = { title: title ?? null, language: language ?? null, country: country ?? null }
    const taken = yield* addAll(flags.url.map((url) => listedFeed(addressOf(url), given)))
    if (taken.added + taken.known === 0) {
      const [bad] = taken.bad
      return yield* failed(
        bad === undefined
          ? "There is no room for more sources: KITTIWAKE_NEWS_SOURCES says how many there may be."
          : `${forOutput(bad.url ?? "")}: ${bad.message}`
      )
    }
    yield* print(flags.json, taken, () => takenText(taken))
  })
).pipe(
  Command.withDescription("Choose feeds or sitemaps of news by their addresses"),
  Command.withExamples([
    { command: "kittiwake news sources add https://paper.example/feed.xml", description: "One feed" }
  ])
)

const nextText = ({ next_at, state }: SourceRecord): string => (next_at === null ? state : next_at.slice(0, 16))

const listText = (sources: ReadonlyArray<SourceRecord>): string =>
  [
    table(
      ["source", "chosen", "state", "last answer", "next", "articles", "failures"],
      sources.map((source) => [
        forOutput(source.url),
        source.origin === "list" ? "yes" : `for ${forOutput(source.found_for ?? "?")}`,
        source.state,
        source.read_at?.slice(0, 16) ?? "never",
        nextText(source),
        counted(source.articles),
        source.failures === 0 ? "0" : `${counted(source.failures)} since ${source.failing_since?.slice(0, 10) ?? "?"}`
      ]),
      "No sources."
    ),
    ...sources.flatMap(({ problem, url }) => (problem === null ? [] : [`${forOutput(url)}: ${forOutput(problem)}`]))
  ].join("\n")

const list = Command.make(
  "list",
  {
    origin: Flag.Literals("origin", sourceOrigins).pipe(
      Flag.withDescription("list: those that were chosen; found: those that were found on sites of companies"),
      Flag.optional
    ),
    state: Flag.Literals("state", sourceKinds).pipe(
      Flag.withDescription("asked, failing, or gone, which are asked no more"),
      Flag.optional
    ),
    limit: number("limit", "Most sources, 1 to 1000; 100 unless given"),
    after: word("after", "Where the list before ended"),
    json
  },
  Effect.fnUntraced(function* (flags) {
    const limit = Option.getOrElse(flags.limit, () => 100)
    if (limit < 1 || limit > 1_000) return yield* wrongUsage("--limit must be 1 to 1000.")
    const filter = { origin: Option.getOrNull(flags.origin), kind: Option.getOrNull(flags.state) }
    const after = Option.getOrNull(flags.after)
    const listed = yield* withOperator(yield* readSettings(false), (operator) =>
      operator.newsSources({ filter, after, limit })
    )
    yield* print(flags.json, listed, () =>
      [listText(listed.sources), ...(listed.next === null ? [] : [`More: --after ${forOutput(listed.next)}`])].join(
        "\n"
      )
    )
  })
).pipe(
  Command.withDescription(
    "Show sources of news: when each answered, when it is asked next, what it brought, and why it fails"
  ),
  Command.withShortDescription("Show sources and how they are"),
  Command.withExamples([
    { command: "kittiwake news sources list --state failing", description: "Those whose last answer was a failure" }
  ])
)

const remove = Command.make(
  "remove",
  { url: Argument.String("url").pipe(Argument.withDescription("Address of the source")), json },
  Effect.fnUntraced(function* (flags) {
    const removed = yield* withOperator(yield* readSettings(false), (operator) =>
      operator.removeNewsSource(addressOf(flags.url))
    )
    yield* print(flags.json, removed, () => `${forOutput(removed.url)} is asked no more. Its articles stay.`)
  })
).pipe(
  Command.withDescription("Ask a source no more, chosen or found. Its articles stay; adding it brings it back."),
  Command.withShortDescription("Ask a source no more")
)

export const sources = Command.make("sources").pipe(
  Command.withDescription("Choose sources of news, see how they are, and take them away"),
  Command.withSubcommands([importFile, list, add, remove])
)
