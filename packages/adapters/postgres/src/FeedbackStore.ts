import { FeedbackNote } from "@kittiwake/core/feedback/domain/FeedbackNote"
import { FeedbackStore } from "@kittiwake/core/feedback/FeedbackStore"
import { storableJson } from "@kittiwake/storage/storable"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { type Looked, look } from "./looks.ts"
import { orUnavailable } from "./storeFailure.ts"

const decode = Schema.decodeUnknownSync(Schema.toCodecJson(FeedbackNote))

interface FeedbackRow {
  readonly organizationId: string
  readonly saidAt: unknown
  readonly id: string
  readonly said: object
}

const toNote = ({ id, organizationId, said, saidAt }: FeedbackRow): FeedbackNote =>
  decode({ ...said, id, organizationId, saidAt })

const listed: Looked = {
  table: "feedback",
  alias: "f",
  at: "said_at",
  id: "id",
  columns: `f.organization_id as "organizationId", f.said_at as "saidAt", f.id, f.said`,
  large: "said"
}

/** `FeedbackStore` on Postgres. */
export const layer: Layer.Layer<FeedbackStore, never, SqlClient.SqlClient> = Layer.effect(
  FeedbackStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return FeedbackStore.of({
      put: Effect.fn("FeedbackStore.put")(
        ({ id, organizationId, saidAt, ...said }, most) =>
          sql
            .withTransaction(
              Effect.andThen(
                sql`insert into feedback (organization_id, said_at, id, said)
                values (${organizationId}, ${saidAt}, ${id}, ${storableJson(said)}::jsonb)`,
                // Whoever speaks at the same time takes away the same ones; who is locked out of them leaves them to the other.
                sql`delete from feedback where (organization_id, said_at, id) in (
                select organization_id, said_at, id from feedback where organization_id = ${organizationId}
                order by said_at desc, id desc offset ${most} for update skip locked)`
              )
            )
            .pipe(Effect.asVoid),
        orUnavailable("FeedbackStore.put")
      ),

      list: Effect.fn("FeedbackStore.list")(
        (organizationId, slice) =>
          Effect.map(
            look(sql, listed, { owned: [sql`organization_id = ${organizationId}`], conditions: [], slice }),
            ({ endedAt, rows }) => ({ endedAt, rows: rows.map((row) => toNote(row as FeedbackRow)) })
          ),
        orUnavailable("FeedbackStore.list")
      )
    })
  })
)
