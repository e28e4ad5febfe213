import { ClientStore } from "@kittiwake/core/grants/ClientStore"
import { Client } from "@kittiwake/core/grants/domain/Client"
import { storableJson } from "@kittiwake/storage/storable"
import { Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { orUnavailable } from "./storeFailure.ts"

const decodeClient = Schema.decodeUnknownSync(Schema.toCodecJson(Client))

/** Whoever puts a client has it alone, so that there are never more than there may be. The number means nothing else. */
const registering = 75_193_639

/** `ClientStore` on Postgres. */
export const layer: Layer.Layer<ClientStore, never, SqlClient.SqlClient> = Layer.effect(
  ClientStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const makeRoom = Effect.fnUntraced(function* (id: string, most: number) {
      const [room] = yield* sql<{ readonly known: boolean; readonly count: number }>`
        select exists (select 1 from oauth_clients where id = ${id}) as known,
          (select count(*)::integer from oauth_clients) as count`
      if (room!.known || room!.count < most) return true
      const dropped = yield* sql`
        delete from oauth_clients where id = (
          select c.id from oauth_clients c
          where not exists (select 1 from oauth_grants g where g.client_id = c.id)
          order by c.put_at, c.id limit 1
        ) returning 1`
      return dropped.length > 0
    })

    return ClientStore.of({
      put: (client, at, most) =>
        sql
          .withTransaction(
            Effect.gen(function* () {
              yield* sql`select pg_advisory_xact_lock(${registering}::bigint)`
              if (!(yield* makeRoom(client.id, most))) return false
              yield* sql`
                insert into oauth_clients (id, client, put_at) values (${client.id}, ${storableJson(client)}::jsonb, ${at})
                on conflict (id) do update set client = excluded.client, put_at = excluded.put_at`
              return true
            })
          )
          .pipe(Effect.withSpan("ClientStore.put"), orUnavailable("ClientStore.put")),

      sweep: (since, limit) =>
        sql`
          delete from oauth_clients where id in (
            select c.id from oauth_clients c
            where c.put_at < ${since}::timestamptz
              and not exists (select 1 from oauth_grants g where g.client_id = c.id)
            order by c.put_at, c.id limit ${limit} for update skip locked
          ) returning 1`.pipe(
          Effect.map((dropped) => dropped.length),
          Effect.withSpan("ClientStore.sweep"),
          orUnavailable("ClientStore.sweep")
        ),

      get: (id) =>
        sql<{ readonly client: unknown }>`select client from oauth_clients where id = ${id}`.pipe(
          Effect.map(([row]) => (row === undefined ? Option.none() : Option.some(decodeClient(row.client)))),
          orUnavailable("ClientStore.get")
        )
    })
  })
)
