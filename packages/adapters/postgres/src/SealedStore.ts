import { blobKeySecret } from "@kittiwake/core/blobs/blobKeySecret"
import { SealedStore, type SealedValue } from "@kittiwake/core/security/SealedStore"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { orUnavailable } from "./storeFailure.ts"

/** `SealedStore` on Postgres. */
export const layer: Layer.Layer<SealedStore, never, SqlClient.SqlClient> = Layer.effect(
  SealedStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    return SealedStore.of({
      before: Effect.fn("SealedStore.before")(function* (kind, { after, head, limit }) {
        if (kind === "blob key") {
          return yield* sql<SealedValue>`
            select name as id, secret as value from instance_secrets
            where name = ${blobKeySecret} and name > ${after} and left(secret, 12) <> ${head} order by name limit ${limit}`
        }
        if (kind === "inbox token") {
          return yield* sql<SealedValue>`
            select organization_id as id, sealed_token as value from inboxes
            where organization_id > ${after} and left(sealed_token, 12) <> ${head} order by organization_id limit ${limit}`
        }
        // Postgres breaks the lines of its Base64.
        return kind === "webhook secret"
          ? yield* sql<SealedValue>`
            select id, secret as value from subscriptions
            where id > ${after} and left(secret, 12) <> ${head} order by id limit ${limit}`
          : yield* sql<SealedValue>`
            select id, translate(encode(sealed_session, 'base64'), E'\n', '') as value from browser_profiles
            where id > ${after} and substring(sealed_session from 1 for 9) <> decode(${head}, 'base64')
            order by id limit ${limit}`
      }, orUnavailable("SealedStore.before")),

      // In the order of ids, as everybody locks them.
      replace: Effect.fn("SealedStore.replace")(function* (kind, values) {
        if (kind === "blob key") {
          const replaced = yield* Effect.forEach(
            values,
            ({ id, next, value }) =>
              sql`update instance_secrets set secret = ${next} where name = ${id} and secret = ${value} returning 1`
          )
          return replaced.flat().length
        }
        if (kind === "inbox token") {
          const replaced = yield* Effect.forEach(
            values,
            ({ id, next, value }) => sql`
              update inboxes set sealed_token = ${next} where organization_id = ${id} and sealed_token = ${value}
              returning 1`
          )
          return replaced.flat().length
        }
        const given = JSON.stringify(values.map(({ id, next, value }) => ({ id, next, value })))
        const replaced =
          kind === "webhook secret"
            ? yield* sql`
              with given as (
                select x.id, x.value, x.next from json_to_recordset(${given}::json) as x(id text, value text, next text)
                join subscriptions s on s.id = x.id and s.secret = x.value order by s.id for update of s
              )
              update subscriptions s set secret = g.next from given g where s.id = g.id and s.secret = g.value
              returning 1`
            : yield* sql`
              with given as (
                select x.id, decode(x.value, 'base64') as value, decode(x.next, 'base64') as next
                from json_to_recordset(${given}::json) as x(id text, value text, next text)
                join browser_profiles p on p.id = x.id order by p.id for update of p
              )
              update browser_profiles p set sealed_session = g.next from given g
              where p.id = g.id and p.sealed_session = g.value
              returning 1`
        return replaced.length
      }, orUnavailable("SealedStore.replace"))
    })
  })
)
