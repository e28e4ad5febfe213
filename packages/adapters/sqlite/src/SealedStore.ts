import { blobKeySecret } from "@kittiwake/core/blobs/blobKeySecret"
import { type SealedKind, SealedStore, type SealedValue } from "@kittiwake/core/security/SealedStore"
import { Effect, Layer } from "effect"
import { Sqlite } from "./Sqlite.ts"

const sessions = `select id, sealed_session as value from browser_profiles
  where id > ? and sealed_session is not null and substr(sealed_session, 1, 9) <> ? order by id limit ?`

const secrets = `select id, secret as value from subscriptions
  where id > ? and substr(secret, 1, 12) <> ? order by id limit ?`

const blobKey = `select name as id, secret as value from instance_secrets
  where name = '${blobKeySecret}' and name > ? and substr(secret, 1, 12) <> ? order by name limit ?`

const inboxTokens = `select organization_id as id, sealed_token as value from inboxes
  where organization_id > ? and substr(sealed_token, 1, 12) <> ? order by organization_id limit ?`

/** Secrets that are kept as texts. */
const texts = {
  "blob key": { found: blobKey, replace: "SealedStore.replaceBlobKey" },
  "inbox token": { found: inboxTokens, replace: "SealedStore.replaceInboxTokens" },
  "webhook secret": { found: secrets, replace: "SealedStore.replaceSecrets" }
} as const

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, "base64"))
const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64")

/** `SealedStore` on SQLite. */
export const layer: Layer.Layer<SealedStore, never, Sqlite> = Layer.effect(
  SealedStore,
  Effect.map(Sqlite, ({ read, write }) =>
    SealedStore.of({
      before: (kind: SealedKind, { after, head, limit }) =>
        read(
          "SealedStore.before",
          (db): ReadonlyArray<SealedValue> =>
            kind !== "browser profile"
              ? db.all<SealedValue>(texts[kind].found, after, head, limit)
              : db
                  .all<{ readonly id: string; readonly value: Uint8Array }>(sessions, after, bytesOf(head), limit)
                  .map(({ id, value }) => ({ id, value: textOf(value) }))
        ),

      replace: (kind, values) =>
        kind !== "browser profile"
          ? write(
              texts[kind].replace,
              values.map(({ id, next, value }) => ({ id, next, value }))
            )
          : write(
              "SealedStore.replaceSessions",
              values.map(({ id, next, value }) => ({ id, next: bytesOf(next), value: bytesOf(value) }))
            )
    })
  )
)
