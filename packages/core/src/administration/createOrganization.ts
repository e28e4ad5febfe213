/** Makes organizations. */
import { DateTime, Effect } from "effect"
import { InvalidInput } from "../InvalidInput.ts"
import { newOrganization, OrganizationId } from "../organizations/domain/Organization.ts"
import type { Plan } from "../organizations/domain/Plan.ts"
import { Organizations } from "../organizations/Organizations.ts"
import { Ids } from "../security/Ids.ts"
import { type OrganizationPatch, patchOrganization } from "./domain/OrganizationPatch.ts"
import { OrganizationExists } from "./errors.ts"

/** An organization that is wanted. Its months begin with it, unless the settings say otherwise. */
export interface OrganizationRequest {
  /** Its id, so that asking again makes no second one; a new one unless given. */
  readonly id: string | null
  readonly name: string
  readonly plan: Plan
  readonly settings: Omit<OrganizationPatch, "name" | "plan">
}

/** Makes an organization with the credits of its first month. */
export const createOrganization = Effect.fn("createOrganization")(function* (request: OrganizationRequest) {
  const { id, name, plan, settings } = request
  const createdAt = yield* DateTime.now
  const plain = newOrganization({
    id: OrganizationId.make(id ?? (yield* (yield* Ids).next("org"))),
    name,
    plan,
    createdAt
  })
  const organization = yield* Effect.fromResult(patchOrganization(plain, settings, createdAt)).pipe(
    Effect.mapError((problem) => new InvalidInput(problem))
  )
  const isCreated = yield* (yield* Organizations).create(organization)
  if (!isCreated) return yield* new OrganizationExists()
  yield* Effect.logInfo("organization.created").pipe(Effect.annotateLogs({ organizationId: organization.id, plan }))
  return organization
})
