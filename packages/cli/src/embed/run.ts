/** How the promise methods run their effects. */
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { Organizations } from "@kittiwake/core/organizations/Organizations"
import { Effect } from "effect"
import type { MethodError } from "./methodErrors.ts"

/** What every method takes that may take long. */
export interface CallOptions {
  /** Stops the call; the promise then rejects with the signal's reason, and nothing is charged. */
  readonly signal?: AbortSignal
}

/** Runs an effect that needs `R`; the promise rejects with a `KittiwakeError`. */
export type Run<R> = <A, E extends MethodError>(effect: Effect.Effect<A, E, R>, options?: CallOptions) => Promise<A>

/** The organization as it is now: its plan may have changed since the instance opened, by this process or another. */
export const currentOrganization = (organizationId: OrganizationId) =>
  Organizations.use((organizations) => organizations.get(organizationId)).pipe(
    // Nothing removes an organization.
    Effect.catchTag("OrganizationNotFound", Effect.die)
  )
