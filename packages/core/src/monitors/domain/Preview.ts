/** What a monitor would keep and compare, before there is one. */
import type { DateTime } from "effect"
import type { FoundRegion } from "../../pages/domain/FoundRegion.ts"
import type { LeftOut } from "../../pages/domain/LeftOut.ts"
import type { PageBlocks } from "../../pages/domain/PageBlock.ts"
import type { SitemapState } from "./Baseline.ts"
import type { Monitor, Way } from "./Monitor.ts"
import type { TraceStep } from "./Run.ts"
import type { RunError } from "./RunError.ts"
import { nextSlots, slotsWithin } from "./Schedule.ts"
import type { UrlDifference } from "./sitemapDifference.ts"
import { runPrice } from "./Target.ts"
import type { TextChange } from "./TextChange.ts"

/** What of a preview is shown; of texts and lists the beginning. @internal */
export const previewLimits = { characters: 200_000, urls: 100, slots: 5, days: 30 } as const

/** A page as the first of two looks read it, and what the second read otherwise. */
export interface PageSeen {
  readonly type: "page"
  /** What would be the baseline. */
  readonly text: string
  /** Undefined where it is as its server sends it. */
  readonly way: Way | undefined
  /** Whether a browser would have shown more, and there is none. */
  readonly lacksBrowser: boolean
  /** Null where both looks read the same. */
  readonly difference: TextChange | null
  /** Lines of the text that would be known to change by themselves, and those that are pinned. */
  readonly unstable: ReadonlyArray<string>
}

/** A sitemap as the first of two readings lists it, and what the second lists otherwise. */
export interface SitemapSeen {
  readonly type: "sitemap"
  readonly state: SitemapState
  readonly difference: UrlDifference
}

/** What two looks saw. */
export type Seen = PageSeen | SitemapSeen

/** What was found of a page, whether or not there was text to keep. */
export interface Regions {
  /** Null where it is not known: the page was not read, or matching costs too much. */
  readonly selectors: ReadonlyArray<FoundRegion> | null
  readonly leftOut: ReadonlyArray<LeftOut>
  /** Null where the page was not read, or is no HTML. */
  readonly blocks: PageBlocks | null
}

export interface Preview {
  /** The monitor as it would begin. */
  readonly monitor: Monitor
  /** Null where a run would have failed. */
  readonly seen: Seen | null
  /** Null where the target is no page. */
  readonly regions: Regions | null
  /** What a run would have failed with. */
  readonly error: RunError | null
  /** What the looks did. */
  readonly trace: ReadonlyArray<TraceStep>
  /** When it would look next, after its first look. */
  readonly slots: ReadonlyArray<DateTime.Utc>
  readonly creditsPerRun: number
  /** About what its runs cost in `previewLimits.days`, the first one not counted. */
  readonly creditsPerMonth: number
}

/** What a monitor would cost and when it would look, from `at` on. @internal */
export const plannedRuns = (
  { anchorAt, id, schedule, target }: Monitor,
  at: DateTime.Utc
): Pick<Preview, "slots" | "creditsPerRun" | "creditsPerMonth"> => {
  const creditsPerRun = runPrice(target)
  return {
    slots: nextSlots(schedule, { id, anchor: anchorAt, after: at }, previewLimits.slots),
    creditsPerRun,
    creditsPerMonth: creditsPerRun * slotsWithin(schedule, previewLimits.days, at)
  }
}
