/** Changes between rows and the domain. */
import { Change, type ChangeSummary } from "@kittiwake/core/monitors/domain/Change"
import { Schema, Struct } from "effect"
import { recordColumns } from "./recordColumns.ts"

const Summary = Schema.Struct(Struct.omit(Change.fields, ["runId", "diff", "beforeTextExcerpt", "afterTextExcerpt"]))

/** Selects what a list shows of a change `c`, by the names of the domain. */
export const changeSummaryColumns = `
  c.id, c.organization_id as "organizationId", c.monitor_id as "monitorId", c.target_type as "targetType",
  c.change_detection_type as "changeDetectionType", c.title, c.summary, c.detected_at as "detectedAt", c.url, c.tags`

/** Selects all of a change `c`. */
export const changeColumns = `${changeSummaryColumns}, c.run_id as "runId", c.diff,
  c.before_text_excerpt as "beforeTextExcerpt", c.after_text_excerpt as "afterTextExcerpt"`

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
  after_text_excerpt: "text"
})

/** Reads a row of `changeColumns`. */
export const toChange = Schema.decodeUnknownSync(Schema.toCodecJson(Change))

/** Reads a row of `changeSummaryColumns`. */
export const toChangeSummary: (row: unknown) => ChangeSummary = Schema.decodeUnknownSync(Schema.toCodecJson(Summary))

/** A change as the JSON that `changeWriteColumns` reads. */
export const changeJson = Schema.encodeSync(Schema.toCodecJson(Change))
