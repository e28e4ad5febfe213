/** All that the operator of an installation may do with organizations, their keys and their credits. */
import { Context, DateTime, Effect, Layer, Option } from "effect"
import { bind } from "../bind.ts"
import { BillingLedger } from "../credits/BillingLedger.ts"
import { CreditLedger, type EntryFilter, type OutOfCredits } from "../credits/CreditLedger.ts"
import { type CreditUsageRecord, creditUsageRecord } from "../credits/domain/CreditUsage.ts"
import type { Entry } from "../credits/domain/Ledger.ts"
import type { BillingAccount } from "../credits/domain/Supply.ts"
import { type CauseConflict, type Move, moveCredits } from "../credits/moveCredits.ts"
import type { InvalidInput } from "../InvalidInput.ts"
import { Cursors, type InvalidCursor } from "../paging/Cursors.ts"
import type { Page } from "../paging/domain/Page.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import type { Ids } from "../security/Ids.ts"
import type { Signer } from "../security/Signer.ts"
import { ApiKeyStore } from "./ApiKeyStore.ts"
import { changeOrganization } from "./changeOrganization.ts"
import { createKey, type KeyRequest, type NewKey } from "./createKey.ts"
import { createOrganization, type OrganizationRequest } from "./createOrganization.ts"
import type { ApiKey, ApiKeyId } from "./domain/ApiKey.ts"
import { type Organization, OrganizationId } from "./domain/Organization.ts"
import type { OrganizationPatch } from "./domain/OrganizationPatch.ts"
import { type KeyNotFound, type OrganizationExists, OrganizationNotFound } from "./errors.ts"
import { OrganizationStore } from "./OrganizationStore.ts"
import { revokeKey } from "./revokeKey.ts"

/** Which page of a list is wanted. */
interface PageRequest {
  readonly limit: number
  readonly cursor: string | undefined
}

/** An organization with its credits. */
export interface Standing {
  readonly organization: Organization
  readonly account: BillingAccount
  readonly usage: CreditUsageRecord
}

/** Whose cursors those of the list of organizations are: nobody's, as the operator sees all. */
const operator = OrganizationId.make("operator")

const found = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const stored = yield* (yield* OrganizationStore).get(organizationId)
  return Option.isSome(stored) ? stored.value.organization : yield* new OrganizationNotFound()
})

const get = Effect.fn("Administration.get")(function* (organizationId: OrganizationId) {
  const at = yield* DateTime.now
  // What is shown is what holds now, so a month that has begun is refilled first.
  const { account } = yield* (yield* BillingLedger).supply(organizationId, { at, wanted: 0 })
  const organization = yield* found(organizationId)
  return { organization, account, usage: creditUsageRecord(organization, account, at) } satisfies Standing
})

const list = Effect.fn("Administration.list")(function* (page: PageRequest) {
  const store = yield* OrganizationStore
  return yield* (yield* Cursors).page({
    scope: { organizationId: operator, list: "organizations", filter: {} },
    ...page,
    read: store.list,
    position: ({ createdAt, id }) => ({ at: createdAt, id })
  })
})

const move = Effect.fn("Administration.move")(function* (organizationId: OrganizationId, wanted: Move) {
  yield* found(organizationId)
  return yield* moveCredits(organizationId, wanted)
})

const entries = Effect.fn("Administration.entries")(function* (
  organizationId: OrganizationId,
  filter: Pick<EntryFilter, "kind">,
  page: PageRequest
) {
  yield* found(organizationId)
  const ledger = yield* CreditLedger
  return yield* (yield* Cursors).page({
    scope: { organizationId, list: "entries", filter },
    ...page,
    read: (slice) => ledger.entries(organizationId, slice, filter),
    position: ({ at, id }) => ({ at, id })
  })
})

const createKeyOf = Effect.fnUntraced(function* (request: KeyRequest) {
  yield* found(request.organizationId)
  return yield* createKey(request)
})

const listKeys = Effect.fn("Administration.listKeys")(function* (organizationId: OrganizationId) {
  yield* found(organizationId)
  return yield* (yield* ApiKeyStore).list(organizationId)
})

const revokeKeyOf = Effect.fnUntraced(function* (organizationId: OrganizationId, keyId: ApiKeyId) {
  yield* found(organizationId)
  return yield* revokeKey(organizationId, keyId)
})

type OfOrganization<A, E = never> = Effect.Effect<A, E | OrganizationNotFound | StoreUnavailable>

export class Administration extends Context.Service<
  Administration,
  {
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
>()("@kittiwake/core/organizations/Administration") {
  static readonly layer = Layer.effect(
    Administration,
    Effect.gen(function* () {
      const bound = bind(
        yield* Effect.context<OrganizationStore | ApiKeyStore | CreditLedger | BillingLedger | Cursors | Ids | Signer>()
      )
      return Administration.of({
        create: bound(createOrganization),
        get: bound(get),
        list: bound(list),
        change: bound(changeOrganization),
        move: bound(move),
        entries: bound(entries),
        createKey: bound(createKeyOf),
        listKeys: bound(listKeys),
        revokeKey: bound(revokeKeyOf)
      })
    })
  )
}
