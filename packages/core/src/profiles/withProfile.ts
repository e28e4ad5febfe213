/** Lends the session of a browser profile to one rendering, and keeps what became of it. */
import { Clock, DateTime, Duration, Effect, Exit, Option, Schema } from "effect"
import type { SealedKind } from "../security/SealedStore.ts"
import { Sealer } from "../security/Sealer.ts"
import { type Deadline, leftOf } from "../web/domain/Deadline.ts"
import type { ProfileRef } from "./domain/BrowserProfile.ts"
import { BrowserSession, holdsFor } from "./domain/BrowserSession.ts"
import { ProfileBusy, ProfileNotFound, ProfileUnusable } from "./errors.ts"
import { ProfileStore } from "./ProfileStore.ts"

/** What lending a session stands on. */
export type WithProfilePorts = ProfileStore | Sealer

/** What sessions are sealed for. */
export const sealingPurpose = "browser profile" satisfies SealedKind

/** So long after the deadline the profile is free again, whoever took it. */
const leaseAfterDeadline = Duration.minutes(1)

const SessionJson = Schema.fromJsonString(BrowserSession)
const decodeSession = Schema.decodeOption(SessionJson)
const encodeSession = Schema.encodeEffect(SessionJson)

/** A session as it is kept. */
export const sealSession = Effect.fnUntraced(function* (session: BrowserSession) {
  const json = yield* Effect.orDie(encodeSession(session))
  return yield* (yield* Sealer).seal(sealingPurpose, new TextEncoder().encode(json))
})

const unreadable = new ProfileUnusable({
  reason: "invalid_session",
  message: "The stored session cannot be read, because the sealing key of this installation changed. Store it again."
})

const openSession = Effect.fnUntraced(function* (sealed: Uint8Array | null) {
  if (sealed === null) {
    return yield* new ProfileUnusable({
      reason: "missing_credentials",
      message: "The profile has no session. Renew it with one."
    })
  }
  const json = yield* (yield* Sealer).open(sealingPurpose, sealed)
  const session = Option.flatMap(json, (bytes) => decodeSession(new TextDecoder().decode(bytes)))
  return Option.isNone(session) ? yield* unreadable : session.value
})

const checkSession = (session: BrowserSession, url: string, nowMillis: number) => {
  switch (holdsFor(session, new URL(url), nowMillis)) {
    case "valid":
      return Effect.void
    case "expired":
      return Effect.fail(
        new ProfileUnusable({
          reason: "session_expired",
          message: "Every cookie of the session for this site has expired. Renew the profile with a new one."
        })
      )
    case "nothing":
      return Effect.fail(
        new ProfileUnusable({ reason: "origin_blocked", message: "The session holds nothing for this site." })
      )
  }
}

/** Renders with the profile's session. Nobody else uses the profile meanwhile. */
export const withProfile = <A extends { readonly session: BrowserSession | null }, E, R>(
  { id, organizationId }: ProfileRef,
  url: string,
  deadline: Deadline,
  render: (session: BrowserSession) => Effect.Effect<A, E, R>
) =>
  Effect.gen(function* () {
    const profiles = yield* ProfileStore
    const nowMillis = yield* Clock.currentTimeMillis
    const lease = Duration.sum(Duration.millis(leftOf(deadline, nowMillis)), leaseAfterDeadline)
    const take = Effect.gen(function* () {
      const found = yield* profiles.take(organizationId, id, { now: DateTime.makeUnsafe(nowMillis), lease })
      if (Option.isNone(found)) return yield* new ProfileNotFound()
      return found.value === "busy" ? yield* new ProfileBusy() : found.value
    })
    return yield* Effect.acquireUseRelease(
      take,
      ({ sealedSession }) =>
        Effect.gen(function* () {
          const session = yield* openSession(sealedSession)
          yield* checkSession(session, url, nowMillis)
          return yield* render(session)
        }),
      ({ token }, exit) =>
        Effect.gen(function* () {
          const became = Exit.isSuccess(exit) ? exit.value.session : null
          const sealed = became === null ? null : yield* sealSession(became)
          const now = yield* DateTime.now
          yield* profiles.giveBack(organizationId, id, { token, sealedSession: sealed, now })
        })
    )
  })
