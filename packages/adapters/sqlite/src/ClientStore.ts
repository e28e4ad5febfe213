import { ClientStore } from "@kittiwake/core/grants/ClientStore"
import type { Client } from "@kittiwake/core/grants/domain/Client"
import { storableJson } from "@kittiwake/storage/storable"
import { Effect, Layer, Option } from "effect"
import { millisOf } from "./moments.ts"
import { Sqlite } from "./Sqlite.ts"

/** `ClientStore` on SQLite. */
export const layer: Layer.Layer<ClientStore, never, Sqlite> = Layer.effect(
  ClientStore,
  Effect.map(Sqlite, ({ read, write }) =>
    ClientStore.of({
      put: (client, at, most) =>
        write("ClientStore.put", { id: client.id, client: storableJson(client), at: millisOf(at), most }),

      sweep: (since, limit) => write("ClientStore.sweep", { since: millisOf(since), limit }),

      get: (id) =>
        read("ClientStore.get", (db) => {
          const row = db.get<{ readonly client: string }>("select client from oauth_clients where id = ?", id)
          return row === undefined ? Option.none() : Option.some(JSON.parse(row.client) as Client)
        })
    })
  )
)
