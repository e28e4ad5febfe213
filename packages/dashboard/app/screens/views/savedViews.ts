/** Saved views: what stands in the address of a list, in the words of the API, and back. */
import type { Row } from "../../api/operations.ts"

export type SavedView = Row<"views.list">
export type ViewedList = SavedView["list"]
export type Filters = SavedView["filters"]

/** What the addresses of the two lists keep of their filters. */
export interface InboxSearch {
  readonly show?: string
  readonly importance?: string
  readonly tag?: string
  readonly q?: string
  readonly monitor?: string
  readonly type?: string
  readonly detection?: string
}

export interface MonitorsSearch {
  readonly q?: string
  readonly status?: string
  readonly type?: string
  readonly tag?: string
  readonly detection?: string
  readonly grant?: string
}

const triages = ["open", "done", "not_useful"] as const
const importances = ["low", "medium", "high"] as const
const statuses = ["active", "paused", "failed"] as const
const types = ["page", "sitemap", "extract"] as const
const detections = ["exact", "semantic"] as const

/** A value of the address that may be anything, as one of those there are. */
const oneOf = <const A extends string>(all: ReadonlyArray<A>, value: string | undefined): A | undefined =>
  all.find((one) => one === value)

/** Without what is not there. */
const present = <A extends object>(fields: A) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    readonly [K in keyof A]?: Exclude<A[K], undefined>
  }

const importanceOf = (value: string | undefined) => {
  const asked = value?.split(",") ?? []
  const found = importances.filter((one) => asked.includes(one))
  return found.length === 0 ? undefined : found
}

const shared = ({ detection, q, tag, type }: InboxSearch & MonitorsSearch) => ({
  q: q?.slice(0, 200),
  tag: tag?.slice(0, 50),
  target_type: oneOf(types, type),
  change_detection_type: oneOf(detections, detection)
})

/** What the inbox shows under this address; without a word for it, what is new. */
export const filtersOfInbox = (search: InboxSearch): Filters =>
  present({
    ...shared(search),
    triage: search.show === "all" ? undefined : (oneOf(triages, search.show) ?? "open"),
    importance: importanceOf(search.importance),
    monitor_id: search.monitor
  })

export const filtersOfMonitors = (search: MonitorsSearch): Filters =>
  present({ ...shared(search), status: oneOf(statuses, search.status), grant_id: search.grant?.slice(0, 64) })

/** The address of the inbox under which it shows this. */
export const inboxOf = (filters: Filters): InboxSearch =>
  present({
    show: filters.triage ?? "all",
    importance: filters.importance?.join(","),
    tag: filters.tag,
    q: filters.q,
    monitor: filters.monitor_id,
    type: filters.target_type,
    detection: filters.change_detection_type
  })

export const monitorsOf = (filters: Filters): MonitorsSearch =>
  present({
    q: filters.q,
    status: filters.status,
    type: filters.target_type,
    tag: filters.tag,
    detection: filters.change_detection_type,
    grant: filters.grant_id
  })

const sorted = (filters: Filters): string =>
  JSON.stringify(
    Object.entries(filters)
      .map(([name, value]) => [name, Array.isArray(value) ? value.toSorted() : value] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
  )

/** Whether two show the same. */
export const isSame = (a: Filters, b: Filters): boolean => sorted(a) === sorted(b)

/** The longest name, in characters. */
export const nameMost = 80
