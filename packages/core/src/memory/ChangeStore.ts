import { Effect, Layer, Option, Struct } from "effect"
import { type ChangeFilter, ChangeStore } from "../monitors/ChangeStore.ts"
import { Change, ChangeSummary } from "../monitors/domain/Change.ts"
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

const details = Struct.keys(Struct.omit(Change.fields, Struct.keys(ChangeSummary.fields)))

const summaryOf: (change: TriagedChange) => TriagedSummary = Struct.omit(details)

/** `ChangeStore` in memory. */
export const layer: Layer.Layer<ChangeStore, never, Database> = Layer.effect(
  ChangeStore,
  Effect.gen(function* () {
    const tables = yield* Database
    const { changes } = tables

    const found = (organizationId: OrganizationId, filter: ChangeFilter, slice: Slice) =>
      sliceOf(changes.values(), slice, {
        shown: (change) => change.organizationId === organizationId && isShown(tables, change, filter),
        position: (change) => ({ at: change.detectedAt, id: change.id })
      })

    return ChangeStore.of({
      get: (organizationId, changeId) =>
        Effect.sync(() => {
          const change = changes.get(changeId)
          return change?.organizationId === organizationId ? Option.some(change) : Option.none()
        }),

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
        })
    })
  })
)
