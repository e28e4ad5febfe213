/** What a list is asked for, as the core takes it; every door maps here. */

import { askedTerms } from "@kittiwake/core/internal/paging/domain/searchTerms"
import type { ChangeFilter } from "@kittiwake/core/monitors/ChangeStore"
import type { MonitorFilter, SearchField } from "@kittiwake/core/monitors/MonitorStore"
import { DateTime } from "effect"

const allSearchFields: ReadonlyArray<SearchField> = ["name", "url", "instructions", "tags"]

interface MonitorsAsked {
  readonly q?: string
  readonly search_by?: ReadonlyArray<SearchField>
  readonly search_type?: "prefix" | "exact"
  readonly status?: NonNullable<MonitorFilter["status"]>
  readonly target_type?: NonNullable<MonitorFilter["targetType"]>
  readonly change_detection_type?: NonNullable<MonitorFilter["changeDetectionType"]>
  readonly grant_id?: string
  readonly tag?: string
  readonly tags?: ReadonlyArray<string>
}

const searchOf = ({ q, search_by, search_type }: MonitorsAsked): Pick<MonitorFilter, "search"> => {
  if (q === undefined) return {}
  const fields = search_by === undefined || search_by.length === 0 ? allSearchFields : [...new Set(search_by)]
  return { search: { terms: askedTerms(q), fields, match: search_type ?? "prefix" } }
}

export const monitorFilter = (asked: MonitorsAsked): MonitorFilter => ({
  ...searchOf(asked),
  ...(asked.status === undefined ? {} : { status: asked.status }),
  ...(asked.target_type === undefined ? {} : { targetType: asked.target_type }),
  ...(asked.change_detection_type === undefined ? {} : { changeDetectionType: asked.change_detection_type }),
  ...(asked.grant_id === undefined ? {} : { grantId: asked.grant_id }),
  ...(asked.tag === undefined ? {} : { tag: asked.tag }),
  ...(asked.tags === undefined || asked.tags.length === 0 ? {} : { anyTag: asked.tags })
})

interface ChangesAsked {
  readonly monitor_id?: string
  readonly target_type?: NonNullable<ChangeFilter["targetType"]>
  readonly change_detection_type?: NonNullable<ChangeFilter["changeDetectionType"]>
  readonly tag?: string
  readonly since?: string
  readonly until?: string
  readonly triage?: NonNullable<ChangeFilter["triage"]>
  readonly triaged_at?: string
  readonly importance?: NonNullable<ChangeFilter["importance"]>
  readonly q?: string
}

export const changeFilter = (asked: ChangesAsked): ChangeFilter => ({
  ...(asked.monitor_id === undefined ? {} : { monitorId: asked.monitor_id }),
  ...(asked.target_type === undefined ? {} : { targetType: asked.target_type }),
  ...(asked.change_detection_type === undefined ? {} : { changeDetectionType: asked.change_detection_type }),
  ...(asked.tag === undefined ? {} : { tag: asked.tag }),
  ...(asked.since === undefined ? {} : { since: DateTime.makeUnsafe(asked.since) }),
  ...(asked.until === undefined ? {} : { until: DateTime.makeUnsafe(asked.until) }),
  ...(asked.triage === undefined ? {} : { triage: asked.triage }),
  ...(asked.triaged_at === undefined ? {} : { triagedAt: DateTime.makeUnsafe(asked.triaged_at) }),
  ...(asked.importance === undefined || asked.importance.length === 0
    ? {}
    : { importance: [...new Set(asked.importance)] }),
  ...(asked.q === undefined ? {} : { words: askedTerms(asked.q) })
})
