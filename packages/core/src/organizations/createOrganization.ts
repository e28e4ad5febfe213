/** Makes organizations. */
import { DateTime, Effect } from "effect"
import { InvalidInput } from "../InvalidInput.ts"
import { Ids } from "../security/Ids.ts"
import { newOrganization, OrganizationId } from "./domain/Organization.ts"
import { type OrganizationPatch, patchOrganization } from "./domain/OrganizationPatch.ts"
import type { Plan } from "./domain/Plan.ts"
import { OrganizationExists } from "./errors.ts"
import { OrganizationStore } from "./OrganizationStore.ts"

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
  const isCreated = yield* (yield* OrganizationStore).create(organization)
  return isCreated ? organization : yield* new OrganizationExists()
})
