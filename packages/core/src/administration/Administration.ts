/** All that the operator of an installation may do with organizations, their keys and their credits. */
import { Context, Effect, Layer, Option, Redacted } from "effect"
import { bind } from "../bind.ts"
import { Credits } from "../credits/Credits.ts"
import type { CreditUsageRecord } from "../credits/domain/CreditUsage.ts"
import type { Entry, EntryFilter } from "../credits/domain/Ledger.ts"
import type { BillingAccount } from "../credits/domain/Supply.ts"
import type { CauseConflict, OutOfCredits } from "../credits/errors.ts"
import type { Move } from "../credits/moveCredits.ts"
import type { InvalidInput } from "../InvalidInput.ts"
import type { KeyRequest, NewKey } from "../organizations/createKey.ts"
import type { ApiKey, ApiKeyId } from "../organizations/domain/ApiKey.ts"
import { type Organization, OrganizationId } from "../organizations/domain/Organization.ts"
import type { KeyNotFound, OrganizationNotFound } from "../organizations/errors.ts"
import { Organizations } from "../organizations/Organizations.ts"
import { Cursors, type InvalidCursor } from "../paging/Cursors.ts"
import { type Page, type PageRequest, wholePart } from "../paging/domain/Page.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import { constantTimeEqual } from "../security/constantTimeEqual.ts"
import type { Ids } from "../security/Ids.ts"
import { Signer } from "../security/Signer.ts"
import { changeOrganization } from "./changeOrganization.ts"
import { createOrganization, type OrganizationRequest } from "./createOrganization.ts"
import type { OrganizationPatch } from "./domain/OrganizationPatch.ts"
import { AdministrationClosed, NotCollector, NotOperator, type OrganizationExists } from "./errors.ts"
import { MetricsToken } from "./MetricsToken.ts"
import { OperatorToken } from "./OperatorToken.ts"

export type { OrganizationRequest } from "./createOrganization.ts"

/** An organization with its credits. */
export interface Standing {
  readonly organization: Organization
  readonly account: BillingAccount
  readonly usage: CreditUsageRecord
}

/** Whose cursors those of the list of organizations are: nobody's, as the operator sees all. */
const operator = OrganizationId.make("operator")

/** Lets those pass who have one of the tokens. Digests are compared, so that neither length nor content shows in the time. */
const passWith = Effect.fnUntraced(function* (secret: string, tokens: ReadonlyArray<Option.Option<Redacted.Redacted>>) {
  const set = tokens.flatMap(Option.toArray)
  if (set.length === 0) return yield* new AdministrationClosed()
  const { digest } = yield* Signer
  const given = yield* digest(secret)
  const expected = yield* Effect.forEach(set, (token) => digest(Redacted.value(token)))
  const passes = expected.map((one) => constantTimeEqual(one, given))
  if (!passes.includes(true)) return yield* new NotOperator()
})

const authenticate = Effect.fnUntraced(function* (secret: string) {
  return yield* passWith(secret, [yield* OperatorToken])
})

const authenticateCollector = Effect.fnUntraced(function* (secret: string) {
  const tokens = [yield* OperatorToken, yield* MetricsToken]
  return yield* Effect.catchTag(passWith(secret, tokens), "NotOperator", () => Effect.fail(new NotCollector()))
})

const get = Effect.fn("Administration.get")(function* (organizationId: OrganizationId) {
  // What is shown is what holds now, so a month that has begun is refilled first.
  const account = yield* (yield* Credits).supply(organizationId)
  const organization = yield* (yield* Organizations).get(organizationId)
  const usage = yield* (yield* Credits).usage(organization)
  return { organization, account, usage } satisfies Standing
})

const list = Effect.fn("Administration.list")(function* (page: PageRequest) {
  const organizations = yield* Organizations
  return yield* (yield* Cursors).page({
    scope: { organizationId: operator, list: "organizations", filter: {} },
    ...page,
    read: (slice) => Effect.map(organizations.slice(slice), wholePart),
    position: ({ createdAt, id }) => ({ at: createdAt, id })
  })
})

const move = Effect.fn("Administration.move")(function* (organizationId: OrganizationId, wanted: Move) {
  yield* (yield* Organizations).get(organizationId)
  return yield* (yield* Credits).move(organizationId, wanted)
})

const entries = Effect.fn("Administration.entries")(function* (
  organizationId: OrganizationId,
  filter: Pick<EntryFilter, "kind">,
  page: PageRequest
) {
  yield* (yield* Organizations).get(organizationId)
  const credits = yield* Credits
  return yield* (yield* Cursors).page({
    scope: { organizationId, list: "entries", filter },
    ...page,
    read: (slice) => Effect.map(credits.entries(organizationId, slice, filter), wholePart),
    position: ({ at, id }) => ({ at, id })
  })
})

const createKey = Effect.fn("Administration.createKey")(function* (request: KeyRequest) {
  const organizations = yield* Organizations
  yield* organizations.get(request.organizationId)
  return yield* organizations.createKey(request)
})

const listKeys = Effect.fn("Administration.listKeys")(function* (organizationId: OrganizationId) {
  const organizations = yield* Organizations
  yield* organizations.get(organizationId)
  return yield* organizations.listKeys(organizationId)
})

const revokeKey = Effect.fn("Administration.revokeKey")(function* (organizationId: OrganizationId, keyId: ApiKeyId) {
  const organizations = yield* Organizations
  yield* organizations.get(organizationId)
  return yield* organizations.revokeKey(organizationId, keyId)
})

type OfOrganization<A, E = never> = Effect.Effect<A, E | OrganizationNotFound | StoreUnavailable>

export class Administration extends Context.Service<
  Administration,
  {
    /** Succeeds for the operator's token. */
    readonly authenticate: (secret: string) => Effect.Effect<void, AdministrationClosed | NotOperator>

    /** Succeeds for the token of whoever collects metrics, and for the operator's. */
    readonly authenticateCollector: (secret: string) => Effect.Effect<void, AdministrationClosed | NotCollector>

    /** Makes an organization with the credits of its first month. */
    readonly create: (
      request: OrganizationRequest
    ) => Effect.Effect<Organization, InvalidInput | OrganizationExists | StoreUnavailable>

    /** An organization and how its credits stand. */
    readonly get: (organizationId: OrganizationId) => OfOrganization<Standing>

    /** A page of organizations, newest first. */
    readonly list: (page: PageRequest) => Effect.Effect<Page<Organization>, InvalidCursor | StoreUnavailable>

    /** Changes plan, limits and settings; what a larger plan gives comes at once. */
    readonly change: (
      organizationId: OrganizationId,
      patch: OrganizationPatch
    ) => OfOrganization<Organization, InvalidInput>

    /** Moves credits by hand, once for each kind and id. */
    readonly move: (
      organizationId: OrganizationId,
      wanted: Move
    ) => OfOrganization<Entry, CauseConflict | InvalidInput | OutOfCredits>

    /** A page of credit movements, newest first. */
    readonly entries: (
      organizationId: OrganizationId,
      filter: Pick<EntryFilter, "kind">,
      page: PageRequest
    ) => OfOrganization<Page<Entry>, InvalidCursor>

    readonly createKey: (request: KeyRequest) => OfOrganization<NewKey>

    /** Keys of an organization, oldest first, revoked ones included. */
    readonly listKeys: (organizationId: OrganizationId) => OfOrganization<ReadonlyArray<ApiKey>>

    readonly revokeKey: (organizationId: OrganizationId, keyId: ApiKeyId) => OfOrganization<ApiKey, KeyNotFound>
  }
>()("@kittiwake/core/administration/Administration") {
  static readonly layer = Layer.effect(
    Administration,
    Effect.gen(function* () {
      const bound = bind(
        Context.add(
          yield* Effect.context<Organizations | Credits | Cursors | Ids | Signer>(),
          OperatorToken,
          yield* OperatorToken
        ).pipe(Context.add(MetricsToken, yield* MetricsToken))
      )
      return Administration.of({
        authenticate: bound(authenticate),
        authenticateCollector: bound(authenticateCollector),
        create: bound(createOrganization),
        get: bound(get),
        list: bound(list),
        change: bound(changeOrganization),
        move: bound(move),
        entries: bound(entries),
        createKey: bound(createKey),
        listKeys: bound(listKeys),
        revokeKey: bound(revokeKey)
      })
    })
  )
}
