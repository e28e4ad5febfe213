/** How changes look to a person. */
import type {
  ChangeRecord,
  ChangeSummaryRecord,
  PicturedChangeRecord
} from "@kittiwake/core/internal/monitors/domain/ChangeRecord"
import { table } from "../output.ts"
import { colouredDiff } from "./colour.ts"
import { type MonitorNames, namedMonitor } from "./monitorNames.ts"
import { forOutput } from "./terminal.ts"

/** Changes as a table, those of several monitors with the monitor. */
export const changesText = (changes: ReadonlyArray<ChangeSummaryRecord>, names: MonitorNames | null = null): string =>
  table(
    ["id", "detected", ...(names === null ? [] : ["monitor"]), "title", "summary"],
    changes.map(({ detected_at, id, monitor_id, summary, title }) => [
      id,
      detected_at,
      ...(names === null ? [] : [namedMonitor(names, monitor_id)]),
      forOutput(title),
      forOutput(summary)
    ]),
    "No changes."
  )

/** So many addresses of each kind are shown; the rest is counted. */
const mostShown = 50

const linesOf = (sign: string, urls: ReadonlyArray<string> = [], count = urls.length): ReadonlyArray<string> => [
  ...urls.slice(0, mostShown).map((url) => `${sign}${url}`),
  ...(count > mostShown ? [`${sign}… ${count - Math.min(mostShown, urls.length)} more`] : [])
]

/** What was quoted, with each page once above what it says. */
const evidenceLines = ({ evidence = [] }: ChangeRecord): ReadonlyArray<string> =>
  evidence.flatMap(({ after, before, url }, index) => [
    ...(url === undefined || url === evidence[index - 1]?.url ? [] : [` ${url}`]),
    ...(before === "" ? [] : before.split("\n").map((line) => `-${line}`)),
    ...(after === "" ? [] : after.split("\n").map((line) => `+${line}`))
  ])

/** What differs: the lines of a page, the addresses of a sitemap, or what was quoted. */
export const diffText = (change: ChangeRecord): string => {
  const { added_url_count, added_urls, diff, moved_urls = [], removed_url_count, removed_urls } = change
  if (diff !== undefined) return colouredDiff(forOutput(diff))
  const lines = [
    ...moved_urls.map(({ from, to }) => ` ${from} → ${to}`),
    ...linesOf("-", removed_urls, removed_url_count),
    ...linesOf("+", added_urls, added_url_count),
    ...evidenceLines(change)
  ]
  return colouredDiff(forOutput(lines.join("\n")))
}

const judgementText = ({ confidence, importance }: ChangeRecord): ReadonlyArray<string> =>
  importance === undefined || confidence === undefined
    ? []
    : [`Importance ${importance}, confidence ${Math.round(confidence * 100)} %.`, ""]

/** Where the pictures of a change are, for as long as the links work. */
export const picturesText = ({ pictures }: PicturedChangeRecord): ReadonlyArray<string> => {
  if (pictures === undefined) return []
  const { after, before } = pictures
  return [
    ...(before === null ? [] : [`Before: ${before.url}`]),
    ...(after === null ? [] : [`After:  ${after.url}`]),
    `The links to the pictures work until ${(after ?? before)?.expires_at}.`
  ]
}

const picturesBelow = (change: PicturedChangeRecord): ReadonlyArray<string> =>
  change.pictures === undefined ? [] : ["", ...picturesText(change)]

/** A change in full. */
export const changeText = (change: PicturedChangeRecord): string =>
  [
    `${change.detected_at}  ${forOutput(change.title)}`,
    `${forOutput(change.url)}  ${change.id}`,
    "",
    forOutput(change.summary),
    "",
    ...judgementText(change),
    diffText(change),
    ...picturesBelow(change)
  ].join("\n")
