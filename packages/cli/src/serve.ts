/** The server: the HTTP door, the worker, or both, over the adapters that the settings choose. */
import { OperatorToken } from "@kittiwake/core/administration/OperatorToken"
import { MemoryBudget, MemoryCounter } from "@kittiwake/core/budget/MemoryBudget"
import { HistoryBounds } from "@kittiwake/core/internal/monitors/HistoryBounds"
import { ObeysRobots } from "@kittiwake/core/sites/ObeysRobots"
import { HeaderPrefix } from "@kittiwake/core/webhooks/HeaderPrefix"
import * as NodeServer from "@kittiwake/http/NodeServer"
import { ListeningHost, PublicAddress } from "@kittiwake/http/web/PublicAddress"
import { Pulse } from "@kittiwake/worker/Pulse"
import * as securityUpkeep from "@kittiwake/worker/securityUpkeep"
import * as Worker from "@kittiwake/worker/Worker"
import { Effect, Layer, type LogLevel, Option } from "effect"
import { HttpServer, type HttpServerError } from "effect/http"
import * as adapters from "./adapters.ts"
import { type CommandFailed, exitCodes, unavailable, wrongUsage } from "./CommandFailed.ts"
import { type Settings, serverUrl } from "./config.ts"
import { announce, announcePreparing, firstStart } from "./firstStart.ts"
import { isHeapShort } from "./heapRoom.ts"
import * as logging from "./logging.ts"
import * as controlSocket from "./operator/controlSocket.ts"
import { Operator } from "./operator/Operator.ts"
import * as readiness from "./readiness.ts"
import { Serving } from "./Shutdown.ts"
import { keyFile } from "./serverClient.ts"
import * as services from "./services.ts"

const cannotListen =
  (settings: Settings, isKeyNew: boolean) =>
  ({ cause }: HttpServerError.ServeError): CommandFailed => {
    const code = (cause as { readonly code?: unknown } | null)?.code
    const where = `${settings.host}:${settings.port}`
    // The next start makes no key, and nobody has seen this one.
    const key = isKeyNew ? ` The first key was made, and is kept in ${keyFile(settings.dataDirectory)}.` : ""
    return code === "EADDRINUSE"
      ? unavailable(`Something else listens on ${where}: stop it, or set KITTIWAKE_PORT to another port.${key}`)
      : unavailable(
          `Cannot listen on ${where} (${String(code ?? cause)}): set KITTIWAKE_HOST and KITTIWAKE_PORT.${key}`
        )
  }

const boundPort = Effect.map(HttpServer.HttpServer, ({ address }) => ("port" in address ? address.port : null))

/** Listens once the first key is there, and says so once it listens. */
const http = (settings: Settings) =>
  Layer.unwrap(
    Effect.map(firstStart(settings), (secret) =>
      Layer.effectDiscard(
        Effect.gen(function* () {
          const port = (yield* boundPort) ?? settings.port
          yield* announce(settings, serverUrl({ host: settings.host, port }), secret)
        })
      ).pipe(
        Layer.provide(
          NodeServer.layer({ host: settings.host, port: settings.port }).pipe(
            Layer.catchTag("ServeError", (error) =>
              Layer.effect(HttpServer.HttpServer, cannotListen(settings, Option.isSome(secret))(error))
            )
          )
        )
      )
    )
  ).pipe(
    Layer.provide(
      settings.storage._tag === "Embedded" ? readiness.layerWithDisk(settings.storage.dataDirectory) : readiness.layer
    )
  )

const worker = (settings: Settings) =>
  Layer.mergeAll(
    Worker.layer(),
    settings.role === "worker"
      ? Layer.effectDiscard(Effect.logInfo("worker.started").pipe(Effect.annotateLogs({ role: settings.role })))
      : Layer.empty
  )

const control = ({ storage }: Settings) =>
  storage._tag === "Embedded"
    ? controlSocket.layerServer(storage.dataDirectory).pipe(Layer.provide(Operator.layer))
    : Layer.empty

const doors = (settings: Settings) =>
  Layer.mergeAll(
    settings.role === "worker" ? Layer.empty : http(settings),
    settings.role === "http" ? Layer.empty : worker(settings),
    control(settings),
    securityUpkeep.layer()
  )

/** A role of its own needs a database that several processes can share. */
const checkRole = ({ role, storage }: Settings) =>
  role !== "all" && storage._tag === "Embedded"
    ? Effect.fail(
        wrongUsage(
          `The embedded database serves one process, which does everything: set DATABASE_URL to run "${role}" by itself, or leave KITTIWAKE_ROLE unset.`
        )
      )
    : Effect.void

// Nothing that is answered in this state can be trusted, and only opening the database anew helps: a supervisor does that.
const endProcess = (reason: string) =>
  Effect.logFatal(`The embedded database cannot be used any more, so this process ends: ${reason}.`).pipe(
    Effect.andThen(Effect.sync(() => process.exit(exitCodes.failed)))
  )

/** A log that cannot be written, because its disk is full, must not take the server with it. */
const outliveLog = Effect.sync(() => {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined)
})

/** Serves until the process is told to stop, and logs from `level` on. */
export const serve = Effect.fnUntraced(function* (settings: Settings, level: LogLevel.LogLevel) {
  yield* checkRole(settings)
  yield* outliveLog
  yield* announcePreparing(settings)
  yield* (yield* Serving).begin
  return yield* Layer.launch(
    doors(settings).pipe(
      Layer.provide(services.layer),
      Layer.provide([
        adapters.layer({ ...settings, onLost: endProcess }),
        Pulse.layer,
        Layer.succeed(OperatorToken, settings.adminToken),
        Layer.succeed(HeaderPrefix, settings.webhookHeaderPrefix),
        Layer.succeed(ObeysRobots, settings.obeysRobots),
        Layer.succeed(HistoryBounds, settings.history),
        Layer.succeed(
          MemoryBudget,
          new MemoryCounter({ capacityBytes: settings.memoryBudgetBytes, isShort: isHeapShort })
        ),
        Layer.succeed(PublicAddress, Option.getOrNull(settings.publicUrl)),
        Layer.succeed(ListeningHost, settings.host.toLowerCase())
      ]),
      Layer.provide(logging.layerServer(settings.log, level))
    )
  )
})
