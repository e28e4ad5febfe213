import { ApiKey } from "@kittiwake/core/organizations/domain/ApiKey"
import { Organization } from "@kittiwake/core/organizations/domain/Organization"
import { OrganizationStore } from "@kittiwake/core/organizations/OrganizationStore"
import { Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { storableJson } from "./storable.ts"
import { orUnavailable } from "./storeFailure.ts"

const decodeOrganization = Schema.decodeUnknownSync(Schema.toCodecJson(Organization))
const decodeKey = Schema.decodeUnknownSync(Schema.toCodecJson(ApiKey))

const organizationColumns = `
  o.id, o.name, o.plan, o.disabled, o.overrides, o.created_at as "createdAt"`

const keyColumns = `
  k.id, k.organization_id as "organizationId", k.name, k.digest, k.last4, k.scopes,
  k.created_at as "createdAt", k.revoked_at as "revokedAt"`

/** Taken by whoever makes the first organization, so that the others see it made. */
const firstLock = 5_486_311_001

/** `OrganizationStore` on Postgres. */
export const layer: Layer.Layer<OrganizationStore, never, SqlClient.SqlClient> = Layer.effect(
  OrganizationStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [ofOrganization, ofKey] = [sql.literal(organizationColumns), sql.literal(keyColumns)]

    const putOrganization = (organization: Organization) => sql`
      insert into organizations (id, name, plan, disabled, overrides, created_at)
      values (${organization.id}, ${organization.name}, ${organization.plan}, ${organization.disabled},
        ${storableJson(organization.overrides)}::jsonb, ${organization.createdAt})
      on conflict (id) do update set name = excluded.name, plan = excluded.plan, disabled = excluded.disabled,
        overrides = excluded.overrides, created_at = excluded.created_at`

    const putKey = (key: ApiKey) => sql`
      insert into api_keys (id, organization_id, name, digest, last4, scopes, created_at, revoked_at)
      values (${key.id}, ${key.organizationId}, ${key.name}, ${key.digest}, ${key.last4},
        ${key.scopes}::text[], ${key.createdAt}, ${key.revokedAt})
      on conflict (id) do update set organization_id = excluded.organization_id, name = excluded.name,
        digest = excluded.digest, last4 = excluded.last4, scopes = excluded.scopes,
        created_at = excluded.created_at, revoked_at = excluded.revoked_at`

    return OrganizationStore.of({
      createFirst: Effect.fn("OrganizationStore.createFirst")(
        function* ({ organization, key, credits, entryId }) {
          yield* sql`select pg_advisory_xact_lock(${firstLock}::bigint)`
          const present = yield* sql`select 1 from organizations limit 1`
          if (present.length > 0) return false
          yield* putOrganization(organization)
          yield* putKey(key)
          yield* sql`insert into accounts (organization_id, balance, held) values (${organization.id}, ${credits}, 0)`
          yield* sql`
          insert into ledger_entries (id, organization_id, cause_kind, cause_id, credits, at)
          values (${entryId}, ${organization.id}, 'grant', ${organization.id}, ${credits}, ${organization.createdAt})`
          return true
        },
        sql.withTransaction,
        orUnavailable("OrganizationStore.createFirst")
      ),

      put: (organization) => putOrganization(organization).pipe(Effect.asVoid, orUnavailable("OrganizationStore.put")),

      list: sql`select ${ofOrganization} from organizations o order by o.created_at, o.id`.pipe(
        Effect.map((rows) => rows.map((row) => decodeOrganization(row))),
        orUnavailable("OrganizationStore.list")
      ),

      putKey: (key) => putKey(key).pipe(Effect.asVoid, orUnavailable("OrganizationStore.putKey")),

      findKey: Effect.fn("OrganizationStore.findKey")(function* (digest) {
        const [row] = yield* sql<{ organization: unknown }>`
          select ${ofKey}, json_build_object('id', o.id, 'name', o.name, 'plan', o.plan, 'disabled', o.disabled,
            'overrides', o.overrides, 'createdAt', o.created_at) as organization
          from api_keys k join organizations o on o.id = k.organization_id
          where k.digest = ${digest}`
        if (row === undefined) return Option.none()
        return Option.some({ key: decodeKey(row), organization: decodeOrganization(row.organization) })
      }, orUnavailable("OrganizationStore.findKey")),

      listKeys: (organizationId) =>
        sql`select ${ofKey} from api_keys k where k.organization_id = ${organizationId} order by k.created_at, k.id`.pipe(
          Effect.map((rows) => rows.map((row) => decodeKey(row))),
          orUnavailable("OrganizationStore.listKeys")
        ),

      revokeKey: Effect.fn("OrganizationStore.revokeKey")(function* (organizationId, keyId, at) {
        const [row] = yield* sql`
          update api_keys k set revoked_at = coalesce(k.revoked_at, ${at}::timestamptz)
          where k.organization_id = ${organizationId} and k.id = ${keyId}
          returning ${ofKey}`
        return row === undefined ? Option.none() : Option.some(decodeKey(row))
      }, orUnavailable("OrganizationStore.revokeKey"))
    })
  })
)
