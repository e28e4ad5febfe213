/** Changes between rows and the domain. */
import {
  changeWords,
  detailsOf,
  factsOf,
  knownTexts,
  textsOf
} from "@kittiwake/core/internal/monitors/domain/storedChange"
import { Change, type ChangeDetails, type ChangeFacts, type ChangeTexts } from "@kittiwake/core/monitors/domain/Change"
import type { TargetType } from "@kittiwake/core/monitors/domain/Target"
import { TriagedChange, TriagedSummary } from "@kittiwake/core/monitors/domain/Triage"
import { storableText } from "@kittiwake/storage/storable"
import { Schema } from "effect"
import { recordColumns } from "./recordColumns.ts"

/** Selects what a list shows of a change `c`, by the names of the domain. */
export const changeSummaryColumns = `
  c.id, c.organization_id as "organizationId", c.monitor_id as "monitorId", c.target_type as "targetType",
  c.change_detection_type as "changeDetectionType", c.title, c.summary, c.detected_at as "detectedAt", c.url, c.tags,
  c.facts, c.triage, c.triaged_at as "triagedAt"`

/** Selects all of a change `c`. */
export const changeColumns = `${changeSummaryColumns}, c.run_id as "runId", c.diff,
  c.before_text_excerpt as "beforeTextExcerpt", c.after_text_excerpt as "afterTextExcerpt", c.details,
  c.shared_until as "sharedUntil"`

/** All that is written of a change. */
export const changeWriteColumns = recordColumns({
  id: "text",
  organization_id: "text",
  monitor_id: "text",
  run_id: "text",
  target_type: "text",
  change_detection_type: "text",
  title: "text",
  summary: "text",
  detected_at: "timestamptz",
  url: "text",
  tags: "text[]",
  diff: "text",
  before_text_excerpt: "text",
  after_text_excerpt: "text",
  facts: "jsonb",
  details: "json",
  words: "text"
})

const decode = Schema.decodeUnknownSync(Schema.toCodecJson(TriagedChange))
const decodeSummary = Schema.decodeUnknownSync(Schema.toCodecJson(TriagedSummary))
const encode = Schema.encodeSync(Schema.toCodecJson(Change))

interface SummaryRow {
  readonly facts: ChangeFacts | null
}

interface ChangeRow extends SummaryRow, ChangeTexts {
  readonly targetType: TargetType
  readonly details: ChangeDetails | null
  readonly sharedUntil: unknown
}

/** Reads a row of `changeColumns`. */
export const toChange = (row: unknown): TriagedChange => {
  const { afterTextExcerpt, beforeTextExcerpt, details, diff, facts, sharedUntil, ...rest } = row as ChangeRow
  const texts = knownTexts(rest.targetType, { diff, beforeTextExcerpt, afterTextExcerpt })
  return decode({ ...rest, ...facts, ...details, ...texts, ...(sharedUntil === null ? {} : { sharedUntil }) })
}

/** Reads a row of `changeSummaryColumns`. */
export const toChangeSummary = (row: unknown): TriagedSummary => {
  const { facts, ...rest } = row as SummaryRow
  return decodeSummary({ ...rest, ...facts })
}

/** A change as the JSON that `changeWriteColumns` reads. */
export const changeJson = (change: Change): object => ({
  ...(encode(change) as object),
  ...textsOf(change),
  facts: factsOf(change),
  details: detailsOf(change),
  words: storableText(` ${changeWords(change).join(" ")} `)
})
