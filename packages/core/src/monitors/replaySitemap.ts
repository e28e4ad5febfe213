/** Versions of a sitemap by other patterns: those of the addresses that were tracked which the patterns keep. */
import { Effect } from "effect"
import { siteOf } from "../sites/domain/UrlSelection.ts"
import { SitemapReader } from "../sites/SitemapReader.ts"
import type { TriedRules } from "./domain/Backtest.ts"
import type { SitemapState } from "./domain/Baseline.ts"
import type { Monitor } from "./domain/Monitor.ts"
import { movedPages } from "./domain/movedUrls.ts"
import { isEmpty, mayBeKnown, stateDifference, urlChange } from "./domain/sitemapDifference.ts"
import type { SitemapTarget } from "./domain/Target.ts"
import type { Version } from "./domain/Version.ts"
import { type Replayer, type Shown, toldOf, untold } from "./Replayer.ts"
import { keptState } from "./readVersions.ts"
import type { VersionStore } from "./VersionStore.ts"

/** Addresses as a sitemap, so that its reader selects from them where it selects from sitemaps, off the main thread. */
const listed = (urls: ReadonlyArray<string>): string =>
  `<urlset>${urls.map((url) => `<url><loc>${url.replaceAll("&", "&amp;")}</loc></url>`).join("")}</urlset>`

const readVersion = Effect.fnUntraced(function* (version: Version, { exclude, include, url }: SitemapTarget) {
  const kept = yield* keptState(version)
  if (kept === null || kept.state.type !== "sitemap") {
    return { reason: "no_source", bytes: 0 } satisfies Shown<SitemapState> as Shown<SitemapState>
  }
  const { bytes, state } = kept
  const selected = yield* (yield* SitemapReader)
    .select(listed(state.urls), url, { site: siteOf(url), include, exclude })
    // The list is ours, so that what fails is the time that its patterns take.
    .pipe(Effect.orElseSucceed(() => null))
  if (selected === null) return { reason: "too_much", bytes } satisfies Shown<SitemapState>
  return selected.urls.length === 0
    ? ({ reason: "empty", bytes } satisfies Shown<SitemapState>)
    : ({ seen: { ...state, urls: selected.urls }, bytes } satisfies Shown<SitemapState>)
})

const compareStates = (monitor: Monitor, tried: TriedRules, before: SitemapState, after: SitemapState) => {
  const difference = stateDifference(before, after)
  // What may have been listed all along was told by no run.
  const told = mayBeKnown(before, { unread: after.unread ?? [] }) ? { ...difference, added: [] } : difference
  if (isEmpty(told)) return untold("same")
  const [went, came] = [new Set(told.removed), new Set(told.added)]
  const moved = movedPages(
    (before.pages ?? []).filter(({ url }) => went.has(url)),
    (after.pages ?? []).filter(({ url }) => came.has(url)),
    {
      staying: (before.pages ?? []).filter(({ url }) => !went.has(url)),
      isPartlyKnown: before.isPartlyKnown === true || after.isPartlyKnown === true
    }
  )
  return toldOf(monitor, tried, { type: "sitemap", change: urlChange(told, moved) }, null)
}

/** Versions of a sitemap, tried as `target`. */
export const replaySitemap = (
  monitor: Monitor,
  tried: TriedRules,
  target: SitemapTarget
): Replayer<SitemapState, SitemapReader | VersionStore> => ({
  read: (version) => readVersion(version, target),
  compare: (before, after) => Effect.sync(() => compareStates(monitor, tried, before, after))
})
