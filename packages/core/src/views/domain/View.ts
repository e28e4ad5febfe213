/** A saved view: a list with filters, under a name that somebody gave. */
import { Schema } from "effect"
import { Importance } from "../../monitors/domain/Judgement.ts"
import { MonitorStatus } from "../../monitors/domain/Monitor.ts"
import { ChangeDetectionType, TargetType } from "../../monitors/domain/Target.ts"
import { Triage } from "../../monitors/domain/Triage.ts"
import { OrganizationId } from "../../organizations/domain/Organization.ts"

/** `view_` and 32 hexadecimal digits. */
export const ViewId = Schema.String.pipe(Schema.brand("ViewId"))
export type ViewId = typeof ViewId.Type

/** The lists of which there are views. */
export const ViewedList = Schema.Literals(["changes", "monitors"])
export type ViewedList = typeof ViewedList.Type

/** What a list is narrowed by, in the words of its operation. A list has some of them alone (`filterNames`). */
export const ViewFilters = Schema.Struct({
  q: Schema.optionalKey(Schema.String),
  tag: Schema.optionalKey(Schema.String),
  target_type: Schema.optionalKey(TargetType),
  change_detection_type: Schema.optionalKey(ChangeDetectionType),
  monitor_id: Schema.optionalKey(Schema.String),
  triage: Schema.optionalKey(Triage),
  importance: Schema.optionalKey(Schema.Array(Importance)),
  status: Schema.optionalKey(MonitorStatus),
  grant_id: Schema.optionalKey(Schema.String)
})
export type ViewFilters = typeof ViewFilters.Type

/** Which filters each list has. @internal */
export const filterNames: { readonly [L in ViewedList]: ReadonlyArray<keyof ViewFilters> } = {
  changes: ["q", "tag", "target_type", "change_detection_type", "monitor_id", "triage", "importance"],
  monitors: ["q", "tag", "target_type", "change_detection_type", "status", "grant_id"]
}

export const View = Schema.Struct({
  id: ViewId,
  organizationId: OrganizationId,
  list: ViewedList,
  name: Schema.String,
  filters: ViewFilters,
  createdAt: Schema.DateTimeUtc,
  updatedAt: Schema.DateTimeUtc
})
export type View = typeof View.Type

/** Most views of an organization, and the longest name, in characters. @internal */
export const viewLimits = { views: 100, nameCharacters: 80 } as const

/** A filter that the list does not have; null where all are its own. @internal */
export const strangeFilter = (list: ViewedList, filters: ViewFilters): string | null => {
  const own: ReadonlyArray<string> = filterNames[list]
  return Object.entries(filters).find(([name, value]) => value !== undefined && !own.includes(name))?.[0] ?? null
}
