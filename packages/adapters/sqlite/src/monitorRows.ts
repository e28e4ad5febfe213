/** Monitors between rows and the domain. */

import { searchTerms } from "@kittiwake/core/internal/paging/domain/searchTerms"
import type { BaselineMark, Monitor, MonitorId } from "@kittiwake/core/monitors/domain/Monitor"
import { goalOf, runPrice } from "@kittiwake/core/monitors/domain/Target"
import type { StoredMonitor } from "@kittiwake/core/monitors/MonitorStore"
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { hostOf } from "@kittiwake/core/Shares"
import { storableJson, storableText } from "@kittiwake/storage/storable"
import { DateTime } from "effect"
import { millisOf, millisOrNull, momentOf, momentOrNull } from "./moments.ts"
import { toSubscription } from "./subscriptionRows.ts"
import type { MonitorDefinition, MonitorRow, MonitorState, MonitorWrite } from "./writes/monitorColumns.ts"

const toBaseline = (json: string): BaselineMark => {
  const mark: Omit<BaselineMark, "capturedAt"> & { readonly capturedAt: string } = JSON.parse(json)
  return { ...mark, capturedAt: DateTime.makeUnsafe(mark.capturedAt) }
}

/** Reads a row of `monitorColumns`. */
export const toMonitor = (row: MonitorRow): Monitor => ({
  id: row.id as MonitorId,
  organizationId: row.organizationId as OrganizationId,
  name: row.name,
  target: JSON.parse(row.target),
  changeDetection: JSON.parse(row.changeDetection),
  schedule: JSON.parse(row.schedule),
  tags: JSON.parse(row.tags),
  subscription: toSubscription(row),
  status: row.status as Monitor["status"],
  baseline: row.baseline === null ? null : toBaseline(row.baseline),
  targetVersion: row.targetVersion,
  anchorAt: momentOf(row.anchorAt),
  nextRunAt: momentOrNull(row.nextRunAt),
  lastRunAt: momentOrNull(row.lastRunAt),
  lastChangeAt: momentOrNull(row.lastChangeAt),
  lastError: row.lastError === null ? null : JSON.parse(row.lastError),
  failuresInARow: row.failuresInARow,
  skipsInARow: row.skipsInARow,
  createdAt: momentOf(row.createdAt),
  updatedAt: momentOf(row.updatedAt),
  ...(row.grantId === null ? {} : { madeBy: { grantId: row.grantId, dailyCredits: row.grantDailyCredits } })
})

/** Reads a row of `monitorColumns` with its revision. */
export const toStoredMonitor = (row: MonitorRow): StoredMonitor => ({
  monitor: toMonitor(row),
  revision: row.revision
})

/** Words with a space on either side, so that a word is found whole by ` word ` and by its beginning by ` wo`. */
const spaced = (text: string): string => storableText(` ${searchTerms(text).join(" ")} `)

const definitionOf = ({
  changeDetection,
  createdAt,
  madeBy,
  name,
  schedule,
  tags,
  target
}: Monitor): MonitorDefinition => [
  storableText(name),
  storableJson(target),
  target.type,
  storableText(hostOf(target.url)),
  storableJson(changeDetection),
  changeDetection.type,
  storableJson(schedule),
  storableJson(tags),
  millisOf(createdAt),
  spaced(name),
  spaced(target.url),
  spaced(goalOf(target) ?? ""),
  spaced(tags.join(" ")),
  runPrice(target),
  madeBy === undefined ? null : storableText(madeBy.grantId),
  madeBy?.dailyCredits ?? null
]

/** What a run writes of its monitor: moments within JSON write themselves. */
export const monitorState = (monitor: Monitor): MonitorState => [
  monitor.status,
  monitor.baseline === null ? null : storableJson(monitor.baseline),
  monitor.targetVersion,
  millisOf(monitor.anchorAt),
  millisOrNull(monitor.nextRunAt),
  millisOrNull(monitor.lastRunAt),
  millisOrNull(monitor.lastChangeAt),
  monitor.lastError === null ? null : storableJson(monitor.lastError),
  monitor.failuresInARow,
  monitor.skipsInARow,
  millisOf(monitor.updatedAt)
]

/** All that an owner writes of a monitor. */
export const monitorWrite = (monitor: Monitor): MonitorWrite => ({
  id: monitor.id,
  organizationId: monitor.organizationId,
  definition: definitionOf(monitor),
  state: monitorState(monitor)
})
