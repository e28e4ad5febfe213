import { Effect, Layer, Option } from "effect"
import type { Organization } from "../organizations/domain/Organization.ts"
import { OrganizationOutdated, OrganizationStore } from "../organizations/OrganizationStore.ts"
import { storeKey } from "./ApiKeyStore.ts"
import { Database } from "./Database.ts"
import { lookAgain, supplyNow } from "./ledger.ts"
import { sliceOf } from "./sliceOf.ts"

/** `OrganizationStore` in memory. */
export const layer: Layer.Layer<OrganizationStore, never, Database> = Layer.effect(
  OrganizationStore,
  Effect.gen(function* () {
    const tables = yield* Database
    const { organizations } = tables

    const write = (organization: Organization) => {
      const revision = (organizations.get(organization.id)?.revision ?? 0) + 1
      organizations.set(organization.id, { organization, revision })
      lookAgain(tables, organization.id)
    }

    const create = (organization: Organization) => {
      if (organizations.has(organization.id)) return false
      write(organization)
      supplyNow(tables, organization.id, { at: organization.createdAt, wanted: 0 })
      return true
    }

    return OrganizationStore.of({
      createFirst: ({ organization, key }) =>
        Effect.sync(() => {
          if (organizations.size > 0) return false
          storeKey(tables, key)
          return create(organization)
        }),

      create: (organization) => Effect.sync(() => create(organization)),

      put: (organization) => Effect.sync(() => write(organization)),

      update: (stored, next) =>
        Effect.suspend(() => {
          const current = organizations.get(stored.organization.id)
          if (current?.revision !== stored.revision) return Effect.fail(new OrganizationOutdated())
          write(next)
          return Effect.void
        }),

      get: (organizationId) => Effect.sync(() => Option.fromUndefinedOr(organizations.get(organizationId))),

      list: (slice) =>
        Effect.sync(() =>
          sliceOf(
            Array.from(organizations.values(), ({ organization }) => organization),
            slice,
            { shown: () => true, position: ({ createdAt, id }) => ({ at: createdAt, id }) }
          )
        )
    })
  })
)
