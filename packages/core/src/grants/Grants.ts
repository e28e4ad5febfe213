/** All a caller may do with grants. */
import { Context, DateTime, Effect, Layer, Option } from "effect"
import { bind } from "../bind.ts"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import type { Principal } from "../organizations/domain/Principal.ts"
import type { OrganizationDisabled, Organizations, Unauthorized } from "../organizations/Organizations.ts"
import { WorksFor } from "../organizations/WorksFor.ts"
import { Cursors, type InvalidCursor } from "../paging/Cursors.ts"
import { type Page, type PageRequest, type Slice, wholePart } from "../paging/domain/Page.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import { constantTimeEqual } from "../security/constantTimeEqual.ts"
import { Ids } from "../security/Ids.ts"
import { Signer } from "../security/Signer.ts"
import { authenticateToken, type GrantCaller, withinDailyCredits } from "./authenticateToken.ts"
import { ClientDocuments } from "./ClientDocuments.ts"
import { ClientStore } from "./ClientStore.ts"
import { type Asker, type Client, clientLimits, isDocumentAddress } from "./domain/Client.ts"
import { type Grant, GrantId, lifetimes } from "./domain/Grant.ts"
import { ClientRefused, type GrantLimitReached, GrantNotFound } from "./errors.ts"
import { GrantStore } from "./GrantStore.ts"
import { type GivenTokens, redeemToken, type TokenRequest } from "./redeemToken.ts"
import {
  knownClient,
  type RegisteredClient,
  type Registration,
  registerClient,
  unusedClientsKept
} from "./registerClient.ts"
import { type Consent, signGrant } from "./signGrant.ts"

export { type GrantCaller, isAccessToken } from "./authenticateToken.ts"
export { ClientRefused, GrantLimitReached, GrantNotFound } from "./errors.ts"
export type { GivenTokens, TokenRequest } from "./redeemToken.ts"
export type { RegisteredClient, Registration } from "./registerClient.ts"
export type { Consent } from "./signGrant.ts"

const unknownClient = new ClientRefused({
  reason: "invalid_client",
  message: "This client is unknown here. It should register anew."
})

/** The client that registered with this id. */
const registeredClient = Effect.fnUntraced(function* (id: string) {
  if (id === "" || id.length > clientLimits.idLength || id.includes(":")) return yield* unknownClient
  const found = yield* (yield* ClientStore).get(id)
  return Option.isSome(found) ? found.value : yield* unknownClient
})

const client = Effect.fn("Grants.client")(function* (id: string, asker: Asker) {
  return isDocumentAddress(id) ? yield* (yield* ClientDocuments).find(id, asker) : yield* registeredClient(id)
})

const asksElsewhere = Effect.fn("Grants.asksElsewhere")(function* (id: string) {
  return isDocumentAddress(id) && !(yield* (yield* ClientDocuments).remembers(id))
})

/**
 * The client, once it has proved that it is, where it has a secret to prove it with.
 *
 * **Details.** One that is known by a document has none, and whatever it holds is bound to its id: its document is not asked
 * for here, so nobody makes us call a server for each made-up token.
 */
const provedClient = Effect.fn("Grants.provedClient")(function* (id: string, secret: string | null) {
  if (isDocumentAddress(id)) {
    const { host } = new URL(id)
    return { id, name: host, redirectUris: [], secretDigest: null, host } satisfies Client as Client
  }
  const found = yield* registeredClient(id)
  if (found.secretDigest === null) return found
  const given = yield* (yield* Signer).digest(secret ?? "")
  return constantTimeEqual(given, found.secretDigest) ? found : yield* unknownClient
})

/** The grant that a code or a token is of, whatever became of both. */
const grantOf = Effect.fn("Grants.grantOf")(function* (token: string) {
  const found = yield* (yield* GrantStore).find(yield* (yield* Signer).digest(token))
  return Option.map(found, ({ grant }) => grant.id)
})

/** Ends the grant of a token, if it is one of this client's. Nobody learns whether it was. */
const revokeToken = Effect.fn("Grants.revokeToken")(function* (by: Client, token: string) {
  const store = yield* GrantStore
  const found = yield* store.find(yield* (yield* Signer).digest(token))
  if (Option.isNone(found) || found.value.grant.clientId !== by.id) return
  const { grant } = found.value
  yield* store.revoke(grant.organizationId, grant.id, yield* DateTime.now)
})

const list = Effect.fn("Grants.list")(function* (organizationId: OrganizationId, slice: Slice) {
  return yield* (yield* GrantStore).list(organizationId, slice)
})

const revoke = Effect.fn("Grants.revoke")(function* (organizationId: OrganizationId, grantId: GrantId) {
  const revoked = yield* (yield* GrantStore).revoke(organizationId, grantId, yield* DateTime.now)
  return Option.isSome(revoked) ? revoked.value : yield* new GrantNotFound()
})

const page = Effect.fn("Grants.page")(function* (organizationId: OrganizationId, request: PageRequest) {
  return yield* (yield* Cursors).page({
    scope: { organizationId, list: "grants", filter: {} },
    ...request,
    read: (slice) => Effect.map(list(organizationId, slice), wholePart),
    position: ({ createdAt, id }) => ({ at: createdAt, id })
  })
})

const newId = Effect.gen(function* () {
  return GrantId.make(yield* (yield* Ids).next("grant"))
})

const sweep = Effect.fn("Grants.sweep")(function* (limit: number) {
  const now = yield* DateTime.now
  const grants = yield* (yield* GrantStore).sweep(now, DateTime.subtractDuration(now, lifetimes.kept), limit)
  const unusedSince = DateTime.subtractDuration(now, unusedClientsKept)
  return grants + (yield* (yield* ClientStore).sweep(unusedSince, limit))
})

/** What a door for clients can answer instead of what was asked. */
type OfClient<A> = Effect.Effect<A, ClientRefused | StoreUnavailable>

export class Grants extends Context.Service<
  Grants,
  {
    /** Who calls with an access token. */
    readonly authenticate: (
      secret: string
    ) => Effect.Effect<GrantCaller, Unauthorized | OrganizationDisabled | StoreUnavailable>
    /** Runs work of a principal for its organization, and within its budget of the day where it has one. */
    readonly within: (principal: Principal) => <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    /** Takes in a client that registers itself. */
    readonly register: (registration: Registration) => OfClient<RegisteredClient>
    /** The client that registers so and is stored already; none where it asks for a secret. Nothing is written. */
    readonly known: (registration: Registration) => OfClient<Option.Option<Client>>
    /** The client with this id. */
    readonly client: (id: string, asker: Asker) => OfClient<Client>
    /** Whether another server would be asked who the client with this id is. */
    readonly asksElsewhere: (id: string) => Effect.Effect<boolean>
    /** The same, with its secret where it has one. */
    readonly provedClient: (id: string, secret: string | null) => OfClient<Client>
    /** The id of a grant that is to be signed. */
    readonly newId: Effect.Effect<GrantId>
    /** Signs a grant; gives the code for it, once. */
    readonly sign: (
      consent: Consent
    ) => Effect.Effect<
      Effect.Success<ReturnType<typeof signGrant>>,
      ClientRefused | GrantLimitReached | StoreUnavailable
    >
    /** The grant that a code or a token is of, whatever became of both. */
    readonly grantOf: (token: string) => Effect.Effect<Option.Option<GrantId>, StoreUnavailable>
    /** Gives tokens for a code or a refresh token, once. */
    readonly redeem: (kind: "code" | "refresh", request: TokenRequest) => OfClient<GivenTokens>
    /** Ends the grant of a token that a client has no more use for. */
    readonly revokeToken: (by: Client, token: string) => Effect.Effect<void, StoreUnavailable>
    /** Grants of an organization, newest first, those that ended lately included. */
    readonly list: (
      organizationId: OrganizationId,
      slice: Slice
    ) => Effect.Effect<ReadonlyArray<Grant>, StoreUnavailable>
    /** A page of them. */
    readonly page: (
      organizationId: OrganizationId,
      request: PageRequest
    ) => Effect.Effect<Page<Grant>, InvalidCursor | StoreUnavailable>
    /** Ends a grant of an organization. */
    readonly revoke: (
      organizationId: OrganizationId,
      grantId: GrantId
    ) => Effect.Effect<Grant, GrantNotFound | StoreUnavailable>
    /** Drops up to `limit` of what is over; tells how many. */
    readonly sweep: (limit: number) => Effect.Effect<number, StoreUnavailable>
  }
>()("@kittiwake/core/grants/Grants") {
  static readonly layer = Layer.effect(
    Grants,
    Effect.gen(function* () {
      const context = yield* Effect.context<
        ClientDocuments | ClientStore | Cursors | GrantStore | Organizations | Ids | Signer
      >()
      const bound = bind(context)
      const store = yield* GrantStore
      return Grants.of({
        authenticate: bound(authenticateToken),
        within: (principal) => (work) =>
          withinDailyCredits(store, principal, Effect.provideService(work, WorksFor, principal.organization.id)),
        register: bound(registerClient),
        known: bound(knownClient),
        client: bound(client),
        asksElsewhere: bound(asksElsewhere),
        provedClient: bound(provedClient),
        newId: Effect.provideContext(newId, context),
        sign: bound(signGrant),
        grantOf: bound(grantOf),
        redeem: bound(redeemToken),
        revokeToken: bound(revokeToken),
        list: bound(list),
        page: bound(page),
        revoke: bound(revoke),
        sweep: bound(sweep)
      })
    })
  )
}
