/** Changes organizations. */
import { DateTime, Effect, Option } from "effect"
import { BillingLedger } from "../credits/BillingLedger.ts"
import { InvalidInput } from "../InvalidInput.ts"
import type { OrganizationId } from "./domain/Organization.ts"
import { type OrganizationPatch, patchOrganization } from "./domain/OrganizationPatch.ts"
import { OrganizationNotFound } from "./errors.ts"
import { OrganizationStore } from "./OrganizationStore.ts"

/** Tries before an organization that changes all the time is a defect. */
const maxTries = 20

const attempt = Effect.fnUntraced(function* (organizationId: OrganizationId, patch: OrganizationPatch) {
  const store = yield* OrganizationStore
  const found = yield* store.get(organizationId)
  if (Option.isNone(found)) return yield* new OrganizationNotFound()
  const next = yield* Effect.fromResult(patchOrganization(found.value.organization, patch, yield* DateTime.now)).pipe(
    Effect.mapError((problem) => new InvalidInput(problem))
  )
  yield* store.update(found.value, next)
  return next
})

/**
 * Changes an organization, and gives it at once what its settings now give. When this process dies in between, the
 * sweeper does: what was stored has made the organization due.
 */
export const changeOrganization = Effect.fn("changeOrganization")(function* (
  organizationId: OrganizationId,
  patch: OrganizationPatch
) {
  const organization = yield* attempt(organizationId, patch).pipe(
    Effect.retry({ times: maxTries, while: ({ _tag }) => _tag === "OrganizationOutdated" }),
    Effect.catchTag("OrganizationOutdated", Effect.die)
  )
  yield* (yield* BillingLedger).supply(organizationId, { at: yield* DateTime.now, wanted: 0 })
  return organization
})
