/** Keys as rows. */
import type { ApiKey } from "@kittiwake/core/organizations/domain/ApiKey"
import { storableText } from "@kittiwake/storage/storable"
import { millisOf, millisOrNull, momentOf, momentOrNull } from "./moments.ts"
import type { KeyRow } from "./writes/organizations.ts"

/** The key of a row. What it holds was checked when it was written. */
export const toKey = (row: KeyRow): ApiKey => ({
  id: row.id as ApiKey["id"],
  organizationId: row.organizationId as ApiKey["organizationId"],
  name: row.name,
  digest: row.digest,
  last4: row.last4,
  scopes: row.scopes === null ? null : JSON.parse(row.scopes),
  createdAt: momentOf(row.createdAt),
  revokedAt: momentOrNull(row.revokedAt)
})

/** The row of a key. */
export const keyRow = (key: ApiKey): KeyRow => ({
  id: key.id,
  organizationId: key.organizationId,
  name: storableText(key.name),
  digest: key.digest,
  last4: storableText(key.last4),
  scopes: key.scopes === null ? null : JSON.stringify(key.scopes),
  createdAt: millisOf(key.createdAt),
  revokedAt: millisOrNull(key.revokedAt)
})
