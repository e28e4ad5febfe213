/** Has changes stand otherwise: one, those that are named, or all that a filter shows. */
import { DateTime, Effect } from "effect"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { Cursors } from "../paging/Cursors.ts"
import type { Position, Slice } from "../paging/domain/Page.ts"
import { Wakeups } from "../waking/Wakeups.ts"
import { type ChangeFilter, ChangeStore } from "./ChangeStore.ts"
import type { ChangeId } from "./domain/Change.ts"
import { mostChangesCounted, type Triage, triageLimits } from "./domain/Triage.ts"
import { getChange } from "./readMonitors.ts"

/** Which changes one call sweeps: those that stand so, from the newest that it may touch on. */
export interface Sweep {
  readonly filter: ChangeFilter & { readonly triage: Triage }
  /** This change and what is older; null where the filter says which is the newest. */
  readonly upTo: ChangeId | null
  readonly to: Triage
  /** Where the call before ended. */
  readonly cursor: string | undefined
}

/** What a call did: how many changes stand otherwise now, since when, and where the next one goes on. */
export interface Swept {
  readonly changed: number
  /** Null when they are open. */
  readonly at: DateTime.Utc | null
  readonly nextCursor: string | null
}

/** No id that is younger or older begins like this one: what comes after the place begins with the change itself. */
const placeOf = (change: { readonly detectedAt: DateTime.Utc; readonly id: string }): Position => ({
  at: change.detectedAt,
  id: `${change.id}~`
})

const momentOf = (to: Triage, at: DateTime.Utc) => (to === "open" ? null : at)

/** Whoever looks at the changes of an organization learns that they stand otherwise. */
const told = (organizationId: OrganizationId, changed: number) =>
  changed === 0 ? Effect.void : Wakeups.use((wakeups) => wakeups.changed(organizationId, ["changes"]))

/** How one change stands from now on; the change as it is kept then. */
export const triageChange = Effect.fn("triageChange")(function* (
  organizationId: OrganizationId,
  changeId: ChangeId,
  to: Triage
) {
  const at = yield* DateTime.now
  const changed = yield* (yield* ChangeStore).triage(organizationId, { changeIds: [changeId], from: null, to, at })
  yield* told(organizationId, changed)
  return yield* getChange(organizationId, changeId)
})

/** How the changes named stand from now on. What nobody knows is passed over. */
export const triageChanges = Effect.fn("triageChanges")(function* (
  organizationId: OrganizationId,
  changeIds: ReadonlyArray<ChangeId>,
  to: Triage
) {
  const at = yield* DateTime.now
  const move = { changeIds: [...new Set(changeIds)], from: null, to, at }
  const changed = yield* (yield* ChangeStore).triage(organizationId, move)
  yield* told(organizationId, changed)
  return { changed, at: momentOf(to, at), nextCursor: null } satisfies Swept
})

/**
 * How all that a filter shows stands from now on, as far as one call goes.
 *
 * **Details.** What is looked at is written in steps, between which others have their turn, and a step changes only what still
 * stands as the filter says: whoever decides otherwise meanwhile keeps what they decided.
 */
const sweep = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  { filter, to }: Sweep,
  after: Position | null,
  at: DateTime.Utc
) {
  const store = yield* ChangeStore
  let place = after
  let changed = 0
  for (let looks = 0; looks < triageLimits.looks && changed < triageLimits.swept; looks++) {
    const slice: Slice = { limit: Math.min(triageLimits.step, triageLimits.swept - changed), after: place }
    const { endedAt, rows } = yield* store.list(organizationId, filter, slice)
    if (rows.length > 0) {
      const changeIds = rows.map(({ id }) => id)
      changed += yield* store.triage(organizationId, { changeIds, from: filter.triage, to, at })
    }
    const last = rows.at(-1)
    place = rows.length === slice.limit && last !== undefined ? { at: last.detectedAt, id: last.id } : endedAt
    if (place === null) break
  }
  return { changed, endedAt: place }
})

/** Sweeps as much as one call may; the answer has a cursor where there may be more. */
export const sweepChanges = Effect.fn("sweepChanges")(function* (organizationId: OrganizationId, asked: Sweep) {
  const from = asked.upTo === null ? null : placeOf(yield* getChange(organizationId, asked.upTo))
  const at = yield* DateTime.now
  let changed = 0
  const { nextCursor } = yield* (yield* Cursors).page({
    scope: { organizationId, list: "sweep", filter: [asked.filter, asked.upTo, asked.to] },
    limit: triageLimits.swept,
    cursor: asked.cursor,
    read: ({ after }) =>
      Effect.map(sweep(organizationId, asked, after ?? from, at), (swept) => {
        changed = swept.changed
        return { rows: [] as ReadonlyArray<Position>, endedAt: swept.endedAt }
      }),
    position: (place) => place
  })
  yield* told(organizationId, changed)
  return { changed, at: momentOf(asked.to, at), nextCursor } satisfies Swept
})

/** How many changes a filter shows, as far as they are counted. */
export const countChanges = Effect.fn("countChanges")(function* (organizationId: OrganizationId, filter: ChangeFilter) {
  return yield* (yield* ChangeStore).count(organizationId, filter, mostChangesCounted)
})
