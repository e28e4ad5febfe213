/** Organizations as rows. */
import { Billing } from "@kittiwake/core/organizations/domain/Billing"
import type { Organization } from "@kittiwake/core/organizations/domain/Organization"
import type { StoredOrganization } from "@kittiwake/core/organizations/OrganizationStore"
import { storableJson, storableText } from "@kittiwake/storage/storable"
import { Schema } from "effect"
import type { Connection } from "./Connection.ts"
import { millisOf, momentOf } from "./moments.ts"
import type { OrganizationRow } from "./writes/organizations.ts"

/** Columns of an organization `o`, named as its row is. */
export const organizationColumns = `
  o.id, o.name, o.plan, o.limit_scheme as limitScheme, o.disabled, o.overrides,
  o.zero_data_retention as zeroDataRetention, o.billing, o.auto_topup as autoTopup, o.created_at as createdAt`

const BillingJson = Schema.fromJsonString(Schema.toCodecJson(Billing))
const decodeBilling = Schema.decodeUnknownSync(BillingJson)
const encodeBilling = Schema.encodeSync(BillingJson)

/** The organization of a row. What it holds was checked when it was written. */
export const toOrganization = (row: OrganizationRow): Organization => ({
  id: row.id as Organization["id"],
  name: row.name,
  plan: row.plan as Organization["plan"],
  limitScheme: row.limitScheme as Organization["limitScheme"],
  disabled: row.disabled === 1,
  overrides: JSON.parse(row.overrides),
  zeroDataRetention: row.zeroDataRetention === 1,
  billing: row.billing === null ? null : decodeBilling(row.billing),
  autoTopup: JSON.parse(row.autoTopup),
  createdAt: momentOf(row.createdAt)
})

/** The row of an organization. */
export const organizationRow = (organization: Organization): OrganizationRow => ({
  id: organization.id,
  name: storableText(organization.name),
  plan: organization.plan,
  limitScheme: organization.limitScheme,
  disabled: organization.disabled ? 1 : 0,
  overrides: storableJson(organization.overrides),
  zeroDataRetention: organization.zeroDataRetention ? 1 : 0,
  billing: organization.billing === null ? null : encodeBilling(organization.billing),
  autoTopup: storableJson(organization.autoTopup),
  createdAt: millisOf(organization.createdAt)
})

/** An organization with its revision. */
export const findOrganization = (db: Connection, organizationId: string): StoredOrganization | undefined => {
  const row = db.get<OrganizationRow & { readonly revision: number }>(
    `select ${organizationColumns}, o.revision from organizations o where o.id = ?`,
    organizationId
  )
  return row && { organization: toOrganization(row), revision: row.revision }
}
