/** Flags that say which addresses of a sitemap are watched. */
import type { SitemapTargetRecord } from "@kittiwake/core/internal/monitors/domain/MonitorRecord"
import { Option } from "effect"
import { Flag } from "effect/cli"
import { many } from "./monitorFlags.ts"
import { wholeNumber } from "./wholeNumber.ts"

/** The flags, in the order in which help shows them. */
export const sitemapFlags = {
  include: many(
    "include",
    "Glob of the paths of a sitemap to watch, such as '/blog/*'; may be repeated; all unless given"
  ),
  exclude: many("exclude", "Glob of the paths of a sitemap to leave out; may be repeated"),
  maxUrls: wholeNumber("max-urls").pipe(
    Flag.withDescription("Most addresses of a sitemap to track, up to 10000; 5000 unless given"),
    Flag.optional
  )
}

export interface SitemapFlags {
  readonly include: ReadonlyArray<string>
  readonly exclude: ReadonlyArray<string>
  readonly maxUrls: Option.Option<number>
}

/** Whether any of them is given. */
export const areGiven = ({ exclude, include, maxUrls }: SitemapFlags): boolean =>
  include.length + exclude.length > 0 || Option.isSome(maxUrls)

/** The target of a new monitor. */
export const sitemapOf = (url: string, { exclude, include, maxUrls }: SitemapFlags) => ({
  type: "sitemap" as const,
  url,
  include,
  exclude,
  ...(Option.isSome(maxUrls) ? { max_urls: maxUrls.value } : {})
})

/** The target as it is, with what is given in its place and without what is taken away. */
export const editedSitemap = (
  { clear, ...flags }: SitemapFlags & { readonly clear: ReadonlyArray<string> },
  target: SitemapTargetRecord
): SitemapTargetRecord => ({
  ...target,
  ...(flags.include.length > 0 || clear.includes("include") ? { include: flags.include } : {}),
  ...(flags.exclude.length > 0 || clear.includes("exclude") ? { exclude: flags.exclude } : {}),
  ...(Option.isSome(flags.maxUrls) ? { max_urls: flags.maxUrls.value } : {})
})
