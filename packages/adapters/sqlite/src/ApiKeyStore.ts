import { ApiKeyStore, type KeyAndOwner } from "@kittiwake/core/organizations/ApiKeyStore"
import { Effect, Layer, Option } from "effect"
import type { Connection } from "./Connection.ts"
import { keyRow, toKey } from "./keyRows.ts"
import { millisOf } from "./moments.ts"
import { findOrganization } from "./organizationRows.ts"
import { remembered } from "./remembered.ts"
import { Sqlite } from "./Sqlite.ts"
import { type KeyRow, keyColumns } from "./writes/organizations.ts"

/** Keys that are kept with their organizations. */
const maxKept = 10_000

const findByDigest = (db: Connection, digest: string): KeyAndOwner | undefined => {
  const row = db.get<KeyRow>(`select ${keyColumns} from api_keys where digest = ?`, digest)
  const owner = row && findOrganization(db, row.organizationId)
  return row && owner && { key: toKey(row), organization: owner.organization }
}

/** `ApiKeyStore` on SQLite. */
export const layer: Layer.Layer<ApiKeyStore, never, Sqlite> = Layer.effect(
  ApiKeyStore,
  Effect.map(Sqlite, ({ read, write, writesOf }) => {
    // Who calls is asked with every call.
    const find = remembered({
      writes: writesOf("ApiKeyStore", "OrganizationStore"),
      find: findByDigest,
      most: maxKept
    })

    return ApiKeyStore.of({
      put: (key) => write("ApiKeyStore.put", keyRow(key)),

      find: (digest) => read("ApiKeyStore.find", (db) => Option.fromUndefinedOr(find(db, digest))),

      list: (organizationId) =>
        read("ApiKeyStore.list", (db) =>
          db
            .all<KeyRow>(
              `select ${keyColumns} from api_keys where organization_id = ? order by created_at, id`,
              organizationId
            )
            .map(toKey)
        ),

      revoke: (organizationId, keyId, at) =>
        Effect.map(write("ApiKeyStore.revoke", { organizationId, keyId, at: millisOf(at) }), (row) =>
          Option.map(Option.fromNullishOr(row), toKey)
        )
    })
  })
)
