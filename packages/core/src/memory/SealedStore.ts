import { Effect, Layer, Result } from "effect"
import { Base64 } from "effect/encoding"
import { blobKeySecret } from "../blobs/blobKeySecret.ts"
import { MonitorId } from "../monitors/domain/Monitor.ts"
import { OrganizationId } from "../organizations/domain/Organization.ts"
import { BrowserProfileId } from "../profiles/domain/BrowserProfile.ts"
import { type SealedKind, SealedStore, type SealedValue } from "../security/SealedStore.ts"
import { acceptedRows } from "./batchRows.ts"
import { Database, type Tables } from "./Database.ts"

/** The webhooks of monitors, and of batches that were accepted. */
const subscriptionsOf = (tables: Tables) => [
  ...[...tables.monitors.values()].map(({ monitor }) => monitor.subscription),
  ...acceptedRows(tables).map(({ batch }) => batch.subscription)
]

const valuesOf = (tables: Tables, kind: SealedKind): ReadonlyArray<SealedValue> => {
  const { profiles, secrets } = tables
  if (kind === "blob key") {
    const value = secrets.get(blobKeySecret)
    return value === undefined ? [] : [{ id: blobKeySecret, value }]
  }
  if (kind === "inbox token") return [...tables.inboxTokens].map(([id, { sealed }]) => ({ id, value: sealed }))
  return kind === "browser profile"
    ? [...profiles.values()].flatMap(({ profile, sealedSession }) =>
        sealedSession === null ? [] : [{ id: profile.id, value: Base64.encode(sealedSession) }]
      )
    : subscriptionsOf(tables).flatMap((one) => (one === null ? [] : [{ id: one.id, value: one.secret }]))
}

const put = (tables: Tables, kind: SealedKind, id: string, next: string): void => {
  const { batches, monitors, profiles, secrets } = tables
  if (kind === "blob key") {
    secrets.set(id, next)
    return
  }
  if (kind === "inbox token") {
    const organizationId = OrganizationId.make(id)
    tables.inboxTokens.set(organizationId, { ...tables.inboxTokens.get(organizationId)!, sealed: next })
    return
  }
  if (kind === "browser profile") {
    profiles.get(BrowserProfileId.make(id))!.sealedSession = Result.getOrThrow(Base64.decode(next))
    return
  }
  const batch = batches.get(id)
  if (batch?.batch) {
    batch.batch = { ...batch.batch, subscription: { ...batch.batch.subscription!, secret: next } }
    return
  }
  const row = monitors.get(MonitorId.make(id))!
  row.monitor = { ...row.monitor, subscription: { ...row.monitor.subscription!, secret: next } }
}

const byId = (a: SealedValue, b: SealedValue) => (a.id < b.id ? -1 : 1)

/** `SealedStore` in memory. */
export const layer: Layer.Layer<SealedStore, never, Database> = Layer.effect(
  SealedStore,
  Effect.map(Database, (tables) =>
    SealedStore.of({
      before: (kind, { after, head, limit }) =>
        Effect.sync(() =>
          valuesOf(tables, kind)
            .filter(({ id, value }) => id > after && !value.startsWith(head))
            .sort(byId)
            .slice(0, limit)
        ),

      replace: (kind, values) =>
        Effect.sync(() => {
          const standing = new Map(valuesOf(tables, kind).map(({ id, value }) => [id, value]))
          const same = values.filter(({ id, value }) => standing.get(id) === value)
          for (const { id, next } of same) put(tables, kind, id, next)
          return same.length
        })
    })
  )
)
