/** Changes between rows and the domain. */
import {
  changeWords,
  detailsOf,
  factsOf,
  knownTexts,
  textsOf
} from "@kittiwake/core/internal/monitors/domain/storedChange"
import type { Change, ChangeDetails, ChangeFacts, ChangeId } from "@kittiwake/core/monitors/domain/Change"
import type { MonitorId } from "@kittiwake/core/monitors/domain/Monitor"
import type { RunId } from "@kittiwake/core/monitors/domain/RunId"
import { type Triage, type TriagedChange, type TriagedSummary, untriaged } from "@kittiwake/core/monitors/domain/Triage"
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { storableJson, storableText } from "@kittiwake/storage/storable"
import { millisOf, momentOf, momentOrNull } from "./moments.ts"
import type { ChangeRow, ChangeSummaryRow, ChangeWrite } from "./writes/changeColumns.ts"

/** Reads a row of `changeSummaryColumns`. */
export const toChangeSummary = (row: ChangeSummaryRow): TriagedSummary => ({
  id: row.id as ChangeId,
  organizationId: row.organizationId as OrganizationId,
  monitorId: row.monitorId as MonitorId,
  targetType: row.targetType as Change["targetType"],
  changeDetectionType: row.changeDetectionType as Change["changeDetectionType"],
  title: row.title,
  summary: row.summary,
  detectedAt: momentOf(row.detectedAt),
  url: row.url,
  tags: JSON.parse(row.tags),
  triage: row.triage as Triage,
  triagedAt: momentOrNull(row.triagedAt),
  ...recordOf<ChangeFacts>(row.facts)
})

/** Without any, it is a change of a page that nobody judged. */
const recordOf = <A extends object>(json: string | null): A | Record<never, never> =>
  json === null ? {} : (JSON.parse(json) as A)

const jsonOf = (record: object): string | null => (Object.keys(record).length === 0 ? null : storableJson(record))

/** Reads a row of `changeColumns`. */
export const toChange = (row: ChangeRow): TriagedChange => ({
  ...toChangeSummary(row),
  runId: row.runId as RunId,
  ...recordOf<ChangeDetails>(row.details),
  ...knownTexts(row.targetType as Change["targetType"], row),
  ...(row.sharedUntil === null ? {} : { sharedUntil: momentOf(row.sharedUntil) })
})

/** All that is written of a change. */
export const changeWrite = (change: Change): ChangeWrite => {
  const texts = textsOf(change)
  return [
    change.id,
    change.organizationId,
    change.monitorId,
    change.runId,
    change.targetType,
    change.changeDetectionType,
    storableText(change.title),
    storableText(change.summary),
    millisOf(change.detectedAt),
    storableText(change.url),
    storableJson(change.tags),
    storableText(texts.diff),
    storableText(texts.beforeTextExcerpt),
    storableText(texts.afterTextExcerpt),
    jsonOf(factsOf(change)),
    jsonOf(detailsOf(change)),
    untriaged.triage,
    storableText(` ${changeWords(change).join(" ")} `)
  ]
}
