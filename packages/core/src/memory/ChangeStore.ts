import { Effect, Layer, Option, Struct } from "effect"
import { type ChangeFilter, ChangeStore } from "../monitors/ChangeStore.ts"
import { Change, ChangeSummary } from "../monitors/domain/Change.ts"
import { wholePart } from "../paging/domain/Page.ts"
import { Database } from "./Database.ts"
import { sliceOf } from "./sliceOf.ts"

const isShown = (change: Change, filter: ChangeFilter) =>
  (filter.monitorId === undefined || change.monitorId === filter.monitorId) &&
  (filter.tag === undefined || change.tags.includes(filter.tag)) &&
  (filter.since === undefined || change.detectedAt.epochMilliseconds >= filter.since.epochMilliseconds) &&
  (filter.until === undefined || change.detectedAt.epochMilliseconds < filter.until.epochMilliseconds) &&
  (filter.targetType === undefined || change.targetType === filter.targetType) &&
  (filter.changeDetectionType === undefined || change.changeDetectionType === filter.changeDetectionType)

const details = Struct.keys(Struct.omit(Change.fields, Struct.keys(ChangeSummary.fields)))

const summaryOf: (change: Change) => ChangeSummary = Struct.omit(details)

/** `ChangeStore` in memory. */
export const layer: Layer.Layer<ChangeStore, never, Database> = Layer.effect(
  ChangeStore,
  Effect.gen(function* () {
    const { changes } = yield* Database
    return ChangeStore.of({
      get: (organizationId, changeId) =>
        Effect.sync(() => {
          const change = changes.get(changeId)
          return change?.organizationId === organizationId ? Option.some(change) : Option.none()
        }),

      list: (organizationId, filter, slice) =>
        Effect.sync(() =>
          wholePart(
            sliceOf(changes.values(), slice, {
              shown: (change) => change.organizationId === organizationId && isShown(change, filter),
              position: (change) => ({ at: change.detectedAt, id: change.id })
            }).map(summaryOf)
          )
        )
    })
  })
)
