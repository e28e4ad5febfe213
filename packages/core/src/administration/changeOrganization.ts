/** Changes organizations. */
import { Effect } from "effect"
import { Credits } from "../credits/Credits.ts"
import { InvalidInput } from "../InvalidInput.ts"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { Organizations } from "../organizations/Organizations.ts"
import { type OrganizationPatch, patchOrganization } from "./domain/OrganizationPatch.ts"

/**
 * Changes an organization, and gives it at once what its settings now give. When this process dies in between, the
 * sweeper does: what was stored has made the organization due.
 */
export const changeOrganization = Effect.fn("changeOrganization")(function* (
  organizationId: OrganizationId,
  patch: OrganizationPatch
) {
  const organization = yield* (yield* Organizations).change(organizationId, (current, at) =>
    Effect.mapError(Effect.fromResult(patchOrganization(current, patch, at)), (problem) => new InvalidInput(problem))
  )
  yield* (yield* Credits).supply(organizationId)
  yield* Effect.logInfo("organization.changed").pipe(
    Effect.annotateLogs({ organizationId, changed: Object.keys(patch).join(" "), plan: organization.plan })
  )
  return organization
})
