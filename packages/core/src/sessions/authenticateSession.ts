/** Who calls with the secret of a session. */
import { DateTime, Effect, Option } from "effect"
import { keyPrincipal } from "../organizations/domain/Principal.ts"
import { OrganizationDisabled, Organizations, Unauthorized } from "../organizations/Organizations.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import { constantTimeEqual } from "../security/constantTimeEqual.ts"
import { Signer } from "../security/Signer.ts"
import { endOf, isOver, isWorthNoting, type Session, sessionPrefixes } from "./domain/Session.ts"
import { tokenMarkOf } from "./openSession.ts"
import { SessionStore } from "./SessionStore.ts"
import type { SessionSigner } from "./whoSigns.ts"

/** A session that calls, and who signed it in as they stand now. */
export interface SessionCaller {
  readonly session: Session
  /** The key, as it stands now; null for the operator. */
  readonly signer: SessionSigner
}

const signerOf = Effect.fnUntraced(function* (
  session: Session
): Effect.fn.Return<SessionSigner, Unauthorized | OrganizationDisabled | StoreUnavailable, Organizations | Signer> {
  const { keyId, organizationId } = session
  if (keyId === null || organizationId === null) {
    if (session.tokenMark === null) return null
    // It stands on a token, which may have been changed since.
    const mark = yield* tokenMarkOf(session.digest)
    const stands = mark !== null && constantTimeEqual(mark, session.tokenMark)
    return stands ? null : yield* new Unauthorized()
  }
  const organizations = yield* Organizations
  const key = (yield* organizations.listKeys(organizationId)).find(({ id }) => id === keyId)
  if (key === undefined || key.revokedAt !== null) return yield* new Unauthorized()
  const organization = yield* Effect.catchTag(organizations.get(organizationId), "OrganizationNotFound", () =>
    Effect.fail(new Unauthorized())
  )
  if (organization.disabled) return yield* new OrganizationDisabled()
  return keyPrincipal(key, organization)
})

/** Who calls with this secret. Fails alike for what is over, was ended, or never was. */
export const authenticateSession = Effect.fnUntraced(function* (secret: string) {
  if (!secret.startsWith(sessionPrefixes.session) || secret.length > 100) return yield* new Unauthorized()
  const store = yield* SessionStore
  const now = yield* DateTime.now
  const found = yield* store.find(yield* (yield* Signer).digest(secret))
  if (Option.isNone(found) || isOver(found.value, now)) return yield* new Unauthorized()
  const session = found.value
  const signer = yield* signerOf(session)
  if (!isWorthNoting(session, now)) return { session, signer } satisfies SessionCaller as SessionCaller
  const expiresAt = endOf(session.createdAt, now)
  yield* store.note(session.digest, now, expiresAt)
  const noted: SessionCaller = { session: { ...session, lastUsedAt: now, expiresAt }, signer }
  return noted
})
