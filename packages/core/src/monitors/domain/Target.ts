/** What a monitor watches (contract/monitors.md §1.2, §1.3). */
import { Equal, Schema } from "effect"
import { StoredJsonObject } from "../../budget/domain/StoredJson.ts"
import { BrowserProfileId } from "../../profiles/domain/BrowserProfile.ts"

/** A browser step before each capture. */
export const Action = Schema.Union([
  Schema.Struct({ do: Schema.Literal("wait"), timeMs: Schema.Int }),
  Schema.Struct({
    do: Schema.Literal("scroll"),
    direction: Schema.Literals(["up", "down", "left", "right"]),
    amount: Schema.Union([Schema.Int, Schema.Literals(["viewport", "max"])]),
    maxScrolls: Schema.Int,
    container: Schema.NullOr(Schema.String)
  }),
  Schema.Struct({ do: Schema.Literal("perform"), action: Schema.String }),
  Schema.Struct({ do: Schema.Literal("click"), selector: Schema.String }),
  Schema.Struct({ do: Schema.Literal("type"), selector: Schema.String, text: Schema.String })
])
export type Action = typeof Action.Type

/** One page. */
export const PageTarget = Schema.Struct({
  type: Schema.Literal("page"),
  url: Schema.String,
  instructions: Schema.NullOr(Schema.String),
  normalizeWhitespace: Schema.Boolean,
  includeSelectors: Schema.Array(Schema.String),
  excludeSelectors: Schema.Array(Schema.String),
  /** What changes by itself, such as advertisements and counters, is watched too; not there when it is left out. */
  includeNoise: Schema.optionalKey(Schema.Literal(true)),
  actions: Schema.Array(Action),
  /** A browser shows the page at every look, whether or not its scripts are needed; not there when it need not. */
  browser: Schema.optionalKey(Schema.Literal(true)),
  /** Whose session the browser has; not there where it has none. */
  profileId: Schema.optionalKey(BrowserProfileId),
  /** Lines whose changes are never told, whatever their numbers are; not there where there are none. */
  pinnedLines: Schema.optionalKey(Schema.Array(Schema.String)),
  /** Lines that are told although they come and go; not there where there are none. */
  freedLines: Schema.optionalKey(Schema.Array(Schema.String))
})
export type PageTarget = typeof PageTarget.Type

export const TargetType = Schema.Literals(["page", "sitemap", "extract"])
export type TargetType = typeof TargetType.Type

/** The addresses that a sitemap lists. */
export const SitemapTarget = Schema.Struct({
  type: Schema.Literal("sitemap"),
  url: Schema.String,
  /** Globs of the paths to keep; none keeps all. */
  include: Schema.Array(Schema.String),
  /** Globs of the paths to drop, which wins. */
  exclude: Schema.Array(Schema.String),
  /** Most addresses that are tracked. */
  maxUrls: Schema.Int
})
export type SitemapTarget = typeof SitemapTarget.Type

/** What the pages of a site say. */
export const ExtractTarget = Schema.Struct({
  type: Schema.Literal("extract"),
  url: Schema.String,
  instructions: Schema.String,
  /** A JSON Schema of what is read; null takes the built-in one. */
  schema: Schema.NullOr(StoredJsonObject),
  maxPages: Schema.Int,
  /** Null is no limit. */
  maxDepth: Schema.NullOr(Schema.Int),
  followSubdomains: Schema.Boolean
})
export type ExtractTarget = typeof ExtractTarget.Type

export const Target = Schema.Union([PageTarget, SitemapTarget, ExtractTarget])
export type Target = typeof Target.Type

/** The target of one kind. */
export type TargetOf<T extends TargetType> = Extract<Target, { readonly type: T }>

/** What its owner wants to know, in words; a sitemap has none. @internal */
export const goalOf = (target: Target): string | null => (target.type === "sitemap" ? null : target.instructions)

/** Whether noise is left out of what is watched: of main content alone, since selectors say themselves what to watch. */
export const leavesOutNoise = ({ includeNoise, includeSelectors }: PageTarget): boolean =>
  includeNoise !== true && includeSelectors.length === 0

/** Whether only a browser shows what is watched, because it acts on the page, is signed in, or is asked for. */
export const asksForBrowser = ({ actions, browser, profileId }: PageTarget): boolean =>
  browser === true || profileId !== undefined || actions.length > 0

/** Whether both watch the same in the same way, apart from which of its lines are told. @internal */
export const isWatchedAlike = (one: Target, other: Target): boolean => Equal.equals(untold(one), untold(other))

const untold = (target: Target): Target => {
  if (target.type !== "page") return target
  const { freedLines: _, pinnedLines: __, ...watched } = target
  return watched
}

/** How two looks are compared. */
export const ChangeDetection = Schema.Union([
  Schema.Struct({ type: Schema.Literal("exact") }),
  Schema.Struct({ type: Schema.Literal("semantic"), confidenceThreshold: Schema.Finite })
])
export type ChangeDetection = typeof ChangeDetection.Type

export const ChangeDetectionType = Schema.Literals(["exact", "semantic"])
export type ChangeDetectionType = typeof ChangeDetectionType.Type

/** Least confidence that is reported unless the monitor says otherwise. @internal */
export const defaultConfidenceThreshold = 0.75

/** What a completed run of this target costs, in credits (contract/monitors.md, Run cost). */
export const runPrice = (target: Target): number => {
  if (target.type === "extract") return 10
  return target.type === "page" && target.actions.length > 0 ? 2 : 1
}
