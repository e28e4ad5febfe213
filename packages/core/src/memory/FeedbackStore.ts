import { Effect, Layer } from "effect"
import { FeedbackStore } from "../feedback/FeedbackStore.ts"
import { comparePositions } from "../paging/domain/Page.ts"
import { Database } from "./Database.ts"
import { pageOf } from "./sliceOf.ts"

/** `FeedbackStore` in memory. */
export const layer: Layer.Layer<FeedbackStore, never, Database> = Layer.effect(
  FeedbackStore,
  Effect.map(Database, ({ feedback }) =>
    FeedbackStore.of({
      put: (note, most) =>
        Effect.sync(() => {
          const position = ({ id, saidAt }: typeof note) => ({ at: saidAt, id })
          const notes = [...(feedback.get(note.organizationId) ?? []), note]
          const newest = notes.toSorted((one, other) => comparePositions(position(one), position(other)))
          feedback.set(note.organizationId, newest.slice(0, most))
        }),

      list: (organizationId, slice) =>
        Effect.sync(() =>
          pageOf(feedback.get(organizationId) ?? [], slice, {
            shown: () => true,
            position: ({ id, saidAt }) => ({ at: saidAt, id }),
            told: (note) => note
          })
        )
    })
  )
)
