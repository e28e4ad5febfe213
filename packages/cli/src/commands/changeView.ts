/** How changes look to a person. */
import type { ChangeRecord, ChangeSummaryRecord } from "@kittiwake/core/internal/monitors/domain/ChangeRecord"
import { table } from "../output.ts"
import { colouredDiff } from "./colour.ts"
import { forOutput } from "./terminal.ts"

/** Changes as a table. */
export const changesText = (changes: ReadonlyArray<ChangeSummaryRecord>): string =>
  table(
    ["id", "detected", "title", "summary"],
    changes.map(({ detected_at, id, summary, title }) => [id, detected_at, forOutput(title), forOutput(summary)]),
    "No changes."
  )

/** What a change did to the text. */
export const diffText = ({ diff }: ChangeRecord): string => colouredDiff(forOutput(diff))

/** A change in full. */
export const changeText = (change: ChangeRecord): string =>
  [
    `${change.detected_at}  ${forOutput(change.title)}`,
    `${forOutput(change.url)}  ${change.id}`,
    "",
    forOutput(change.summary),
    "",
    diffText(change)
  ].join("\n")
