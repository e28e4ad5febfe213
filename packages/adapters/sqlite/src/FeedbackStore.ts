import type { FeedbackNote } from "@kittiwake/core/feedback/domain/FeedbackNote"
import { FeedbackStore } from "@kittiwake/core/feedback/FeedbackStore"
import { storableJson } from "@kittiwake/storage/storable"
import { Effect, Layer } from "effect"
import { millisOf, momentOf } from "./moments.ts"
import { newestFirst, sliceRow, sliceValues } from "./newestFirst.ts"
import { type LargeRow, pagePart } from "./pagePart.ts"
import { Sqlite } from "./Sqlite.ts"
import type { FeedbackRow } from "./writes/feedback.ts"

const list = `select organization_id as organizationId, said_at as saidAt, id, said from feedback
  ${newestFirst("said_at", "id", ["organization_id = ?"])}`

/** What a row says. What it holds was checked when it was written. */
const toNote = ({ said, saidAt, ...row }: FeedbackRow): FeedbackNote => ({
  ...JSON.parse(said),
  ...row,
  saidAt: momentOf(saidAt)
})

const listed: LargeRow<FeedbackRow, FeedbackNote> = {
  make: toNote,
  bytesOf: ({ said }) => said.length,
  positionOf: ({ id, saidAt }) => ({ at: momentOf(saidAt), id })
}

/** `FeedbackStore` on SQLite. */
export const layer: Layer.Layer<FeedbackStore, never, Sqlite> = Layer.effect(
  FeedbackStore,
  Effect.map(Sqlite, ({ read, write }) =>
    FeedbackStore.of({
      put: ({ id, organizationId, saidAt, ...said }, most) =>
        Effect.asVoid(
          write("FeedbackStore.put", {
            row: { organizationId, saidAt: millisOf(saidAt), id, said: storableJson(said) },
            most
          })
        ),

      list: (organizationId, slice) =>
        read("FeedbackStore.list", (db) =>
          pagePart(db.iterate<FeedbackRow>(list, organizationId, ...sliceValues(sliceRow(slice))), listed)
        )
    })
  )
)
