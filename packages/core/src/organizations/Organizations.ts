/** All a caller may do with organizations and keys. */
import { Context, DateTime, Effect, Layer, Option, Redacted, Schema } from "effect"
import { bind } from "../bind.ts"
import type { Slice } from "../paging/domain/Page.ts"
import { StoreUnavailable } from "../StoreUnavailable.ts"
import { constantTimeEqual } from "../security/constantTimeEqual.ts"
import { Ids } from "../security/Ids.ts"
import { Signer } from "../security/Signer.ts"
import { whileOutdated } from "../whileOutdated.ts"
import { ApiKeyStore } from "./ApiKeyStore.ts"
import { createKey, type KeyRequest, keyRecordOf, mintSecret, type NewKey } from "./createKey.ts"
import type { ApiKey, ApiKeyId } from "./domain/ApiKey.ts"
import { newOrganization, type Organization, OrganizationId } from "./domain/Organization.ts"
import type { Plan } from "./domain/Plan.ts"
import { keyPrincipal, type Principal } from "./domain/Principal.ts"
import { type KeyNotFound, OrganizationNotFound } from "./errors.ts"
import { OrganizationStore } from "./OrganizationStore.ts"
import { revokeKey } from "./revokeKey.ts"

export type { KeyRequest, NewKey } from "./createKey.ts"
export { KeyNotFound, OrganizationNotFound } from "./errors.ts"

/** No key, or one that is unknown or revoked. Send a valid key. */
export class Unauthorized extends Schema.TaggedError<Unauthorized>()("Unauthorized", {}) {}

/** The key's organization is disabled. Ask the operator. */
export class OrganizationDisabled extends Schema.TaggedError<OrganizationDisabled>()("OrganizationDisabled", {}) {}

/** Who calls with the key `secret`. Fails alike for unknown and revoked keys. */
const authenticate = Effect.fnUntraced(function* (secret: string) {
  const digest = yield* (yield* Signer).digest(secret)
  const found = yield* (yield* ApiKeyStore).find(digest)
  if (
    Option.isNone(found) ||
    !constantTimeEqual(found.value.key.digest, digest) ||
    found.value.key.revokedAt !== null
  ) {
    return yield* new Unauthorized()
  }
  if (found.value.organization.disabled) return yield* new OrganizationDisabled()
  return keyPrincipal(found.value.key, found.value.organization)
})

/** Organizations read at once. */
const listSize = 500

/** All organizations, oldest first. */
const listAll = Effect.gen(function* () {
  const store = yield* OrganizationStore
  const all: Array<Organization> = []
  for (;;) {
    const last = all.at(-1)
    const after = last === undefined ? null : { at: last.createdAt, id: last.id }
    const found = yield* store.list({ limit: listSize, after })
    all.push(...found)
    if (found.length < listSize) return all.reverse() as ReadonlyArray<Organization>
  }
})

/** Makes the first organization at first start, with the given key or a fresh one; none when there was one already. */
const ensureFirst = Effect.fn("Organizations.ensureFirst")(function* (options: {
  readonly plan: Plan
  readonly secret: Option.Option<Redacted.Redacted>
}) {
  const store = yield* OrganizationStore
  const ids = yield* Ids
  const secret = Option.isSome(options.secret) ? Redacted.value(options.secret.value) : yield* mintSecret
  const organization = newOrganization({
    id: OrganizationId.make(yield* ids.next("org")),
    name: "Default",
    plan: options.plan,
    createdAt: yield* DateTime.now
  })
  const key = yield* keyRecordOf({ organizationId: organization.id, name: "first", scopes: null }, secret)
  if (yield* store.createFirst({ key, organization }))
    return Option.some<NewKey>({ key, secret: Redacted.make(secret) })

  // A key named in the configuration must work even when the organization was made under another one.
  const keys = yield* ApiKeyStore
  if (Option.isSome(options.secret) && Option.isNone(yield* keys.find(key.digest))) {
    const [first] = yield* listAll
    if (first !== undefined) yield* keys.put({ ...key, organizationId: first.id, name: "configured" })
  }
  return Option.none<NewKey>()
})

const get = Effect.fn("Organizations.get")(function* (organizationId: OrganizationId) {
  const stored = yield* (yield* OrganizationStore).get(organizationId)
  return Option.isSome(stored) ? stored.value.organization : yield* new OrganizationNotFound()
})

const changesAllTheTime = () =>
  new StoreUnavailable({ operation: "Organizations.change", cause: "others change it all the time" })

const changeOnce = Effect.fnUntraced(function* <E extends { readonly _tag: string }>(
  organizationId: OrganizationId,
  decide: (organization: Organization, at: DateTime.Utc) => Effect.Effect<Organization, E>
) {
  const store = yield* OrganizationStore
  const stored = yield* store.get(organizationId)
  if (Option.isNone(stored)) return yield* new OrganizationNotFound()
  const next = yield* decide(stored.value.organization, yield* DateTime.now)
  yield* store.update(stored.value, next)
  return next
})

/** Reads, decides and writes again while the organization changes in between. */
const change = Effect.fn("Organizations.change")(
  <E extends { readonly _tag: string }>(
    organizationId: OrganizationId,
    decide: (organization: Organization, at: DateTime.Utc) => Effect.Effect<Organization, E>
  ) => whileOutdated("OrganizationOutdated", changesAllTheTime)(changeOnce(organizationId, decide))
)

export class Organizations extends Context.Service<
  Organizations,
  {
    /** Who calls with the key `secret`. */
    readonly authenticate: (
      secret: string
    ) => Effect.Effect<Principal, Unauthorized | OrganizationDisabled | StoreUnavailable>
    /** Makes the first organization at first start; none when there was one already. */
    readonly ensureFirst: (options: {
      readonly plan: Plan
      readonly secret: Option.Option<Redacted.Redacted>
    }) => Effect.Effect<Option.Option<NewKey>, StoreUnavailable>
    /** All organizations, oldest first. */
    readonly list: Effect.Effect<ReadonlyArray<Organization>, StoreUnavailable>
    /** Up to `slice.limit` organizations, newest first. */
    readonly slice: (slice: Slice) => Effect.Effect<ReadonlyArray<Organization>, StoreUnavailable>
    readonly get: (
      organizationId: OrganizationId
    ) => Effect.Effect<Organization, OrganizationNotFound | StoreUnavailable>
    /** Makes an organization with the credits of its first month, unless its id is taken; tells whether it did. */
    readonly create: (organization: Organization) => Effect.Effect<boolean, StoreUnavailable>
    /** Replaces an organization by what `decide` makes of it, which is asked again when it changed meanwhile. */
    readonly change: <E extends { readonly _tag: string }>(
      organizationId: OrganizationId,
      decide: (organization: Organization, at: DateTime.Utc) => Effect.Effect<Organization, E>
    ) => Effect.Effect<Organization, E | OrganizationNotFound | StoreUnavailable>
    /** Stores an organization under its id, replacing what was there. */
    readonly put: (organization: Organization) => Effect.Effect<void, StoreUnavailable>
    readonly createKey: (request: KeyRequest) => Effect.Effect<NewKey, StoreUnavailable>
    readonly listKeys: (organizationId: OrganizationId) => Effect.Effect<ReadonlyArray<ApiKey>, StoreUnavailable>
    readonly revokeKey: (
      organizationId: OrganizationId,
      keyId: ApiKeyId
    ) => Effect.Effect<ApiKey, KeyNotFound | StoreUnavailable>
  }
>()("@kittiwake/core/organizations/Organizations") {
  static readonly layer = Layer.effect(
    Organizations,
    Effect.gen(function* () {
      const context = yield* Effect.context<OrganizationStore | ApiKeyStore | Ids | Signer>()
      const bound = bind(context)
      const store = yield* OrganizationStore
      const keys = yield* ApiKeyStore
      return Organizations.of({
        authenticate: bound(authenticate),
        ensureFirst: bound(ensureFirst),
        list: Effect.provideContext(listAll, context),
        slice: store.list,
        get: bound(get),
        create: store.create,
        change: (organizationId, decide) => Effect.provideContext(change(organizationId, decide), context),
        put: store.put,
        createKey: bound(createKey),
        listKeys: keys.list,
        revokeKey: bound(revokeKey)
      })
    })
  )
}
