import { DateTime, Effect, Layer, Option } from "effect"
import { ClientStore } from "../grants/ClientStore.ts"
import { Database } from "./Database.ts"

/** `ClientStore` in memory. */
export const layer: Layer.Layer<ClientStore, never, Database> = Layer.effect(
  ClientStore,
  Effect.map(Database, ({ clients, grants }) => {
    const isUnused = () => {
      const used = new Set([...grants.values()].map(({ clientId }) => clientId))
      return (id: string): boolean => !used.has(id)
    }
    return ClientStore.of({
      put: (client, at, most) =>
        Effect.sync(() => {
          // Who comes again goes to the end: a map keeps the order in which its entries were put.
          const wasThere = clients.delete(client.id)
          if (!wasThere && clients.size >= most) {
            const unused = [...clients.keys()].find(isUnused())
            if (unused === undefined) return false
            clients.delete(unused)
          }
          clients.set(client.id, { client, putAt: at })
          return true
        }),

      sweep: (since, limit) =>
        Effect.sync(() => {
          const over = [...clients].filter(([, { putAt }]) => DateTime.isLessThan(putAt, since)).map(([id]) => id)
          const unused = over.filter(isUnused()).slice(0, limit)
          for (const id of unused) clients.delete(id)
          return unused.length
        }),

      get: (id) => Effect.sync(() => Option.fromNullishOr(clients.get(id)?.client))
    })
  })
)
