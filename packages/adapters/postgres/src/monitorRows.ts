/** Monitors between rows and the domain. */

import { searchTerms } from "@kittiwake/core/internal/paging/domain/searchTerms"
import { Monitor } from "@kittiwake/core/monitors/domain/Monitor"
import { goalOf, runPrice } from "@kittiwake/core/monitors/domain/Target"
import type { StoredMonitor } from "@kittiwake/core/monitors/MonitorStore"
import { hostOf } from "@kittiwake/core/Shares"
import { Schema } from "effect"
import { joinedColumns, recordColumns } from "./recordColumns.ts"

const codec = Schema.toCodecJson(Monitor)
const decode = Schema.decodeUnknownSync(codec)
const encode = Schema.encodeSync(codec)

/** Selects a monitor `m` and its subscription `s` by the names of the domain. */
export const monitorColumns = `
  m.id, m.organization_id as "organizationId", m.name, m.target, m.change_detection as "changeDetection", m.schedule,
  m.tags, m.status, m.baseline, m.target_version as "targetVersion", m.anchor_at as "anchorAt",
  m.next_run_at as "nextRunAt", m.last_run_at as "lastRunAt", m.last_change_at as "lastChangeAt",
  m.last_error as "lastError", m.failures_in_a_row as "failuresInARow", m.skips_in_a_row as "skipsInARow",
  m.created_at as "createdAt", m.updated_at as "updatedAt", m.revision,
  case when m.grant_id is not null then json_build_object('grantId', m.grant_id, 'dailyCredits', m.grant_daily_credits) end
    as "madeBy",
  case when s.id is not null then json_build_object('id', s.id, 'organizationId', s.organization_id, 'url', s.url,
    'events', s.events, 'retry', s.retry, 'secret', s.secret, 'failure', s.failure) end as subscription`

/** The same for a list, with each target as its text, which is parsed when its row is shown. */
export const listedColumns = monitorColumns.replace("m.target,", "m.target::text as target,")

export interface ListedRow {
  readonly target: string
}

/** Reads a row of `listedColumns`. */
export const toListedMonitor = (row: ListedRow): Monitor => toMonitor({ ...row, target: JSON.parse(row.target) })

/** What a run writes of its monitor. A run changes neither what is watched nor how. */
export const monitorStateColumns = recordColumns({
  status: "text",
  baseline: "jsonb",
  target_version: "integer",
  anchor_at: "timestamptz",
  next_run_at: "timestamptz",
  last_run_at: "timestamptz",
  last_change_at: "timestamptz",
  last_error: "jsonb",
  failures_in_a_row: "integer",
  skips_in_a_row: "integer",
  updated_at: "timestamptz"
})

const definitionColumns = recordColumns({
  id: "text",
  organization_id: "text",
  name: "text",
  target: "jsonb",
  target_type: "text",
  host: "text",
  change_detection: "jsonb",
  change_detection_type: "text",
  schedule: "jsonb",
  tags: "text[]",
  created_at: "timestamptz",
  name_words: "text",
  url_words: "text",
  instructions_words: "text",
  tags_words: "text",
  run_price: "bigint",
  grant_id: "text",
  grant_daily_credits: "bigint"
})

/** What an owner writes: all of a monitor but its subscription and who holds it. */
export const monitorWriteColumns = joinedColumns(definitionColumns, monitorStateColumns)

/** Reads a row of `monitorColumns`. */
export const toMonitor = (row: object): Monitor => {
  const { madeBy = null, ...rest } = row as { readonly madeBy?: unknown }
  return decode(madeBy === null ? rest : row)
}

/** Reads a row of `monitorColumns` with its revision. */
export const toStoredMonitor = (row: { readonly revision: number }): StoredMonitor => ({
  monitor: toMonitor(row),
  revision: row.revision
})

/** Words with a space on either side, so that a word is found whole by ` word ` and by its beginning by ` wo`. */
const spaced = (text: string): string => ` ${searchTerms(text).join(" ")} `

/** A monitor as the JSON that `monitorWriteColumns` reads. */
export const monitorJson = (monitor: Monitor) => ({
  ...(encode(monitor) as object),
  targetType: monitor.target.type,
  host: hostOf(monitor.target.url),
  changeDetectionType: monitor.changeDetection.type,
  nameWords: spaced(monitor.name),
  urlWords: spaced(monitor.target.url),
  instructionsWords: spaced(goalOf(monitor.target) ?? ""),
  tagsWords: spaced(monitor.tags.join(" ")),
  runPrice: runPrice(monitor.target),
  grantId: monitor.madeBy?.grantId ?? null,
  grantDailyCredits: monitor.madeBy?.dailyCredits ?? null
})

/** What a run writes of its monitor, as the JSON that `monitorStateColumns` reads: moments write themselves. */
export const monitorStateJson = (monitor: Monitor) => ({
  status: monitor.status,
  baseline: monitor.baseline,
  targetVersion: monitor.targetVersion,
  anchorAt: monitor.anchorAt,
  nextRunAt: monitor.nextRunAt,
  lastRunAt: monitor.lastRunAt,
  lastChangeAt: monitor.lastChangeAt,
  lastError: monitor.lastError,
  failuresInARow: monitor.failuresInARow,
  skipsInARow: monitor.skipsInARow,
  updatedAt: monitor.updatedAt
})
