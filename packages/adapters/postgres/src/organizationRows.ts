/** Organizations as rows. */
import { Billing } from "@kittiwake/core/organizations/domain/Billing"
import { Organization } from "@kittiwake/core/organizations/domain/Organization"
import type { StoredOrganization } from "@kittiwake/core/organizations/OrganizationStore"
import { storableJson } from "@kittiwake/storage/storable"
import { Schema } from "effect"
import type { SqlClient } from "effect/sql"

const members = {
  id: "o.id",
  name: "o.name",
  plan: "o.plan",
  limitScheme: "o.limit_scheme",
  disabled: "o.disabled",
  overrides: "o.overrides",
  zeroDataRetention: "o.zero_data_retention",
  billing: "o.billing",
  autoTopup: "o.auto_topup",
  createdAt: "o.created_at"
} satisfies Record<keyof Organization, string>

/** Columns of an organization `o`, named as the domain names them. */
export const organizationColumns = Object.entries(members)
  .map(([name, column]) => `${column} as "${name}"`)
  .join(", ")

/** An organization `o` as one JSON value. */
export const organizationJson = `json_build_object(${Object.entries(members)
  .map(([name, column]) => `'${name}', ${column}`)
  .join(", ")})`

const decode = Schema.decodeUnknownSync(Schema.toCodecJson(Organization))
const encodeBilling = Schema.encodeSync(Schema.toCodecJson(Schema.NullOr(Billing)))

/** The organization of a row or a JSON value. */
export const toOrganization = (row: unknown): Organization => decode(row)

/** A row with its revision. */
export const toStoredOrganization = (row: { readonly revision: number }): StoredOrganization => ({
  organization: toOrganization(row),
  revision: row.revision
})

/** All columns but the revision, for an insert. */
export const organizationWriteColumns = `
  id, name, plan, limit_scheme, disabled, overrides, zero_data_retention, billing, auto_topup, created_at`

/** The values of those columns. */
export const organizationValues = (sql: SqlClient.SqlClient, organization: Organization) => {
  const billing = encodeBilling(organization.billing)
  return sql`${organization.id}::text, ${organization.name}::text, ${organization.plan}::text,
    ${organization.limitScheme}::text, ${organization.disabled}::boolean, ${storableJson(organization.overrides)}::jsonb,
    ${organization.zeroDataRetention}::boolean, ${billing === null ? null : storableJson(billing)}::jsonb,
    ${storableJson(organization.autoTopup)}::jsonb, ${organization.createdAt}::timestamptz`
}
