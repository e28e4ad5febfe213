/** All a caller may do with organizations and keys. */
import { Context, DateTime, Effect, Layer, Option, Redacted, Schema } from "effect"
import { bind } from "../bind.ts"
import { constantTimeEqual } from "../security/constantTimeEqual.ts"
import { Ids } from "../security/Ids.ts"
import { Signer } from "../security/Signer.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import { type ApiKey, ApiKeyId, apiKeyPrefix, apiKeyRandomLength } from "./domain/ApiKey.ts"
import { type Organization, OrganizationId } from "./domain/Organization.ts"
import { type Plan, planTerms } from "./domain/Plan.ts"
import type { Scope } from "./domain/Scope.ts"
import { type KeyAndOwner, OrganizationStore } from "./OrganizationStore.ts"

/** No key, or one that is unknown or revoked. Send a valid key. */
export class Unauthorized extends Schema.TaggedError<Unauthorized>()("Unauthorized", {}) {}

/** The key's organization is disabled. Ask the operator. */
export class OrganizationDisabled extends Schema.TaggedError<OrganizationDisabled>()("OrganizationDisabled", {}) {}

/** The organization has no such key. Nothing was changed. */
export class KeyNotFound extends Schema.TaggedError<KeyNotFound>()("KeyNotFound", {}) {}

/** Who is calling: the organization, and the key it called with. */
export type Caller = KeyAndOwner

/** A key that was just made, with the secret that is shown only now. */
export interface NewKey {
  readonly key: ApiKey
  readonly secret: Redacted.Redacted
}

const recordOf = Effect.fnUntraced(function* (options: {
  readonly organizationId: OrganizationId
  readonly name: string
  readonly secret: string
  readonly scopes: ReadonlyArray<Scope> | null
}) {
  const key: ApiKey = {
    id: ApiKeyId.make(yield* (yield* Ids).next("key")),
    organizationId: options.organizationId,
    name: options.name,
    digest: yield* (yield* Signer).digest(options.secret),
    last4: options.secret.slice(-4),
    scopes: options.scopes,
    createdAt: yield* DateTime.now,
    revokedAt: null
  }
  return key
})

const mintSecret = Effect.gen(function* () {
  return `${apiKeyPrefix}${yield* (yield* Ids).token("base62", apiKeyRandomLength)}`
})

/** Who calls with `secret`. Fails alike for unknown and revoked keys. */
const authenticate = Effect.fnUntraced(function* (secret: string) {
  const digest = yield* (yield* Signer).digest(secret)
  const found = yield* (yield* OrganizationStore).findKey(digest)
  if (Option.isNone(found) || !constantTimeEqual(found.value.key.digest, digest) || found.value.key.revokedAt !== null) {
    return yield* new Unauthorized()
  }
  if (found.value.organization.disabled) return yield* new OrganizationDisabled()
  return found.value
})

/** Makes the first organization at first start, with the given key or a fresh one; none when there was one already. */
const ensureFirst = Effect.fn("Organizations.ensureFirst")(function* (options: {
  readonly plan: Plan
  readonly secret: Option.Option<Redacted.Redacted>
}) {
  const store = yield* OrganizationStore
  const ids = yield* Ids
  const secret = Option.isSome(options.secret) ? Redacted.value(options.secret.value) : yield* mintSecret
  const organization: Organization = {
    id: OrganizationId.make(yield* ids.next("org")),
    name: "Default",
    plan: options.plan,
    disabled: false,
    overrides: {},
    createdAt: yield* DateTime.now
  }
  const key = yield* recordOf({ organizationId: organization.id, name: "first", secret, scopes: null })
  const created = yield* store.createFirst({
    key,
    organization,
    credits: planTerms[options.plan].monthlyCredits,
    entryId: yield* ids.next("ent")
  })
  if (created) return Option.some<NewKey>({ key, secret: Redacted.make(secret) })

  // A key named in the configuration must work even when the organization was made under another one.
  if (Option.isSome(options.secret) && Option.isNone(yield* store.findKey(key.digest))) {
    const [first] = yield* store.list
    if (first !== undefined) yield* store.putKey({ ...key, organizationId: first.id, name: "configured" })
  }
  return Option.none<NewKey>()
})

const createKey = Effect.fn("Organizations.createKey")(function* (options: {
  readonly organizationId: OrganizationId
  readonly name: string
  readonly scopes: ReadonlyArray<Scope> | null
}) {
  const secret = yield* mintSecret
  const key = yield* recordOf({ ...options, secret })
  yield* (yield* OrganizationStore).putKey(key)
  return { key, secret: Redacted.make(secret) } satisfies NewKey
})

const revokeKey = Effect.fn("Organizations.revokeKey")(function* (organizationId: OrganizationId, keyId: ApiKeyId) {
  const revoked = yield* (yield* OrganizationStore).revokeKey(organizationId, keyId, yield* DateTime.now)
  return Option.isSome(revoked) ? revoked.value : yield* new KeyNotFound()
})

export class Organizations extends Context.Service<Organizations, {
  readonly authenticate: (secret: string) => Effect.Effect<Caller, Unauthorized | OrganizationDisabled | StoreUnavailable>
  readonly ensureFirst: (options: {
    readonly plan: Plan
    readonly secret: Option.Option<Redacted.Redacted>
  }) => Effect.Effect<Option.Option<NewKey>, StoreUnavailable>
  readonly list: Effect.Effect<ReadonlyArray<Organization>, StoreUnavailable>
  readonly put: (organization: Organization) => Effect.Effect<void, StoreUnavailable>
  readonly createKey: (options: {
    readonly organizationId: OrganizationId
    readonly name: string
    readonly scopes: ReadonlyArray<Scope> | null
  }) => Effect.Effect<NewKey, StoreUnavailable>
  readonly listKeys: (organizationId: OrganizationId) => Effect.Effect<ReadonlyArray<ApiKey>, StoreUnavailable>
  readonly revokeKey: (
    organizationId: OrganizationId,
    keyId: ApiKeyId
  ) => Effect.Effect<ApiKey, KeyNotFound | StoreUnavailable>
}>()("@kittiwake/core/organizations/Organizations") {
  static readonly layer = Layer.effect(
    Organizations,
    Effect.gen(function* () {
      const bound = bind(yield* Effect.context<OrganizationStore | Ids | Signer>())
      const store = yield* OrganizationStore
      return Organizations.of({
        authenticate: bound(authenticate),
        ensureFirst: bound(ensureFirst),
        list: store.list,
        put: store.put,
        createKey: bound(createKey),
        listKeys: store.listKeys,
        revokeKey: bound(revokeKey)
      })
    })
  )
}
