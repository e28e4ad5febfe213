/** A source of news: a feed that is asked again and again, and what is known of it. */
import { Schema } from "effect"
import { parseUrl } from "../../security/domain/parseUrl.ts"

const Moment = Schema.DateTimeUtcFromString

export const NewsSource = Schema.Struct({
  url: Schema.String,
  /** Host and port of the address: what one host is asked follows each other. */
  host: Schema.String,
  /** `list`: an operator chose it. `found`: it was found on the site of a company that somebody asked for. */
  origin: Schema.Literals(["found", "list"]),
  /** The registered name of that company's site. */
  foundFor: Schema.NullOr(Schema.String),
  /** Registered name of the site among whose sources it counts: no port and no name before that makes another of it. */
  site: Schema.String,
  /** The organization that asked for it first, for which it is kept; empty where nobody knows, or an operator chose it. */
  broughtBy: Schema.String,
  /** As the operator calls it, or it calls itself. */
  title: Schema.NullOr(Schema.String),
  /** Two letters, lower case, where the operator says it. */
  country: Schema.NullOr(Schema.String),
  /** Two letters, lower case: that of articles which name none, where the operator says it. */
  language: Schema.NullOr(Schema.String),
  /** The site whose source it is, where the operator says it: what stands there is the publisher's own. */
  homeUrl: Schema.NullOr(Schema.String),
  /** Null until it was read. */
  form: Schema.NullOr(Schema.Literals(["rss", "atom", "json", "sitemap"])),
  addedAt: Moment,
  /** When it is asked next. */
  dueAt: Moment,
  intervalMillis: Schema.Int,
  failures: Schema.Int,
  failingSince: Schema.NullOr(Moment),
  /** Since when it is asked no more. */
  goneAt: Schema.NullOr(Moment),
  /** When an operator took it away: it is gone, and not found again. */
  removedAt: Schema.NullOr(Moment),
  /** Address of the hop that gave the validators; not there in those of older builds, which are not sent. */
  finalUrl: Schema.optionalKey(Schema.String),
  etag: Schema.NullOr(Schema.String),
  lastModified: Schema.NullOr(Schema.String),
  /** When it last answered. */
  readAt: Schema.NullOr(Moment),
  /** Articles that it was the first to report. */
  articles: Schema.Int,
  /** Why the last answer was none; null when it was one. */
  problem: Schema.NullOr(Schema.String)
})
export type NewsSource = typeof NewsSource.Type

export const sourceOrigins = ["found", "list"] as const
export type SourceOrigin = (typeof sourceOrigins)[number]

/** Which sources a list is of: `asked` are all that are, with those that fail; `gone` those that are not, whoever said so. */
export const sourceKinds = ["asked", "failing", "gone"] as const
export type SourceKind = (typeof sourceKinds)[number]

/** How a source is: not asked yet, it answers, it fails and is asked less, it is asked no more, an operator took it away. */
export const sourceStates = ["waiting", "answering", "failing", "gone", "removed"] as const
export type SourceState = (typeof sourceStates)[number]

export const sourceState = ({ failures, goneAt, readAt, removedAt }: NewsSource): SourceState => {
  if (removedAt !== null) return "removed"
  if (goneAt !== null) return "gone"
  if (failures > 0) return "failing"
  return readAt === null ? "waiting" : "answering"
}

/** What is said of a new one. */
export type NewNewsSource = Pick<NewsSource, "url" | "origin" | "foundFor" | "title" | "country" | "addedAt"> &
  Partial<NewsSource>

/** Longest address of a source. */
export const mostUrlLength = 2_000

/** A host without its port: a port names one server, and not what somebody registered. @internal */
export const siteOfHost = (host: string): string => host.toLowerCase().replace(/:\d+$/, "")

/** Whose a known source is after somebody told of it: one that was found stays whose it is, and if it is nobody's is his. @internal */
export const holderOf = (known: NewsSource, told: NewsSource): string =>
  known.origin === "found" && told.origin === "found" && known.broughtBy !== "" ? known.broughtBy : told.broughtBy

/** A source that was not read yet, and is to be at once. */
export const newSource = (given: NewNewsSource): NewsSource => ({
  ...{ form: null, intervalMillis: 3_600_000, failures: 0, failingSince: null, goneAt: null },
  ...{ etag: null, lastModified: null, readAt: null, articles: 0, problem: null },
  ...{ language: null, homeUrl: null, removedAt: null },
  ...{ dueAt: given.addedAt, broughtBy: "", site: siteOfHost(given.foundFor ?? new URL(given.url).hostname) },
  ...given,
  host: new URL(given.url).host
})

/** A source that an operator chooses, with what is known of it: what it brought so far stays told of it. @internal */
export const chosenOf = (told: NewsSource, known: NewsSource): NewsSource => ({
  ...told,
  title: told.title ?? known.title,
  form: known.form,
  readAt: known.readAt,
  articles: known.articles
})

/** The address of a source as it is kept; null for what is no address that can be asked. */
export const sourceUrl = (written: string): string | null => {
  const url = parseUrl(
    written.trim().replace(/^feed:(?:\/\/(?!\/))?(?=\S)/i, (all) => (/\/\//.test(all) ? "https://" : ""))
  )
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") return null
  url.hash = ""
  return url.href.length <= mostUrlLength ? url.href : null
}
