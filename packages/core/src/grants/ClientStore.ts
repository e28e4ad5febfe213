/** Where clients that registered live. */
import { Context, type DateTime, type Effect, type Option } from "effect"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import type { Client } from "./domain/Client.ts"

/**
 * Keeps clients.
 *
 * **Contract** (every adapter passes `testing/grantStoreSuite.ts`)
 *
 * - However many register at once, there are never more than `most`: who came first of those without a grant makes room.
 * - A client with a grant is never dropped, and one without only to make room, or by a sweep.
 */
export class ClientStore extends Context.Service<
  ClientStore,
  {
    /** Stores a client under its id, as of now; tells whether there was room. */
    readonly put: (client: Client, at: DateTime.Utc, most: number) => Effect.Effect<boolean, StoreUnavailable>

    /** Drops up to `limit` clients without a grant that were stored before `since`, and not again; tells how many. */
    readonly sweep: (since: DateTime.Utc, limit: number) => Effect.Effect<number, StoreUnavailable>

    /** The client with this id. */
    readonly get: (id: string) => Effect.Effect<Option.Option<Client>, StoreUnavailable>
  }
>()("@kittiwake/core/grants/ClientStore") {}
