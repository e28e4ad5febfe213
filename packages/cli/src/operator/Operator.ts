/** What the operator of an installation may do with organizations and keys, wherever the database is open. */
import { ApiKeyId } from "@kittiwake/core/organizations/domain/ApiKey"
import type { Organization } from "@kittiwake/core/organizations/domain/Organization"
import { Plan } from "@kittiwake/core/organizations/domain/Plan"
import type { Scope } from "@kittiwake/core/organizations/domain/Scope"
import { Organizations } from "@kittiwake/core/organizations/Organizations"
import type { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { Context, DateTime, Effect, Layer, Redacted, Schema } from "effect"
import { type KeyRecord, keyRecord, type NewKeyRecord } from "./KeyRecord.ts"

/** An organization as the command prints it. */
export const OrganizationRecord = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  plan: Plan,
  disabled: Schema.Boolean,
  created_at: Schema.String
})
export type OrganizationRecord = typeof OrganizationRecord.Type

/** What was asked cannot be done. Nothing was changed; `message` says what to write instead. */
export class OperatorRefused extends Schema.TaggedError<OperatorRefused>()("OperatorRefused", {
  message: Schema.String
}) {}

/** A key to be made. Without an organization, the only one there is; null scopes are full access. */
export interface KeyRequest {
  readonly organization: string | null
  readonly name: string
  readonly scopes: ReadonlyArray<Scope> | null
}

const organizationRecord = (organization: Organization): OrganizationRecord => ({
  id: organization.id,
  name: organization.name,
  plan: organization.plan,
  disabled: organization.disabled,
  created_at: DateTime.formatIso(organization.createdAt)
})

export class Operator extends Context.Service<
  Operator,
  {
    /** All organizations, oldest first. */
    readonly organizations: Effect.Effect<ReadonlyArray<OrganizationRecord>, StoreUnavailable>

    readonly createKey: (request: KeyRequest) => Effect.Effect<NewKeyRecord, OperatorRefused | StoreUnavailable>

    /** Keys of one organization, or of all; revoked ones included. */
    readonly listKeys: (
      organization: string | null
    ) => Effect.Effect<ReadonlyArray<KeyRecord>, OperatorRefused | StoreUnavailable>

    /** Ends a key at once, whichever organization it belongs to. */
    readonly revokeKey: (keyId: string) => Effect.Effect<KeyRecord, OperatorRefused | StoreUnavailable>
  }
>()("kittiwake/operator/Operator") {
  /** Over the database that this process has open. */
  static readonly layer = Layer.effect(
    Operator,
    Effect.gen(function* () {
      const organizations = yield* Organizations

      const chosen = Effect.fnUntraced(function* (id: string | null) {
        const all = yield* organizations.list
        const [first, second] = id === null ? all : all.filter((organization) => organization.id === id)
        if (first !== undefined && second === undefined) return first
        return yield* new OperatorRefused({
          message:
            id !== null
              ? `There is no organization ${id}: "kittiwake org list" shows them.`
              : first === undefined
                ? `There is no organization yet: "kittiwake start" makes the first one.`
                : `There are several organizations: name one with --org ("kittiwake org list" shows them).`
        })
      })

      const revokeKey = Effect.fnUntraced(function* (keyId: string) {
        const id = ApiKeyId.make(keyId)
        for (const organization of yield* organizations.list) {
          const revoked = yield* organizations
            .revokeKey(organization.id, id)
            .pipe(Effect.catchTag("KeyNotFound", () => Effect.succeed(null)))
          if (revoked !== null) return keyRecord(revoked)
        }
        return yield* new OperatorRefused({ message: `There is no key ${keyId}: "kittiwake key list" shows them.` })
      })

      return Operator.of({
        organizations: Effect.map(organizations.list, (all) => all.map(organizationRecord)),
        createKey: Effect.fnUntraced(function* ({ organization, name, scopes }) {
          const { id } = yield* chosen(organization)
          const { key, secret } = yield* organizations.createKey({ organizationId: id, name, scopes })
          return { ...keyRecord(key), secret: Redacted.value(secret) }
        }),
        listKeys: Effect.fnUntraced(function* (organization) {
          const owners = organization === null ? yield* organizations.list : [yield* chosen(organization)]
          const keys = yield* Effect.forEach(owners, ({ id }) => organizations.listKeys(id))
          return keys.flat().map(keyRecord)
        }),
        revokeKey
      })
    })
  )
}
