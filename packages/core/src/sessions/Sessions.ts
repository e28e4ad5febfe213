/** All a caller may do with sessions. */
import { Context, DateTime, Effect, Layer, Option, type Redacted } from "effect"
import type { Administration } from "../administration/Administration.ts"
import { OperatorToken } from "../administration/OperatorToken.ts"
import { bind } from "../bind.ts"
import { OrganizationId } from "../organizations/domain/Organization.ts"
import { operatorPrincipal, type Principal } from "../organizations/domain/Principal.ts"
import {
  type OrganizationDisabled,
  type OrganizationNotFound,
  Organizations,
  type Unauthorized
} from "../organizations/Organizations.ts"
import { Cursors, type InvalidCursor } from "../paging/Cursors.ts"
import { type Page, type PageRequest, type Slice, wholePart } from "../paging/domain/Page.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import type { Ids } from "../security/Ids.ts"
import type { Signer } from "../security/Signer.ts"
import { authenticateSession, type SessionCaller } from "./authenticateSession.ts"
import type { Session, SessionId } from "./domain/Session.ts"
import { type LinkUnusable, SessionNotFound } from "./errors.ts"
import { enter, newLink, type OpenedSession, type SignsInFrom, signIn } from "./openSession.ts"
import { type SessionOwner, SessionStore } from "./SessionStore.ts"
import { type SessionSigner, whoSigns } from "./whoSigns.ts"

export type { SessionCaller } from "./authenticateSession.ts"
export { LinkUnusable, SessionNotFound } from "./errors.ts"
export type { OpenedSession, SignsInFrom } from "./openSession.ts"
export type { SessionOwner } from "./SessionStore.ts"
export type { SessionSigner } from "./whoSigns.ts"

/** Whose cursors those of the operator's sessions are. */
const operator = OrganizationId.make("operator")

/** The operator, acting for an organization. One that is disabled is looked at all the same. */
const actFor = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  return operatorPrincipal(yield* (yield* Organizations).get(organizationId))
})

const list = Effect.fn("Sessions.list")(function* (owner: SessionOwner, slice: Slice) {
  return yield* (yield* SessionStore).list(owner, slice, yield* DateTime.now)
})

const page = Effect.fn("Sessions.page")(function* (owner: SessionOwner, request: PageRequest) {
  return yield* (yield* Cursors).page({
    scope: { organizationId: owner.organizationId ?? operator, list: "sessions", filter: { keyId: owner.keyId } },
    ...request,
    read: (slice) => Effect.map(list(owner, slice), wholePart),
    position: ({ createdAt, id }) => ({ at: createdAt, id })
  })
})

const end = Effect.fn("Sessions.end")(function* (owner: SessionOwner, id: SessionId) {
  const ended = yield* (yield* SessionStore).end(owner, id)
  return Option.isSome(ended) ? ended.value : yield* new SessionNotFound()
})

const sweep = Effect.fn("Sessions.sweep")(function* (limit: number) {
  return yield* (yield* SessionStore).sweep(yield* DateTime.now, limit)
})

type SignedIn<E = never> = Effect.Effect<OpenedSession, E | Unauthorized | OrganizationDisabled | StoreUnavailable>

export class Sessions extends Context.Service<
  Sessions,
  {
    /** Who has the key, or the operator's token. */
    readonly whoSigns: (
      secret: string
    ) => Effect.Effect<SessionSigner, Unauthorized | OrganizationDisabled | StoreUnavailable>
    /** Opens a session for who has the key, or the operator's token. */
    readonly signIn: (secret: string, from: SignsInFrom) => SignedIn
    /** Opens a session of the operator for who has a link, once. */
    readonly enter: (link: string, from: SignsInFrom) => Effect.Effect<OpenedSession, LinkUnusable | StoreUnavailable>
    /** A new link for the operator, and until when it works. */
    readonly newLink: Effect.Effect<
      { readonly secret: Redacted.Redacted; readonly expiresAt: DateTime.Utc },
      StoreUnavailable
    >
    /** Who calls with the secret of a session. */
    readonly authenticate: (
      secret: string
    ) => Effect.Effect<SessionCaller, Unauthorized | OrganizationDisabled | StoreUnavailable>
    /** The operator, acting for an organization. */
    readonly actFor: (
      organizationId: OrganizationId
    ) => Effect.Effect<Principal, OrganizationNotFound | StoreUnavailable>
    /** Sessions that can be used, newest first. */
    readonly list: (owner: SessionOwner, slice: Slice) => Effect.Effect<ReadonlyArray<Session>, StoreUnavailable>
    /** A page of them. */
    readonly page: (
      owner: SessionOwner,
      request: PageRequest
    ) => Effect.Effect<Page<Session>, InvalidCursor | StoreUnavailable>
    /** Ends a session; what it was. */
    readonly end: (owner: SessionOwner, id: SessionId) => Effect.Effect<Session, SessionNotFound | StoreUnavailable>
    /** Drops up to `limit` of what is over, of each kind; tells how many. */
    readonly sweep: (limit: number) => Effect.Effect<number, StoreUnavailable>
  }
>()("@kittiwake/core/sessions/Sessions") {
  static readonly layer = Layer.effect(
    Sessions,
    Effect.gen(function* () {
      const context = Context.add(
        yield* Effect.context<Administration | Cursors | Ids | Organizations | SessionStore | Signer>(),
        OperatorToken,
        yield* OperatorToken
      )
      const bound = bind(context)
      return Sessions.of({
        whoSigns: bound(whoSigns),
        signIn: bound(signIn),
        enter: bound(enter),
        newLink: Effect.provideContext(newLink, context),
        authenticate: bound(authenticateSession),
        actFor: bound(actFor),
        list: bound(list),
        page: bound(page),
        end: bound(end),
        sweep: bound(sweep)
      })
    })
  )
}
