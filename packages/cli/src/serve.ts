/** The server: the HTTP door, the worker, or both, over the adapters that the settings choose. */
import { MetricsToken } from "@kittiwake/core/administration/MetricsToken"
import { OperatorToken } from "@kittiwake/core/administration/OperatorToken"
import { MemoryBudget, MemoryCounter } from "@kittiwake/core/budget/MemoryBudget"
import { InboxPlace } from "@kittiwake/core/inbox/InboxPlace"
import { ResultBounds } from "@kittiwake/core/internal/batches/ResultBounds"
import { RefreshBounds } from "@kittiwake/core/internal/brands/RefreshBounds"
import { HistoryBounds } from "@kittiwake/core/internal/monitors/HistoryBounds"
import { GatheringBounds } from "@kittiwake/core/internal/news/GatheringBounds"
import { NewsBounds } from "@kittiwake/core/news/NewsBounds"
import { IndexBounds } from "@kittiwake/core/search/IndexBounds"
import { ObeysRobots } from "@kittiwake/core/sites/ObeysRobots"
import { HeaderPrefix } from "@kittiwake/core/webhooks/HeaderPrefix"
import { AssistantOrigins } from "@kittiwake/http/assistants/AssistantDoor"
import * as NodeServer from "@kittiwake/http/NodeServer"
import { ListeningHost, PublicAddress } from "@kittiwake/http/web/PublicAddress"
import * as Mcp from "@kittiwake/mcp/Mcp"
import { Pulse } from "@kittiwake/worker/Pulse"
import * as securityUpkeep from "@kittiwake/worker/securityUpkeep"
import * as Worker from "@kittiwake/worker/Worker"
import { Effect, Layer, type LogLevel, Metric, Option } from "effect"
import { HttpServer, type HttpServerError } from "effect/http"
import * as adapters from "./adapters.ts"
import * as browserWarning from "./browserWarning.ts"
import { type CommandFailed, exitCodes, unavailable, wrongUsage } from "./CommandFailed.ts"
import { type Settings, serverUrl } from "./config.ts"
import * as dashboardFiles from "./dashboardFiles.ts"
import * as demonstrations from "./demo/demonstrations.ts"
import { announce, announcePreparing, firstStart } from "./firstStart.ts"
import { isHeapShort } from "./heapRoom.ts"
import * as logging from "./logging.ts"
import * as measurements from "./measurements.ts"
import * as controlSocket from "./operator/controlSocket.ts"
import { Operator } from "./operator/Operator.ts"
import * as placeCheck from "./placeCheck.ts"
import * as readiness from "./readiness.ts"
import { Serving } from "./Shutdown.ts"
import { keyFile } from "./serverClient.ts"
import * as services from "./services.ts"
import * as installation from "./system/installation.ts"

/** No interface of this machine has the address, or the name has none: another port would not help. */
const isHostWrong: ReadonlySet<unknown> = new Set(["EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN", "EAFNOSUPPORT"])

const cannotListen =
  (host: string, port: number, setting: "KITTIWAKE_PORT" | "KITTIWAKE_METRICS_PORT", remark = "") =>
  ({ cause }: HttpServerError.ServeError): CommandFailed => {
    const code = (cause as { readonly code?: unknown } | null)?.code
    const where = `${host}:${port}`
    return code === "EADDRINUSE"
      ? unavailable(`Something else listens on ${where}: stop it, or set ${setting} to another port.${remark}`)
      : unavailable(
          isHostWrong.has(code)
            ? `Cannot listen on ${where} (${String(code)}): set KITTIWAKE_HOST to an address of this machine, such as 127.0.0.1, or to 0.0.0.0 for all it has.${remark}`
            : `Cannot listen on ${where} (${String(code ?? cause)}): set KITTIWAKE_HOST and ${setting}.${remark}`
        )
  }

/** The next start makes no key, and nobody has seen this one. */
const keyRemark = ({ dataDirectory }: Settings, isKeyNew: boolean): string =>
  isKeyNew ? ` The first key was made, and is kept in ${keyFile(dataDirectory)}.` : ""

const boundPort = Effect.map(HttpServer.HttpServer, ({ address }) => ("port" in address ? address.port : null))

const disksOf = ({ blobs, storage }: Settings): readiness.Disks => ({
  ...(storage._tag === "Embedded" ? { disk: storage.dataDirectory } : {}),
  ...(blobs._tag === "Files" ? { blobs: blobs.directory } : {})
})

/** What is looked at when somebody asks how this process is. */
const looks = (settings: Settings) =>
  Layer.provideMerge(
    Layer.mergeAll(measurements.layer, installation.layer(settings), demonstrations.layer(settings.browser)),
    readiness.layerWithDisks(disksOf(settings))
  )

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
              Layer.effect(
                HttpServer.HttpServer,
                cannotListen(
                  settings.host,
                  settings.port,
                  "KITTIWAKE_PORT",
                  keyRemark(settings, Option.isSome(secret))
                )(error)
              )
            )
          )
        )
      )
    )
  ).pipe(Layer.provide(looks(settings)))

/** A process that only works serves nothing but its metrics, where it is told to. */
const workerMetrics = (settings: Settings) =>
  Option.match(settings.metricsPort, {
    onNone: () => Layer.empty,
    onSome: (asked) =>
      Layer.effectDiscard(
        Effect.gen(function* () {
          const port = (yield* boundPort) ?? asked
          const url = `${serverUrl({ host: settings.host, port })}/metrics`
          yield* Effect.logInfo("metrics.served").pipe(Effect.annotateLogs({ url }))
        })
      ).pipe(
        Layer.provide(
          NodeServer.layerMetrics({ host: settings.host, port: asked }).pipe(
            Layer.catchTag("ServeError", (error) =>
              Layer.effect(HttpServer.HttpServer, cannotListen(settings.host, asked, "KITTIWAKE_METRICS_PORT")(error))
            )
          )
        ),
        Layer.provide(looks(settings))
      )
  })

const aloneAtWork = (settings: Settings) =>
  Layer.merge(
    workerMetrics(settings),
    Layer.effectDiscard(Effect.logInfo("worker.started").pipe(Effect.annotateLogs({ role: settings.role })))
  )

const worker = (settings: Settings) =>
  Layer.merge(Worker.layer(), settings.role === "worker" ? aloneAtWork(settings) : Layer.empty)

const control = ({ storage }: Settings) =>
  storage._tag === "Embedded"
    ? controlSocket.layerServer(storage.dataDirectory).pipe(Layer.provide(Operator.layer))
    : Layer.empty

const doors = (settings: Settings) =>
  Layer.mergeAll(
    settings.role === "worker" ? Layer.empty : http(settings),
    settings.role === "http" ? Layer.empty : worker(settings),
    control(settings),
    browserWarning.layer(settings),
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
      Layer.provide(placeCheck.layer(settings)),
      Layer.provide([
        adapters.layer({ ...settings, onLost: endProcess }),
        Pulse.layer,
        Layer.succeed(OperatorToken, settings.adminToken),
        Layer.succeed(MetricsToken, settings.metricsToken),
        Layer.succeed(HeaderPrefix, settings.webhookHeaderPrefix),
        Layer.succeed(ObeysRobots, settings.obeysRobots),
        Layer.succeed(HistoryBounds, settings.history),
        Layer.succeed(ResultBounds, { resultBytes: settings.batchResultBytes }),
        Layer.succeed(RefreshBounds, settings.brandRefreshes),
        Layer.succeed(IndexBounds, settings.index),
        Layer.succeed(NewsBounds, settings.news),
        Layer.succeed(GatheringBounds, settings.gathering),
        Layer.succeed(
          MemoryBudget,
          new MemoryCounter({ capacityBytes: settings.memoryBudgetBytes, isShort: isHeapShort })
        ),
        dashboardFiles.layer,
        Mcp.layer(settings.assistants),
        Layer.succeed(AssistantOrigins, settings.assistants.origins),
        Layer.succeed(PublicAddress, Option.getOrNull(settings.publicUrl)),
        Layer.succeed(ListeningHost, settings.host.toLowerCase()),
        Layer.succeed(InboxPlace, {
          named: Option.getOrNull(settings.publicUrl),
          listensOn: settings.host.toLowerCase()
        })
      ]),
      // Its own, so that several in one process count apart.
      Layer.provide(Layer.sync(Metric.MetricRegistry, () => new Map())),
      Layer.provide(logging.layerServer(settings.log, level))
    )
  )
})
