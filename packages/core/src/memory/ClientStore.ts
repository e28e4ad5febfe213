import { Effect, Layer, Option } from "effect"
import { ClientStore } from "../grants/ClientStore.ts"
import { Database } from "./Database.ts"

/** `ClientStore` in memory. */
export const layer: Layer.Layer<ClientStore, never, Database> = Layer.effect(
  ClientStore,
  Effect.map(Database, ({ clients, grants }) =>
    ClientStore.of({
      put: (client, _at, most) =>
        Effect.sync(() => {
          // Who comes again goes to the end: a map keeps the order in which its entries were put.
          const wasThere = clients.delete(client.id)
          if (!wasThere && clients.size >= most) {
            const used = new Set([...grants.values()].map(({ clientId }) => clientId))
            const unused = [...clients.keys()].find((id) => !used.has(id))
            if (unused === undefined) return false
            clients.delete(unused)
          }
          clients.set(client.id, client)
          return true
        }),

      get: (id) => Effect.sync(() => Option.fromNullishOr(clients.get(id)))
    })
  )
)
