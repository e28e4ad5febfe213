/** Who calls with an access token. */
import { DateTime, Effect, Option } from "effect"
import { SpendingBudget } from "../credits/SpendingBudget.ts"
import { type Principal, signerIdOf } from "../organizations/domain/Principal.ts"
import { OrganizationDisabled, Unauthorized } from "../organizations/Organizations.ts"
import { Signer } from "../security/Signer.ts"
import { dailyBudget } from "./dailyBudgets.ts"
import { type Grant, isTokenOver, tokenPrefixes } from "./domain/Grant.ts"
import { scopesGranted } from "./domain/GrantScope.ts"
import { GrantStore } from "./GrantStore.ts"
import { signerStanding } from "./signerStanding.ts"

/** A grant that calls. */
export interface GrantCaller {
  readonly principal: Principal
  readonly grant: Grant
  /** Until when the token works. */
  readonly expiresAt: DateTime.Utc
}

/** Whether a secret has the form of an access token, and so is no key. */
export const isAccessToken = (secret: string): boolean => secret.startsWith(tokenPrefixes.access)

export const authenticateToken = Effect.fnUntraced(function* (secret: string) {
  const now = yield* DateTime.now
  const found = yield* (yield* GrantStore).find(yield* (yield* Signer).digest(secret))
  if (Option.isNone(found)) return yield* new Unauthorized()
  const { grant, token } = found.value
  if (token.kind !== "access" || isTokenOver(token, now) || grant.revokedAt !== null) return yield* new Unauthorized()
  const { organization, scopes, stands } = yield* signerStanding(grant)
  if (!stands || organization === null) return yield* new Unauthorized()
  if (organization.disabled) return yield* new OrganizationDisabled()
  const principal: Principal = {
    kind: "grant",
    id: grant.id,
    countedFor: signerIdOf(grant),
    scopes: scopesGranted(token.scopes, scopes),
    organization,
    dailyCredits: grant.dailyCredits
  }
  return { principal, grant, expiresAt: token.expiresAt } satisfies GrantCaller as GrantCaller
})

/** Runs work within what the principal may spend today, where it has a budget of its own. */
export const withinDailyCredits = <A, E, R>(
  store: GrantStore["Service"],
  principal: Principal,
  work: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> => {
  const { dailyCredits, id } = principal
  if (dailyCredits === null) return work
  return Effect.flatMap(DateTime.now, (now) =>
    Effect.provideService(work, SpendingBudget, dailyBudget(store, { grantId: id, dailyCredits }, now))
  )
}
