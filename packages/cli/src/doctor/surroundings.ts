/** What the doctor says about everything around: what may be reached, the server, and what this version lacks. */
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { inspectDatabase } from "@kittiwake/sqlite/internal/inspectDatabase"
import { Effect } from "effect"
import { HttpClient } from "effect/http"
import { exitCodes } from "../CommandFailed.ts"
import { type Settings, serverUrl } from "../config.ts"
import { saidIn } from "../notReady.ts"
import { callServer } from "../serverClient.ts"
import { absent, broken, type Finding, noneAnswers, ok } from "./Finding.ts"

/** By what the doctor judges: a server is judged by its own environment, which may be another. */
const judgedBy = (named: ReadonlyArray<string>): string =>
  named.length === 0
    ? "none is set here, so this is judged by the defaults"
    : `this is judged by ${named.join(", ")} as they are set here, and by the defaults`

/** Whether everything that is set is read, and by what is judged. */
export const settingNames = ({ named, unused }: Settings): Finding =>
  unused.length === 0
    ? ok("settings", `${judgedBy(named)}; a server that runs goes by what it was started with`)
    : absent(
        "settings",
        `nothing in this version reads ${unused.join(", ")}`,
        "Correct or unset them: docs/operate/configuration.md lists all there are."
      )

/** What pages and webhooks may be at. */
export const egress = ({ egressAllow }: Settings): Finding =>
  egressAllow.length === 0
    ? ok("egress", "public addresses only; KITTIWAKE_EGRESS_ALLOW opens private ones")
    : ok("egress", `public addresses, and ${egressAllow.length} of your own from KITTIWAKE_EGRESS_ALLOW`)

const elsewhere = "Set KITTIWAKE_DATA_DIR as that server has it, or KITTIWAKE_API_KEY to a key of it."

/** Whether the embedded database of these settings is there, and nobody has it open: a server that answers has another one. */
const isWithoutServer = ({ storage }: Settings) =>
  storage._tag === "Embedded"
    ? Effect.map(
        inspectDatabase(storage.dataDirectory, { isWhole: false }),
        (found) => found !== null && found.heldBy === null
      )
    : Effect.succeed(false)

/** What a server that is ready is to the commands beside it: one with another data directory takes no key of this one. */
const ready = (settings: Settings) => {
  const url = serverUrl(settings)
  const readyHere = Effect.map(isWithoutServer(settings), (isOther) =>
    isOther
      ? absent(
          "server",
          `ready at ${url}, with another database: nobody has the one in ${settings.dataDirectory} open`,
          "Set KITTIWAKE_DATA_DIR as that server has it, or start one for this database on another port: kittiwake start."
        )
      : ok("server", `ready at ${url}`)
  )
  return callServer(settings, (client) => client.monitors.limits()).pipe(
    Effect.matchEffect({
      onSuccess: () => readyHere,
      onFailure: ({ exitCode, message }) => {
        if (exitCode === exitCodes.usage) {
          const told = `ready at ${url}, and there is no key for it in ${settings.dataDirectory}`
          return Effect.succeed(absent("server", told, elsewhere))
        }
        return message.startsWith("UNAUTHORIZED")
          ? Effect.succeed(
              broken("server", `the one that is ready at ${url} does not take the key of these settings`, elsewhere)
            )
          : readyHere
      }
    })
  )
}

/** Whether a server is where the settings say, ready or not, or too busy to answer. */
export const isServed = (settings: Settings): Effect.Effect<boolean> =>
  HttpClient.get(`${serverUrl(settings)}/ready`).pipe(
    Effect.as(true),
    Effect.timeout("3 seconds"),
    Effect.catch(({ _tag }) => Effect.succeed(_tag === "TimeoutError")),
    Effect.provide(NodeHttpClient.layerNodeHttp)
  )

/** Whether a server answers where the settings say, and to commands that have these settings. */
export const server = (settings: Settings) =>
  HttpClient.get(`${serverUrl(settings)}/ready`).pipe(
    Effect.flatMap((response) => Effect.map(response.text, (text) => ({ status: response.status, text }))),
    Effect.timeout("3 seconds"),
    Effect.matchEffect({
      onSuccess: ({ status, text }) =>
        status === 200
          ? ready(settings)
          : Effect.succeed(
              broken("server", `${serverUrl(settings)} is not ready${saidIn(text)}`, "See the log of the server.")
            ),
      onFailure: ({ _tag }) =>
        Effect.succeed(
          _tag === "TimeoutError"
            ? broken(
                "server",
                `${serverUrl(settings)} takes connections, and did not answer in 3 seconds`,
                "It stands still or has much to do: look again, and see its log. What else listens there belongs on another port (KITTIWAKE_PORT)."
              )
            : absent("server", `${noneAnswers} ${serverUrl(settings)}`, `Run: kittiwake start`)
        )
    }),
    Effect.provide(NodeHttpClient.layerNodeHttp)
  )
