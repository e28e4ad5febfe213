/** What `monitor add` takes and the monitor that it asks for; `preview` shows the same before there is one. */
import { Effect, Option } from "effect"
import { Flag } from "effect/cli"
import { wrongUsage } from "../CommandFailed.ts"
import { areOfExtract, type ExtractFlags, extractFlags, extractOf } from "./extractFlags.ts"
import {
  detectionOf,
  type GoalFlags,
  pageFlags,
  type ScheduleFlags,
  type SeenFlags,
  scheduleFlags,
  scheduleOf,
  seenOf,
  tellingFlags,
  type WebhookFlags,
  webhookOf
} from "./monitorFlags.ts"
import { areGiven, type SitemapFlags, sitemapFlags, sitemapOf } from "./sitemapFlags.ts"
import { url, yes } from "./webFlags.ts"

/** The flags, in the order in which help shows them. */
export const newMonitorFlags = {
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
  ...tellingFlags
}

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

export interface NewMonitorFlags extends ScheduleFlags, TargetFlags, WebhookFlags {
  readonly name: Option.Option<string>
  readonly tag: ReadonlyArray<string>
}

/** The monitor that the flags ask for, as the body of a request. */
export const newMonitorOf = Effect.fnUntraced(function* (flags: NewMonitorFlags) {
  return {
    name: Option.getOrElse(flags.name, () => flags.url.slice(0, 200)),
    target: yield* targetOf(flags),
    ...(flags.sitemap ? {} : detectionOf(flags)),
    tags: flags.tag,
    ...(yield* scheduleOf(flags)),
    ...(yield* webhookOf(flags))
  }
})
