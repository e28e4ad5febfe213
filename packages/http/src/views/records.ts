/** Saved views on the wire, and what is sent to keep one. Beyond the contract. */
import { Importance } from "@kittiwake/core/monitors/domain/Judgement"
import { MonitorStatus } from "@kittiwake/core/monitors/domain/Monitor"
import { ChangeDetectionType, TargetType } from "@kittiwake/core/monitors/domain/Target"
import { Triage } from "@kittiwake/core/monitors/domain/Triage"
import { type View, ViewedList, viewLimits } from "@kittiwake/core/views/domain/View"
import type { NewView, ViewPatch } from "@kittiwake/core/views/Views"
import { DateTime, Schema } from "effect"
import { closed, listOf, readableName, text } from "../fields.ts"

const ViewName = readableName(1, viewLimits.nameCharacters).annotate({ logged: "label" })

/** What narrows a list, as the query of its operation says it. */
export const FiltersBody = closed({
  q: Schema.optionalKey(text(1, 200).annotate({ logged: "never" })),
  tag: Schema.optionalKey(text(1, 50).annotate({ logged: "label" })),
  target_type: Schema.optionalKey(TargetType),
  change_detection_type: Schema.optionalKey(ChangeDetectionType),
  /** Of changes. */
  monitor_id: Schema.optionalKey(text(1, 200).annotate({ logged: "id" })),
  /** Of changes. */
  triage: Schema.optionalKey(Triage),
  /** Of changes. */
  importance: Schema.optionalKey(listOf(Importance, 3)),
  /** Of monitors. */
  status: Schema.optionalKey(MonitorStatus),
  /** Of monitors: those that this grant made. */
  grant_id: Schema.optionalKey(text(1, 64).annotate({ logged: "id" }))
}).annotate({ identifier: "ViewFilters" })

/** The body of `POST /views`. */
export const CreateViewBody = closed({ list: ViewedList, name: ViewName, filters: FiltersBody }).annotate({
  identifier: "CreateView"
})

/** The body of `PATCH /views/{view_id}`: what is given is changed, the filters all at once. */
export const UpdateViewBody = closed({
  name: Schema.optionalKey(ViewName),
  filters: Schema.optionalKey(FiltersBody)
}).annotate({ identifier: "UpdateView" })

export const ViewRecord = Schema.Struct({
  id: Schema.String,
  list: ViewedList,
  name: Schema.String,
  filters: Schema.Struct({
    q: Schema.optionalKey(Schema.String.annotate({ logged: "never" })),
    tag: Schema.optionalKey(Schema.String),
    target_type: Schema.optionalKey(TargetType),
    change_detection_type: Schema.optionalKey(ChangeDetectionType),
    monitor_id: Schema.optionalKey(Schema.String),
    triage: Schema.optionalKey(Triage),
    importance: Schema.optionalKey(Schema.Array(Importance)),
    status: Schema.optionalKey(MonitorStatus),
    grant_id: Schema.optionalKey(Schema.String)
  }),
  created_at: Schema.String,
  updated_at: Schema.String
}).annotate({ identifier: "View" })
export type ViewRecord = typeof ViewRecord.Type

export const viewRecord = ({ createdAt, filters, id, list, name, updatedAt }: View): ViewRecord => ({
  id,
  list,
  name,
  filters,
  created_at: DateTime.formatIso(createdAt),
  updated_at: DateTime.formatIso(updatedAt)
})

/** Views as lists show them: of one list, or all. */
export const viewsOf = (views: ReadonlyArray<View>, list?: ViewedList): ReadonlyArray<ViewRecord> =>
  views.filter((view) => list === undefined || view.list === list).map(viewRecord)

/** Names are kept without the space around them. */
export const newView = ({ filters, list, name }: typeof CreateViewBody.Type): NewView => ({
  list,
  name: name.trim(),
  filters
})

export const viewPatch = ({ filters, name }: typeof UpdateViewBody.Type): ViewPatch => ({
  ...(name === undefined ? {} : { name: name.trim() }),
  ...(filters === undefined ? {} : { filters })
})
