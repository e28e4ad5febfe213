/** Organizations and their keys. */
import type { Connection } from "../Connection.ts"
import { type SupplyTerms, supplyNow } from "./supply.ts"

/** An organization as a row of `organizations`; lists and records are JSON. */
export interface OrganizationRow {
  readonly id: string
  readonly name: string
  readonly plan: string
  readonly limitScheme: string
  readonly disabled: number
  readonly overrides: string
  readonly zeroDataRetention: number
  readonly billing: string | null
  readonly autoTopup: string
  readonly createdAt: number
}

/** A key as a row of `api_keys`. */
export interface KeyRow {
  readonly id: string
  readonly organizationId: string
  readonly name: string
  readonly digest: string
  readonly last4: string
  readonly scopes: string | null
  readonly createdAt: number
  readonly revokedAt: number | null
}

/** An organization with what its settings give it in its first month. */
export interface NewOrganization {
  readonly organization: OrganizationRow
  readonly terms: SupplyTerms
}

const valuesOf = (row: OrganizationRow) =>
  [
    row.name,
    row.plan,
    row.limitScheme,
    row.disabled,
    row.overrides,
    row.zeroDataRetention,
    row.billing,
    row.autoTopup,
    row.createdAt,
    row.id
  ] as const

const insertion = `
  insert into organizations (name, plan, limit_scheme, disabled, overrides, zero_data_retention, billing, auto_topup,
    created_at, id)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

/** Makes the organization's credits due for a look, or never again when it is not billed. */
const lookAgain = (db: Connection, { billing, createdAt, id }: OrganizationRow): void => {
  db.run(
    `insert into accounts (organization_id, balance, held, due_at) values (?, 0, 0, ?)
    on conflict (organization_id) do update set due_at = excluded.due_at`,
    id,
    billing === null ? null : createdAt
  )
}

const create = (db: Connection, { organization, terms }: NewOrganization): boolean => {
  // No terms are those of an organization that is there already.
  if (supplyNow(db, terms) === null) return false
  db.run(insertion, ...valuesOf(organization))
  return true
}

const put = (db: Connection, organization: OrganizationRow): void => {
  db.run(
    `${insertion} on conflict (id) do update set name = excluded.name, plan = excluded.plan,
      limit_scheme = excluded.limit_scheme, disabled = excluded.disabled, overrides = excluded.overrides,
      zero_data_retention = excluded.zero_data_retention, billing = excluded.billing,
      auto_topup = excluded.auto_topup, created_at = excluded.created_at, revision = revision + 1`,
    ...valuesOf(organization)
  )
  lookAgain(db, organization)
}

const update = (
  db: Connection,
  {
    next,
    organizationId,
    revision
  }: {
    readonly organizationId: string
    readonly revision: number
    readonly next: OrganizationRow
  }
): boolean => {
  const updated = db.run(
    `update organizations set name = ?, plan = ?, limit_scheme = ?, disabled = ?, overrides = ?,
      zero_data_retention = ?, billing = ?, auto_topup = ?, created_at = ?, id = ?, revision = revision + 1
    where id = ? and revision = ?`,
    ...valuesOf(next),
    organizationId,
    revision
  )
  if (updated > 0) lookAgain(db, next)
  return updated > 0
}

const putKey = (db: Connection, key: KeyRow): void => {
  db.run(
    `insert into api_keys (id, organization_id, name, digest, last4, scopes, created_at, revoked_at)
    values (?, ?, ?, ?, ?, ?, ?, ?)
    on conflict (id) do update set organization_id = excluded.organization_id, name = excluded.name,
      digest = excluded.digest, last4 = excluded.last4, scopes = excluded.scopes, created_at = excluded.created_at,
      revoked_at = excluded.revoked_at`,
    key.id,
    key.organizationId,
    key.name,
    key.digest,
    key.last4,
    key.scopes,
    key.createdAt,
    key.revokedAt
  )
}

/** Columns of a key, named as its row is. */
export const keyColumns = `
  id, organization_id as organizationId, name, digest, last4, scopes, created_at as createdAt, revoked_at as revokedAt`

export const organizationWrites = {
  /** Creates an organization with its key unless there is any organization; tells whether it did. */
  "OrganizationStore.createFirst": (db: Connection, first: NewOrganization & { readonly key: KeyRow }): boolean => {
    if (db.get("select 1 from organizations limit 1") !== undefined || !create(db, first)) return false
    putKey(db, first.key)
    return true
  },

  /** Creates an organization unless its id is taken; tells whether it did. */
  "OrganizationStore.create": create,

  /** Stores an organization, and makes its credits due for a look. */
  "OrganizationStore.put": put,

  /** Does the same if the organization has this revision; tells whether it had. */
  "OrganizationStore.update": update,

  /** Stores a key under its id. */
  "ApiKeyStore.put": putKey,

  /** Revokes a key of an organization that is not revoked yet; gives the key as it is then. */
  "ApiKeyStore.revoke": (
    db: Connection,
    { at, keyId, organizationId }: { readonly organizationId: string; readonly keyId: string; readonly at: number }
  ): KeyRow | null =>
    db.get<KeyRow>(
      `update api_keys set revoked_at = ifnull(revoked_at, ?) where organization_id = ? and id = ?
      returning ${keyColumns}`,
      at,
      organizationId,
      keyId
    ) ?? null
}
