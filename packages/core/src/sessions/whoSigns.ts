/** Who has a secret that a person typed: a key, the operator, or nobody. */
import { Effect } from "effect"
import { Administration } from "../administration/Administration.ts"
import type { Principal } from "../organizations/domain/Principal.ts"
import { Organizations, Unauthorized } from "../organizations/Organizations.ts"

/** Who signs in: a key, or null for the operator. */
export type SessionSigner = Principal | null

/** Longest secret that is looked up. */
const secretMaxLength = 512

/** Who has this secret. Fails alike for everything that is no working key and not the operator's token. */
export const whoSigns = Effect.fn("whoSigns")(function* (secret: string) {
  if (secret === "" || secret.length > secretMaxLength) return yield* new Unauthorized()
  const byToken = (yield* Administration).authenticate(secret).pipe(
    Effect.as<SessionSigner>(null),
    Effect.mapError(() => new Unauthorized())
  )
  const byKey: Effect.Effect<
    SessionSigner,
    Effect.Error<ReturnType<Organizations["Service"]["authenticate"]>>
  > = (yield* Organizations).authenticate(secret)
  return yield* Effect.catchTag(byKey, "Unauthorized", () => byToken)
})
