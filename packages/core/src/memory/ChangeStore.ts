import { DateTime, Effect, Layer, Option, Struct } from "effect"
import { type ChangeFilter, ChangeStore } from "../monitors/ChangeStore.ts"
import { Change, type ChangeId, ChangeSummary } from "../monitors/domain/Change.ts"
import { changeWords } from "../monitors/domain/storedChange.ts"
import type { TriagedChange, TriagedSummary } from "../monitors/domain/Triage.ts"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { type Slice, wholePart } from "../paging/domain/Page.ts"
import { searchTerms } from "../paging/domain/searchTerms.ts"
import { Database, type Tables } from "./Database.ts"
import { sliceOf } from "./sliceOf.ts"

/** Whether each of the terms begins a word of the change, or of the name of its monitor. */
const isFound = ({ monitors }: Tables, change: TriagedChange, terms: ReadonlyArray<string>) => {
  const words = [...changeWords(change), ...searchTerms(monitors.get(change.monitorId)?.monitor.name ?? "")]
  return terms.every((term) => words.some((word) => word.startsWith(term)))
}

const isShown = (tables: Tables, change: TriagedChange, filter: ChangeFilter) =>
  (filter.monitorId === undefined || change.monitorId === filter.monitorId) &&
  (filter.tag === undefined || change.tags.includes(filter.tag)) &&
  (filter.since === undefined || change.detectedAt.epochMilliseconds >= filter.since.epochMilliseconds) &&
  (filter.until === undefined || change.detectedAt.epochMilliseconds < filter.until.epochMilliseconds) &&
  (filter.targetType === undefined || change.targetType === filter.targetType) &&
  (filter.changeDetectionType === undefined || change.changeDetectionType === filter.changeDetectionType) &&
  (filter.triage === undefined || change.triage === filter.triage) &&
  (filter.triagedAt === undefined || change.triagedAt?.epochMilliseconds === filter.triagedAt.epochMilliseconds) &&
  (filter.importance === undefined ||
    (change.importance !== undefined && filter.importance.includes(change.importance))) &&
  (filter.words === undefined || isFound(tables, change, filter.words))

const details = [...Struct.keys(Struct.omit(Change.fields, Struct.keys(ChangeSummary.fields))), "sharedUntil"] as const

const summaryOf: (change: TriagedChange) => TriagedSummary = Struct.omit(details)

/** `ChangeStore` in memory. */
export const layer: Layer.Layer<ChangeStore, never, Database> = Layer.effect(
  ChangeStore,
  Effect.gen(function* () {
    const tables = yield* Database
    const { changes, sharedChanges } = tables

    const owned = (organizationId: OrganizationId, changeId: ChangeId) => {
      const change = changes.get(changeId)
      return change?.organizationId === organizationId ? change : undefined
    }

    const markOf = (changeId: ChangeId) => [...sharedChanges].find(([, id]) => id === changeId)?.[0]

    const found = (organizationId: OrganizationId, filter: ChangeFilter, slice: Slice) =>
      sliceOf(changes.values(), slice, {
        shown: (change) => change.organizationId === organizationId && isShown(tables, change, filter),
        position: (change) => ({ at: change.detectedAt, id: change.id })
      })

    return ChangeStore.of({
      get: (organizationId, changeId) => Effect.sync(() => Option.fromUndefinedOr(owned(organizationId, changeId))),

      list: (organizationId, filter, slice) =>
        Effect.sync(() => wholePart(found(organizationId, filter, slice).map(summaryOf))),

      count: (organizationId, filter, most) =>
        Effect.sync(() => {
          const { length } = found(organizationId, filter, { limit: most + 1, after: null })
          return { count: Math.min(length, most), isMore: length > most }
        }),

      triage: (organizationId, { at, changeIds, from, to }) =>
        Effect.sync(() => {
          let moved = 0
          for (const id of new Set(changeIds)) {
            const change = changes.get(id)
            if (change?.organizationId !== organizationId || change.triage === to) continue
            if (from !== null && change.triage !== from) continue
            changes.set(id, { ...change, triage: to, triagedAt: to === "open" ? null : at })
            moved++
          }
          return moved
        }),

      share: (organizationId, changeId, { at, mark, until }) =>
        Effect.sync(() => {
          const change = owned(organizationId, changeId)
          if (change === undefined) return Option.none()
          const standing = markOf(changeId)
          const { sharedUntil = at } = change
          const isOver = standing === undefined || DateTime.isLessThanOrEqualTo(sharedUntil, at)
          if (standing !== undefined && isOver) sharedChanges.delete(standing)
          const kept = isOver ? mark : standing
          sharedChanges.set(kept, changeId)
          changes.set(changeId, { ...change, sharedUntil: isOver ? until : DateTime.max(sharedUntil, until) })
          return Option.some(kept)
        }),

      withdraw: (organizationId, changeId) =>
        Effect.sync(() => {
          const change = owned(organizationId, changeId)
          if (change === undefined) return false
          const standing = markOf(changeId)
          if (standing !== undefined) sharedChanges.delete(standing)
          const { sharedUntil: _, ...unshared } = change
          changes.set(changeId, unshared)
          return true
        }),

      shared: (mark) => Effect.sync(() => Option.fromUndefinedOr(changes.get(sharedChanges.get(mark) as ChangeId)))
    })
  })
)
