/** A preview on the wire. It goes beyond the contract. */
import { DateTime, Schema } from "effect"
import { noiseKinds } from "../../pages/domain/LeftOut.ts"
import {
  ChangeDetectionRecord,
  ErrorRecord,
  monitorRecord,
  ScheduleRecord,
  TargetRecord,
  Timestamp
} from "./MonitorRecord.ts"
import { type PageSeen, type Preview, previewLimits, type Regions, type SitemapSeen } from "./Preview.ts"
import { TraceStepRecord, traceRecord } from "./RunRecord.ts"

const Unlogged = Schema.String.annotate({ logged: "never" })

/** What a selector finds. */
export const FoundRegionRecord = Schema.Struct({
  selector: Unlogged,
  use: Schema.Literals(["keep", "drop"]),
  elements: Schema.Int,
  characters: Schema.Int,
  excerpt: Unlogged
})

/** What was left out of the main content. */
export const LeftOutRecord = Schema.Struct({
  kind: Schema.Literals(noiseKinds),
  pieces: Schema.Int,
  characters: Schema.Int,
  elements: Schema.Array(Schema.String)
})

/** A part of the page: a line, or what holds several. */
export const PageBlockRecord = Schema.Struct({
  selector: Schema.NullOr(Unlogged),
  text: Unlogged,
  within: Schema.NullOr(Schema.Int)
})

/** What a caller wants to be told beside. */
export interface PreviewOptions {
  /** The parts of the page. */
  readonly blocks?: boolean
}

export const PagePreviewRecord = Schema.Struct({
  type: Schema.Literal("page"),
  /** The beginning of what would be kept. */
  text: Unlogged,
  /** Of all of it. */
  characters: Schema.Int,
  is_cut: Schema.Boolean,
  /** How it was got. */
  got_by: Schema.Literals(["server", "browser", "file"]),
  lacks_browser: Schema.Boolean,
  is_same: Schema.Boolean,
  /** What the second look read otherwise; empty where nothing. */
  diff: Unlogged,
  is_diff_cut: Schema.Boolean,
  unstable: Schema.Array(Unlogged)
})
export type PagePreviewRecord = typeof PagePreviewRecord.Type

export const SitemapPreviewRecord = Schema.Struct({
  type: Schema.Literal("sitemap"),
  /** The first addresses that would be tracked. */
  urls: Schema.Array(Schema.String),
  url_count: Schema.Int,
  /** More is listed than would be tracked. */
  is_cut: Schema.Boolean,
  /** Sitemaps that could not be read. */
  unread: Schema.Array(Schema.String),
  is_same: Schema.Boolean,
  /** What the second reading listed otherwise. */
  added_urls: Schema.Array(Schema.String),
  removed_urls: Schema.Array(Schema.String)
})
export type SitemapPreviewRecord = typeof SitemapPreviewRecord.Type

export const PreviewRecord = Schema.Struct({
  target: TargetRecord,
  change_detection: ChangeDetectionRecord,
  schedule: ScheduleRecord,
  /** Of a semantic monitor, what its goal was compiled to, in words. */
  conditions: Schema.optionalKey(Schema.Array(Unlogged)),
  /** What two looks saw; null where a run would fail. */
  seen: Schema.NullOr(Schema.Union([PagePreviewRecord, SitemapPreviewRecord])),
  /** What a run would fail with. */
  error: Schema.NullOr(ErrorRecord),
  /** Of a page, what each selector finds; null where it is not known. */
  selectors: Schema.optionalKey(Schema.NullOr(Schema.Array(FoundRegionRecord))),
  /** Of a page, what of its main content changes by itself and is left out. */
  left_out: Schema.optionalKey(Schema.Array(LeftOutRecord)),
  /** Of a page, where they are asked for: its parts, in its order; null where they are not known. */
  blocks: Schema.optionalKey(Schema.NullOr(Schema.Array(PageBlockRecord))),
  is_blocks_cut: Schema.optionalKey(Schema.Boolean),
  /** When it would look after its first look, but for the little by which monitors are spread. */
  next_runs_at: Schema.Array(Timestamp),
  credits_per_run: Schema.Int,
  credits_per_30_days: Schema.Int,
  trace: Schema.Array(TraceStepRecord)
})
export type PreviewRecord = typeof PreviewRecord.Type

/** The first so many characters, and no half of one. */
const beginning = (text: string): string => text.slice(0, previewLimits.characters).replace(/[\ud800-\udbff]$/, "")

const pagePreview = ({ difference, lacksBrowser, text, unstable, way }: PageSeen): PagePreviewRecord => ({
  type: "page",
  text: text.length > previewLimits.characters ? beginning(text) : text,
  characters: text.length,
  is_cut: text.length > previewLimits.characters,
  got_by: way ?? "server",
  lacks_browser: lacksBrowser,
  is_same: difference === null,
  diff: difference?.diff ?? "",
  is_diff_cut: difference?.isDiffCut ?? false,
  unstable
})

const sitemapPreview = ({ difference, state }: SitemapSeen): SitemapPreviewRecord => {
  const { added, removed } = difference
  return {
    type: "sitemap",
    urls: state.urls.slice(0, previewLimits.urls),
    url_count: state.urls.length,
    is_cut: state.isCut === true,
    unread: state.unread ?? [],
    is_same: added.length + removed.length === 0,
    added_urls: added.slice(0, previewLimits.urls),
    removed_urls: removed.slice(0, previewLimits.urls)
  }
}

const blocksRecord = ({ blocks }: Regions) =>
  blocks === null ? { blocks: null } : { blocks: blocks.blocks, is_blocks_cut: blocks.isCut }

const regionsRecord = (regions: Regions | null, options: PreviewOptions) =>
  regions === null
    ? {}
    : {
        selectors: regions.selectors,
        left_out: regions.leftOut,
        ...(options.blocks === true ? blocksRecord(regions) : {})
      }

const seenRecord = (seen: Preview["seen"]): PreviewRecord["seen"] => {
  if (seen === null) return null
  return seen.type === "page" ? pagePreview(seen) : sitemapPreview(seen)
}

/** What a monitor would keep. Its conditions are told beside it, as those of a monitor are (`conditionsRecord.ts`). */
export const previewRecord = (preview: Preview, options: PreviewOptions = {}): PreviewRecord => {
  const { error, monitor, regions, seen, slots, trace } = preview
  const { change_detection, schedule, target } = monitorRecord(monitor, { showSecret: false })
  return {
    target,
    change_detection,
    schedule,
    seen: seenRecord(seen),
    error: error === null ? null : { code: error.code, message: error.message },
    ...regionsRecord(regions, options),
    next_runs_at: slots.map((at) => DateTime.formatIso(at)),
    credits_per_run: preview.creditsPerRun,
    credits_per_30_days: preview.creditsPerMonth,
    trace: traceRecord(trace)
  }
}
