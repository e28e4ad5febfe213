/** The receivers of webhooks that have not taken events at several attempts, as the database has them. */
import { BacklogStore } from "@kittiwake/core/measures/BacklogStore"
import { Effect } from "effect"
import { layer } from "./BacklogStore.ts"

export const refusingReceivers = BacklogStore.use(({ refusing }) => refusing).pipe(Effect.provide(layer))
