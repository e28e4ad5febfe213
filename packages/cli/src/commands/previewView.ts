/** How a preview looks to a person. */
import type {
  PagePreviewRecord,
  PreviewRecord,
  SitemapPreviewRecord
} from "@kittiwake/core/internal/monitors/domain/PreviewRecord"
import { describeLeftOut } from "@kittiwake/core/pages/domain/LeftOut"
import { DateTime, Option } from "effect"
import { fields, table } from "../output.ts"
import { colouredDiff } from "./colour.ts"
import { scheduleText, targetFields } from "./monitorView.ts"
import { forOutput } from "./terminal.ts"

type Field = readonly [string, string | null]

const count = (number: number, one: string, more = `${one}s`): string => `${number} ${number === 1 ? one : more}`

const gotBy: { readonly [W in PagePreviewRecord["got_by"]]: string } = {
  server: "as its server sends it",
  browser: "as a browser shows it",
  file: "as the text of a file"
}

const pageFields = (seen: PagePreviewRecord): ReadonlyArray<Field> => [
  ["read", `${gotBy[seen.got_by]}${seen.lacks_browser ? "; a browser would show more, and there is none" : ""}`],
  ["text", count(seen.characters, "character")],
  ["two looks", seen.is_same ? "read the same" : "differ"],
  ["unstable lines", seen.unstable.map(forOutput).join(", ") || null]
]

const sitemapFields = (seen: SitemapPreviewRecord): ReadonlyArray<Field> => [
  ["addresses", `${seen.url_count}${seen.is_cut ? ", of more" : ""}`],
  ["unread sitemaps", seen.unread.map(forOutput).join(", ") || null],
  ["two looks", seen.is_same ? "list the same" : "differ"]
]

const seenFields = (seen: PreviewRecord["seen"]): ReadonlyArray<Field> => {
  if (seen === null) return []
  return seen.type === "page" ? pageFields(seen) : sitemapFields(seen)
}

/** A moment in the time zone of a cron schedule, and in UTC where there is none. */
const momentText = (schedule: PreviewRecord["schedule"], at: string): string => {
  if (schedule.type !== "cron") return at
  return Option.match(DateTime.makeZoned(at, { timeZone: schedule.time_zone, adjustForTimeZone: false }), {
    onNone: () => at,
    onSome: DateTime.formatIsoZoned
  })
}

const costText = ({ credits_per_30_days, credits_per_run }: PreviewRecord): string =>
  `${count(credits_per_run, "credit")} a run, about ${credits_per_30_days} in 30 days`

const regionsText = ({ selectors }: PreviewRecord): ReadonlyArray<string> => {
  if (selectors === undefined) return []
  if (selectors === null) return ["It is not known what each selector finds."]
  if (selectors.length === 0) return []
  const rows = selectors.map(({ characters, elements, excerpt, selector, use }) => [
    use,
    forOutput(selector),
    String(elements),
    String(characters),
    elements === 0 ? "nothing has this selector" : forOutput(excerpt)
  ])
  return [table(["use", "selector", "elements", "characters", "begins"], rows, "")]
}

/** So many lines of a text or a list are shown. */
const mostLines = 60

const beginning = (lines: ReadonlyArray<string>, isMore: boolean): string => {
  const left = lines.length - mostLines
  const rest =
    left > 0 ? [`… ${left} more${isMore ? " and others" : ""}; --json has them`] : isMore ? ["… and more"] : []
  return [...lines.slice(0, mostLines), ...rest].join("\n")
}

const changedUrls = ({ added_urls, removed_urls }: SitemapPreviewRecord): string =>
  [...removed_urls.map((url) => `-${url}`), ...added_urls.map((url) => `+${url}`)].join("\n")

/** What would be kept, and what the second look read otherwise. */
const seenText = (seen: PreviewRecord["seen"]): ReadonlyArray<string> => {
  if (seen === null) return []
  const [kept, differs, isMore] =
    seen.type === "page"
      ? [seen.text.split("\n"), seen.diff, seen.is_cut]
      : [seen.urls, changedUrls(seen), seen.url_count > seen.urls.length]
  return [
    ...(differs === "" ? [] : [colouredDiff(forOutput(differs.replace(/\n$/, "")))]),
    forOutput(beginning(kept, isMore))
  ]
}

const allFields = (preview: PreviewRecord): ReadonlyArray<Field> => {
  const { conditions, error, left_out = [], next_runs_at, schedule, seen, target } = preview
  return [
    ["url", target.url],
    ...targetFields(target),
    ["tells when", conditions?.map(forOutput).join("; ") ?? null],
    ["schedule", scheduleText(schedule)],
    ["next runs", next_runs_at.map((at) => momentText(schedule, at)).join(", ")],
    ["cost", costText(preview)],
    ...seenFields(seen),
    ["left out", left_out.length === 0 ? null : forOutput(describeLeftOut(left_out))],
    ["a run would fail", error === null ? null : forOutput(`${error.code}: ${error.message}`)]
  ]
}

/** A preview in full, without what there is nothing of. */
export const previewText = (preview: PreviewRecord): string =>
  [
    fields(allFields(preview).filter(([, value]) => value !== null)),
    ...regionsText(preview),
    ...seenText(preview.seen)
  ].join("\n\n")
