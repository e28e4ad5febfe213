import type { Organization } from "@kittiwake/core/organizations/domain/Organization"
import { OrganizationOutdated, OrganizationStore } from "@kittiwake/core/organizations/OrganizationStore"
import { Effect, Layer, Option } from "effect"
import { keyRow } from "./keyRows.ts"
import { millisOf } from "./moments.ts"
import { findOrganization, organizationColumns, organizationRow, toOrganization } from "./organizationRows.ts"
import { Sqlite } from "./Sqlite.ts"
import { termsOf } from "./supply.ts"
import type { OrganizationRow } from "./writes/organizations.ts"

const newestFirst = "order by o.created_at desc, o.id desc limit ?"
const list = `select ${organizationColumns} from organizations o ${newestFirst}`
const listAfter = `select ${organizationColumns} from organizations o where (o.created_at, o.id) < (?, ?) ${newestFirst}`

/** `OrganizationStore` on SQLite. */
export const layer: Layer.Layer<OrganizationStore, never, Sqlite> = Layer.effect(
  OrganizationStore,
  Effect.gen(function* () {
    const { read, write } = yield* Sqlite

    const begun = (organization: Organization) => ({
      organization: organizationRow(organization),
      terms: termsOf(organization, null, { at: organization.createdAt, wanted: 0 })
    })

    return OrganizationStore.of({
      createFirst: ({ key, organization }) =>
        write("OrganizationStore.createFirst", { ...begun(organization), key: keyRow(key) }),

      create: (organization) => write("OrganizationStore.create", begun(organization)),

      put: (organization) => write("OrganizationStore.put", organizationRow(organization)),

      update: ({ organization, revision }, next) =>
        write("OrganizationStore.update", {
          organizationId: organization.id,
          revision,
          next: organizationRow(next)
        }).pipe(Effect.flatMap((isUpdated) => (isUpdated ? Effect.void : new OrganizationOutdated()))),

      get: (organizationId) =>
        read("OrganizationStore.get", (db) => Option.fromUndefinedOr(findOrganization(db, organizationId))),

      list: ({ after, limit }) =>
        read("OrganizationStore.list", (db) => {
          const rows =
            after === null
              ? db.all<OrganizationRow>(list, limit)
              : db.all<OrganizationRow>(listAfter, millisOf(after.at), after.id, limit)
          return rows.map(toOrganization)
        })
    })
  })
)
