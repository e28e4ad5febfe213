import { dayOf, type Grant, type GrantToken, lifetimes } from "@kittiwake/core/grants/domain/Grant"
import { GrantStore } from "@kittiwake/core/grants/GrantStore"
import { storableJson } from "@kittiwake/storage/storable"
import { Duration, Effect, Layer, Option } from "effect"
import { millisOf, millisOrNull, momentOf, momentOrNull } from "./moments.ts"
import { newestFirst, sliceRow, sliceValues } from "./newestFirst.ts"
import { Sqlite } from "./Sqlite.ts"
import { type GrantRow, grantColumns, type TokenRow } from "./writes/grants.ts"

const lifetimesMillis = {
  code: Duration.toMillis(lifetimes.code),
  access: Duration.toMillis(lifetimes.access),
  refresh: Duration.toMillis(lifetimes.refresh)
}

const grantRow = (grant: Grant): GrantRow => {
  const { createdAt, endsAt, lastUsedAt, revokedAt, ...signed } = grant
  return {
    id: grant.id,
    organizationId: grant.organizationId,
    clientId: grant.clientId,
    signed: storableJson(signed),
    createdAt: millisOf(createdAt),
    lastUsedAt: millisOrNull(lastUsedAt),
    endsAt: millisOf(endsAt),
    revokedAt: millisOrNull(revokedAt)
  }
}

/** The grant of a row. What it holds was checked when it was written. */
const toGrant = (row: GrantRow): Grant => ({
  ...JSON.parse(row.signed),
  createdAt: momentOf(row.createdAt),
  lastUsedAt: momentOrNull(row.lastUsedAt),
  endsAt: momentOf(row.endsAt),
  revokedAt: momentOrNull(row.revokedAt)
})

const tokenRow = (token: GrantToken): TokenRow => ({
  ...token,
  scopes: storableJson(token.scopes),
  expiresAt: millisOf(token.expiresAt),
  spentAt: millisOrNull(token.spentAt)
})

const toToken = (row: TokenRow): GrantToken => ({
  ...row,
  grantId: row.grantId as GrantToken["grantId"],
  kind: row.kind as GrantToken["kind"],
  scopes: JSON.parse(row.scopes),
  expiresAt: momentOf(row.expiresAt),
  spentAt: momentOrNull(row.spentAt)
})

const findToken = `select digest, grant_id as grantId, kind, scopes, challenge, expires_at as expiresAt,
  spent_at as spentAt from oauth_tokens where digest = ?`

const findGrant = `select ${grantColumns} from oauth_grants where id = ?`

const list = `select ${grantColumns} from oauth_grants ${newestFirst("created_at", "id", ["organization_id = ?"])}`

/** `GrantStore` on SQLite. */
export const layer: Layer.Layer<GrantStore, never, Sqlite> = Layer.effect(
  GrantStore,
  Effect.map(Sqlite, ({ read, write }) =>
    GrantStore.of({
      sign: (grant, code, most) => write("GrantStore.sign", { grant: grantRow(grant), code: tokenRow(code), most }),

      find: (digest) =>
        read("GrantStore.find", (db) => {
          const token = db.get<TokenRow>(findToken, digest)
          const grant = token && db.get<GrantRow>(findGrant, token.grantId)
          return token && grant ? Option.some({ token: toToken(token), grant: toGrant(grant) }) : Option.none()
        }),

      exchange: (digest, at, next) =>
        write("GrantStore.exchange", { digest, at: millisOf(at), next: next.map(tokenRow) }),

      revoke: (organizationId, grantId, at) =>
        Effect.map(write("GrantStore.revoke", { organizationId, grantId, at: millisOf(at) }), (row) =>
          Option.map(Option.fromNullishOr(row), toGrant)
        ),

      list: (organizationId, slice) =>
        read("GrantStore.list", (db) =>
          db.all<GrantRow>(list, organizationId, ...sliceValues(sliceRow(slice))).map(toGrant)
        ),

      takeCredits: (wanted) => write("GrantStore.takeCredits", { ...wanted }),

      giveBackCredits: ({ credits, day, grantId }) =>
        Effect.asVoid(write("GrantStore.giveBackCredits", { credits, day, grantId })),

      sweep: (now, keptSince, limit) =>
        write("GrantStore.sweep", {
          ...{ now: millisOf(now), since: millisOf(keptSince), day: dayOf(keptSince), limit },
          lifetimes: lifetimesMillis
        })
    })
  )
)
