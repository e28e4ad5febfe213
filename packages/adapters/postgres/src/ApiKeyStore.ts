import { ApiKeyStore } from "@kittiwake/core/organizations/ApiKeyStore"
import { ApiKey } from "@kittiwake/core/organizations/domain/ApiKey"
import { Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { organizationJson, toOrganization } from "./organizationRows.ts"
import { readTogether } from "./readTogether.ts"
import { orUnavailable } from "./storeFailure.ts"

const decodeKey = Schema.decodeUnknownSync(Schema.toCodecJson(ApiKey))

const keyColumns = `
  k.id, k.organization_id as "organizationId", k.name, k.digest, k.last4, k.scopes,
  k.created_at as "createdAt", k.revoked_at as "revokedAt"`

/** Stores a key under its id. */
export const putKey = (sql: SqlClient.SqlClient, key: ApiKey) => sql`
  insert into api_keys (id, organization_id, name, digest, last4, scopes, created_at, revoked_at)
  values (${key.id}, ${key.organizationId}, ${key.name}, ${key.digest}, ${key.last4},
    ${key.scopes}::text[], ${key.createdAt}, ${key.revokedAt})
  on conflict (id) do update set organization_id = excluded.organization_id, name = excluded.name,
    digest = excluded.digest, last4 = excluded.last4, scopes = excluded.scopes,
    created_at = excluded.created_at, revoked_at = excluded.revoked_at`

/** `ApiKeyStore` on Postgres. */
export const layer: Layer.Layer<ApiKeyStore, never, SqlClient.SqlClient> = Layer.effect(
  ApiKeyStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const ofKey = sql.literal(keyColumns)

    const find = yield* readTogether((digests) =>
      sql<{ digest: string; organization: unknown }>`
        select ${ofKey}, ${sql.literal(organizationJson)} as organization
        from api_keys k join organizations o on o.id = k.organization_id
        where k.digest = any(${digests}::text[])`.pipe(
        Effect.map((rows) => {
          const found = new Map(
            rows.map((row) => [row.digest, { key: decodeKey(row), organization: toOrganization(row.organization) }])
          )
          return (digest: string) => Option.fromNullishOr(found.get(digest))
        }),
        orUnavailable("ApiKeyStore.find")
      )
    )

    return ApiKeyStore.of({
      put: (key) => putKey(sql, key).pipe(Effect.asVoid, orUnavailable("ApiKeyStore.put")),

      find,

      list: (organizationId) =>
        sql`select ${ofKey} from api_keys k where k.organization_id = ${organizationId} order by k.created_at, k.id`.pipe(
          Effect.map((rows) => rows.map((row) => decodeKey(row))),
          orUnavailable("ApiKeyStore.list")
        ),

      revoke: Effect.fn("ApiKeyStore.revoke")(function* (organizationId, keyId, at) {
        const [row] = yield* sql`
          update api_keys k set revoked_at = coalesce(k.revoked_at, ${at}::timestamptz)
          where k.organization_id = ${organizationId} and k.id = ${keyId}
          returning ${ofKey}`
        return row === undefined ? Option.none() : Option.some(decodeKey(row))
      }, orUnavailable("ApiKeyStore.revoke"))
    })
  })
)
