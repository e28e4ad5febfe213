/** Finds the one place where the database can be used, and does something there. */
import { GatheringBounds } from "@kittiwake/core/internal/news/GatheringBounds"
import type { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { dataDirectoryAt } from "@kittiwake/sqlite/internal/dataDirectory"
import { Effect, Layer } from "effect"
import * as adapters from "../adapters.ts"
import { type CommandFailed, failed, unavailable } from "../CommandFailed.ts"
import type { Settings } from "../config.ts"
import { exists } from "../exists.ts"
import { didNotAnswer } from "../StorageUnusable.ts"
import * as services from "../services.ts"
import { layerClient } from "./controlSocket.ts"
import { controlSocketPath } from "./controlSocketPath.ts"
import { Operator } from "./Operator.ts"
import type { OperatorRefused } from "./OperatorRefused.ts"

/** What is to be done. */
type Use<A> = (operator: Operator["Service"]) => Effect.Effect<A, CommandFailed | OperatorRefused | StoreUnavailable>

const oneLine = (error: CommandFailed | OperatorRefused | StoreUnavailable): CommandFailed =>
  error._tag === "CommandFailed"
    ? error
    : error._tag === "OperatorRefused"
      ? failed(error.message)
      : unavailable(didNotAnswer(error, "Nothing is known to have been changed."))

const here = <A>(settings: Settings, use: Use<A>) =>
  Operator.use(use).pipe(
    Effect.mapError(oneLine),
    Effect.provide(
      Operator.layer.pipe(
        Layer.provide(services.layerAdministration),
        Layer.provide(Layer.succeed(GatheringBounds, settings.gathering)),
        Layer.provide(Layer.provideMerge(adapters.layerSealing(settings), adapters.layerStorage(settings)))
      )
    )
  )

/** Whether a server listens on the control socket; one that was killed leaves a socket that nobody listens on. */
const isServed = (dataDirectory: string) =>
  Effect.flatMap(exists(controlSocketPath(dataDirectory)), (found) =>
    found
      ? Operator.use((operator) => operator.organizations).pipe(
          Effect.provide(layerClient(dataDirectory)),
          Effect.isSuccess
        )
      : Effect.succeed(false)
  )

/** Opening a database would make one, and a command about what is there must not. */
const checkExists = Effect.fnUntraced(function* (dataDirectory: string) {
  const { database, mark } = dataDirectoryAt(dataDirectory)
  // A mark without a database is told apart where the database is opened.
  if ((yield* exists(database)) || (yield* exists(mark))) return
  return yield* failed(
    `There is no database in ${dataDirectory} yet: "kittiwake start" makes it. That of a server elsewhere is found by KITTIWAKE_DATA_DIR.`
  )
})

/** Asks the server that has the embedded database open; when there is none, and on Postgres, opens the database itself. */
export const withOperator = Effect.fnUntraced(function* <A>(settings: Settings, use: Use<A>) {
  const { storage } = settings
  if (storage._tag === "Postgres") return yield* here(settings, use)
  if (yield* isServed(storage.dataDirectory)) {
    return yield* Operator.use(use).pipe(Effect.mapError(oneLine), Effect.provide(layerClient(storage.dataDirectory)))
  }
  yield* checkExists(storage.dataDirectory)
  return yield* here(settings, use)
})
