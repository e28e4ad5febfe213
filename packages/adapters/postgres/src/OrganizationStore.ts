import type { Organization } from "@kittiwake/core/organizations/domain/Organization"
import {
  OrganizationOutdated,
  OrganizationStore,
  type StoredOrganization
} from "@kittiwake/core/organizations/OrganizationStore"
import { Effect, Layer, Option } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { putKey } from "./ApiKeyStore.ts"
import {
  organizationColumns,
  organizationValues,
  organizationWriteColumns,
  toOrganization,
  toStoredOrganization
} from "./organizationRows.ts"
import { newestFirst } from "./slices.ts"
import { orUnavailable } from "./storeFailure.ts"
import { supplyOne } from "./supply.ts"

/** Taken by whoever makes the first organization, so that the others see it made. */
const firstLock = 5_486_311_001

/** `OrganizationStore` on Postgres. */
export const layer: Layer.Layer<OrganizationStore, never, SqlClient.SqlClient> = Layer.effect(
  OrganizationStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [read, written] = [sql.literal(organizationColumns), sql.literal(organizationWriteColumns)]

    /** Writes an organization, and makes its credits due for a look. */
    const write = (statement: Statement.Fragment) => sql`
      with stored as (${statement} returning id, created_at, billing),
      due as (
        insert into accounts (organization_id, balance, held, due_at)
        select id, 0, 0, case when billing is null then null else created_at end from stored
        on conflict (organization_id) do update set due_at = excluded.due_at
      )
      select id from stored`

    const insert = (organization: Organization) =>
      sql`insert into organizations (${written}) values (${organizationValues(sql, organization)})`

    const create = Effect.fnUntraced(function* (organization: Organization) {
      const created = yield* write(sql`${insert(organization)} on conflict (id) do nothing`)
      if (created.length === 0) return false
      yield* supplyOne(sql, organization.id, { at: organization.createdAt, wanted: 0 })
      return true
    })

    return OrganizationStore.of({
      createFirst: Effect.fn("OrganizationStore.createFirst")(
        function* ({ organization, key }) {
          yield* sql`select pg_advisory_xact_lock(${firstLock}::bigint)`
          const present = yield* sql`select 1 from organizations limit 1`
          if (present.length > 0) return false
          yield* create(organization)
          yield* putKey(sql, key)
          return true
        },
        sql.withTransaction,
        orUnavailable("OrganizationStore.createFirst")
      ),

      create: (organization) =>
        create(organization).pipe(sql.withTransaction, orUnavailable("OrganizationStore.create")),

      put: (organization) =>
        write(sql`${insert(organization)}
          on conflict (id) do update set (${written}) = (${organizationValues(sql, organization)}),
            revision = organizations.revision + 1`).pipe(Effect.asVoid, orUnavailable("OrganizationStore.put")),

      update: Effect.fn("OrganizationStore.update")(function* (stored: StoredOrganization, next: Organization) {
        const updated = yield* write(sql`
          update organizations set (${written}) = (${organizationValues(sql, next)}), revision = revision + 1
          where id = ${stored.organization.id} and revision = ${stored.revision}`)
        if (updated.length === 0) return yield* new OrganizationOutdated()
      }, orUnavailable("OrganizationStore.update")),

      get: (organizationId) =>
        sql<{ revision: number }>`
          select ${read}, o.revision from organizations o where o.id = ${organizationId}`.pipe(
          Effect.map(([row]) => (row === undefined ? Option.none() : Option.some(toStoredOrganization(row)))),
          orUnavailable("OrganizationStore.get")
        ),

      list: (slice) =>
        sql`select ${read} from organizations o ${newestFirst(sql, "o.created_at", "o.id", slice, [sql`true`])}`.pipe(
          Effect.map((rows) => rows.map(toOrganization)),
          orUnavailable("OrganizationStore.list")
        )
    })
  })
)
