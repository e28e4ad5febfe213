/** Every combination of what lists can be filtered by, with values of each kind that they treat in a way of its own, for adapters that hold what each of them may read. */
import { type DateTime, Effect } from "effect"
import type { ChangeFilter } from "../monitors/ChangeStore.ts"
import type { MonitorId } from "../monitors/domain/Monitor.ts"
import type { MonitorFilter } from "../monitors/MonitorStore.ts"
import type { RunFilter } from "../monitors/RunStore.ts"
import type { Part, Position, Slice } from "../paging/domain/Page.ts"
import type { DeliveryFilter } from "../webhooks/DeliveryStore.ts"

/** All records that have one of the values of each member, or not that member. */
const combinations = <A extends object>(values: { readonly [K in keyof A]-?: ReadonlyArray<A[K]> }) =>
  (Object.keys(values) as Array<keyof A>).reduce<ReadonlyArray<Partial<A>>>(
    (all, key) => all.flatMap((one) => [one, ...values[key].map((value) => ({ ...one, [key]: value }))]),
    [{}]
  )

/** What the rows are that filters name. */
export interface Named {
  readonly monitorId: MonitorId
  readonly runIds: ReadonlyArray<string>
  /** Two moments among those of the rows. */
  readonly early: DateTime.Utc
  readonly late: DateTime.Utc
}

export const runFilters = ({ monitorId }: Named) =>
  combinations<RunFilter>({
    monitorId: [monitorId],
    status: ["queued", "running", "completed", "failed", "skipped"]
  })

export const changeFilters = ({ early, late, monitorId }: Named) =>
  combinations<Omit<ChangeFilter, "triage" | "triagedAt" | "importance" | "words">>({
    monitorId: [monitorId],
    tag: ["shop", "rare", "absent"],
    since: [early],
    until: [late],
    targetType: ["sitemap"],
    changeDetectionType: ["semantic"]
  })

/** How changes stand, with what may be asked besides. */
export const triageFilters = ({ late, monitorId }: Named) =>
  combinations<Pick<ChangeFilter, "monitorId" | "tag" | "until" | "triage" | "triagedAt" | "importance" | "words">>({
    triage: ["open", "done", "not_useful"],
    monitorId: [monitorId],
    tag: ["rare"],
    until: [late],
    triagedAt: [late],
    importance: [["high", "low"]],
    words: [["absent"]]
  })

export const deliveryFilters = ({ early, monitorId, runIds }: Named) =>
  combinations<Omit<DeliveryFilter, "type">>({
    monitorId: [monitorId],
    batchId: ["batch_1"],
    runIds: [runIds],
    status: ["pending", "retrying", "delivered"],
    createdAfter: [early]
  }).flatMap((filter) => (["monitor", "batch"] as const).map((type): DeliveryFilter => ({ ...filter, type })))

const search = { terms: ["absent"], fields: ["name", "url", "instructions", "tags"], match: "prefix" } as const

export const monitorFilters = combinations<MonitorFilter>({
  search: [search, { ...search, terms: ["price"] }],
  status: ["paused"],
  targetType: ["sitemap"],
  changeDetectionType: ["exact"],
  grantId: ["grant_1", "absent"],
  tag: ["shop", "absent"],
  anyTag: [["absent", "shop"]]
})

/** Reads a list to its end, going on wherever a look ends; tells how many looks that took. */
export const readWhole = Effect.fnUntraced(function* <A, E, R>(
  list: (slice: Slice) => Effect.Effect<Part<A>, E, R>,
  position: (row: A) => Position
) {
  const rows: Array<A> = []
  const limit = 100
  let after: Position | null = null
  for (let looks = 1; ; looks++) {
    const part: Part<A> = yield* list({ limit, after })
    rows.push(...part.rows)
    after = part.rows.length === limit ? position(part.rows.at(-1)!) : part.endedAt
    if (after === null) return { rows, looks }
  }
})
