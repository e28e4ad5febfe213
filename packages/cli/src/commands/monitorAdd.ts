/** `kittiwake monitor add`: starts watching a page, a sitemap, or what a site says. */
import { Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { wrongUsage } from "../CommandFailed.ts"
import { json, print } from "../output.ts"
import { ask, withoutCall } from "../serverClient.ts"
import { areOfExtract, type ExtractFlags, extractFlags, extractOf } from "./extractFlags.ts"
import {
  detectionOf,
  type GoalFlags,
  namingFlags,
  pageFlags,
  type SeenFlags,
  scheduleFlags,
  scheduleOf,
  seenOf,
  tellingFlags,
  webhookOf
} from "./monitorFlags.ts"
import { monitorText } from "./monitorView.ts"
import { areGiven, type SitemapFlags, sitemapFlags, sitemapOf } from "./sitemapFlags.ts"
import { url, yes } from "./webFlags.ts"

interface TargetFlags extends ExtractFlags, GoalFlags, SeenFlags, SitemapFlags {
  readonly url: string
  readonly sitemap: boolean
  readonly extract: boolean
  readonly keep: ReadonlyArray<string>
  readonly drop: ReadonlyArray<string>
  readonly withNoise: boolean
  readonly exactWhitespace: boolean
}

/** The flags that were given of those that are about one page. */
const pageFlagsIn = (flags: TargetFlags): ReadonlyArray<string> => {
  const given: Readonly<Record<string, boolean>> = {
    "--goal": Option.isSome(flags.goal),
    "--keep": flags.keep.length > 0,
    "--drop": flags.drop.length > 0,
    "--with-noise": flags.withNoise,
    "--browser": flags.browser,
    "--profile": Option.isSome(flags.profile),
    "--actions": Option.isSome(flags.actions),
    "--pin": flags.pin.length > 0,
    "--free": flags.free.length > 0,
    "--exact-whitespace": flags.exactWhitespace
  }
  return Object.keys(given).filter((name) => given[name])
}

const targetOf = Effect.fnUntraced(function* (flags: TargetFlags) {
  const { drop, exactWhitespace, extract, keep, sitemap, url, withNoise } = flags
  const seen = yield* seenOf(flags)
  const ofPage = [...pageFlagsIn(flags)].join(", ")
  if (sitemap && Option.isSome(flags.threshold)) return yield* wrongUsage("--threshold goes with --goal or --extract.")
  if (extract && sitemap) return yield* wrongUsage("--extract and --sitemap exclude each other: give one of them.")
  if (areGiven(flags) && !sitemap) return yield* wrongUsage("--include, --exclude and --max-urls go with --sitemap.")
  if (areOfExtract(flags) && !extract) {
    return yield* wrongUsage(
      "--instructions, --schema, --max-pages, --max-depth and --follow-subdomains go with --extract. What you want to know of one page is --goal."
    )
  }
  if (sitemap) {
    if (ofPage !== "") return yield* wrongUsage(`--sitemap watches addresses and reads no pages: leave out ${ofPage}.`)
    return sitemapOf(url, flags)
  }
  if (extract) {
    if (ofPage !== "") {
      const goal = Option.isSome(flags.goal) ? " What you want to know of a site is --instructions." : ""
      return yield* wrongUsage(`--extract reads whole pages of a site: leave out ${ofPage}.${goal}`)
    }
    return yield* extractOf(url, flags)
  }
  return {
    type: "page" as const,
    url,
    include_selectors: keep,
    exclude_selectors: drop,
    ...(withNoise ? { include_noise: true } : {}),
    ...seen,
    normalize_whitespace: !exactWhitespace
  }
})

/** The subcommand. */
export const add = Command.make(
  "add",
  {
    url,
    sitemap: Flag.Boolean("sitemap").pipe(
      Flag.withDescription("Watch which addresses a sitemap lists; the address of a site finds its sitemaps"),
      Flag.withDefault(false)
    ),
    ...sitemapFlags,
    extract: yes("extract", "Watch what the pages of a site say; with --instructions"),
    ...extractFlags,
    ...scheduleFlags,
    ...pageFlags,
    exactWhitespace: Flag.Boolean("exact-whitespace").pipe(
      Flag.withDescription("Count a change of white space as a change"),
      Flag.withDefault(false)
    ),
    ...tellingFlags,
    json
  },
  Effect.fnUntraced(function* (flags) {
    const payload = {
      name: Option.getOrElse(flags.name, () => flags.url.slice(0, 200)),
      target: yield* targetOf(flags),
      ...(flags.sitemap ? {} : detectionOf(flags)),
      tags: flags.tag,
      ...(yield* scheduleOf(flags)),
      ...(yield* webhookOf(flags))
    }
    const monitor = withoutCall(yield* namingFlags(ask((client) => client.monitors.create({ headers: {}, payload }))))
    yield* print(flags.json, monitor, () => monitorText(monitor))
  })
).pipe(
  Command.withDescription("Start watching a page, a sitemap or what a site says; the first look makes the baseline"),
  Command.withExamples([
    { command: "kittiwake monitor add https://example.com/pricing --every 1h", description: "Look every hour" },
    {
      command: `kittiwake monitor add https://example.com/pricing --goal "price of the Pro plan below $50"`,
      description: "Tell only what somebody wants to know"
    },
    {
      command: `kittiwake monitor add https://example.com --keep main --drop .ad --webhook https://hooks.example.com/in`,
      description: "Watch one region and send its changes"
    },
    {
      command: `kittiwake monitor add --sitemap https://example.com/sitemap.xml --include "/blog/*" --exclude "*/draft-*"`,
      description: "Watch which posts come and go"
    },
    {
      command: `kittiwake monitor add https://example.com --extract --instructions "Watch plans and prices" --schema plans.json`,
      description: "Watch what several pages say"
    }
  ])
)
