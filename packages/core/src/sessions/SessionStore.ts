/** Where sessions live, and the links that open one. */
import { Context, type DateTime, type Effect, type Option } from "effect"
import type { ApiKeyId } from "../organizations/domain/ApiKey.ts"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import type { Slice } from "../paging/domain/Page.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import type { Session, SessionId, SessionLink } from "./domain/Session.ts"

/** Whose sessions are meant. */
export interface SessionOwner {
  /** Null for the operator's. */
  readonly organizationId: OrganizationId | null
  /** Of one key alone; null for those of all. */
  readonly keyId: ApiKeyId | null
}

/**
 * Keeps sessions as long as they can be used, and the digests of their secrets.
 *
 * **Contract** (every adapter passes `testing/sessionStoreSuite.ts`)
 *
 * - A session of another owner reads as absent.
 * - Of one key, and of the operator, there are never more than `most`: those used longest ago make room.
 * - A link opens one session, however many try at the same moment, and never after it expired; the session appears together
 *   with its use.
 * - What is noted of a session never goes back, and brings back none that ended.
 * - What a clock that was ahead gave out, or noted a use of, ends as if that had been at the next sweep: nobody is signed out for it, and
 *   nothing works for longer than it may.
 */
export class SessionStore extends Context.Service<
  SessionStore,
  {
    /** Stores a session. */
    readonly open: (session: Session, most: number) => Effect.Effect<void, StoreUnavailable>

    /** Uses up a link at the moment at which the session begins, and stores the session; tells whether it was there to be used. */
    readonly openWithLink: (
      linkDigest: string,
      session: Session,
      most: number
    ) => Effect.Effect<boolean, StoreUnavailable>

    /** The session with this digest, whether or not it is over. */
    readonly find: (digest: string) => Effect.Effect<Option.Option<Session>, StoreUnavailable>

    /** Notes that a session was used, and until when it is good for that. */
    readonly note: (
      digest: string,
      usedAt: DateTime.Utc,
      expiresAt: DateTime.Utc
    ) => Effect.Effect<void, StoreUnavailable>

    /** Removes a session; what it was, or none. */
    readonly end: (owner: SessionOwner, id: SessionId) => Effect.Effect<Option.Option<Session>, StoreUnavailable>

    /** Sessions of an owner that are not over, newest first. */
    readonly list: (
      owner: SessionOwner,
      slice: Slice,
      now: DateTime.Utc
    ) => Effect.Effect<ReadonlyArray<Session>, StoreUnavailable>

    /** Stores a link. Of more than `most` the ones that end first go. */
    readonly putLink: (link: SessionLink, most: number) => Effect.Effect<void, StoreUnavailable>

    /** Drops up to `limit` sessions and as many links that are over, and dates as many anew that a clock which was ahead dated; tells how many. */
    readonly sweep: (now: DateTime.Utc, limit: number) => Effect.Effect<number, StoreUnavailable>
  }
>()("@kittiwake/core/sessions/SessionStore") {}
