/** What the doctor says about hosts that are left alone: work for them waits, and nothing is broken. */
import { restingHosts } from "@kittiwake/postgres/internal/restingHosts"
import * as PgClient from "@kittiwake/postgres/PgClient"
import { DateTime, Duration, Effect } from "effect"
import type { Settings } from "../config.ts"
import { exists } from "../exists.ts"
import { layerClient } from "../operator/controlSocket.ts"
import { controlSocketPath } from "../operator/controlSocketPath.ts"
import { Operator } from "../operator/Operator.ts"
import { hostsThatRest, type RestingHost } from "../operator/RestingHost.ts"
import { type Finding, ok } from "./Finding.ts"

/** Hosts that are named. */
const mostNamed = 10

const named = ({ host, rests_until, status }: RestingHost): string =>
  `${host} until ${rests_until.replace(/\.\d+Z$/, "Z")} (it answered ${status})`

/** In one line. */
export const hostsFinding = (hosts: ReadonlyArray<RestingHost>): Finding => {
  if (hosts.length === 0) return ok("hosts", "none rests because it was asked too often")
  const more = hosts.length > mostNamed ? `, and ${hosts.length - mostNamed} more` : ""
  const list = hosts.slice(0, mostNamed).map(named).join(", ")
  return ok("hosts", `work waits until these have rested: ${list}${more}`)
}

const told = ({ storage }: Settings) =>
  Effect.gen(function* () {
    if (storage._tag === "Postgres") {
      const known = yield* restingHosts.pipe(
        Effect.provide(PgClient.layer({ url: storage.url, poolSize: 1, connectTimeout: Duration.seconds(5) }))
      )
      return hostsThatRest(known, yield* DateTime.now)
    }
    if (!(yield* exists(controlSocketPath(storage.dataDirectory)))) return null
    return yield* Operator.use(({ restingHosts: hosts }) => hosts).pipe(
      Effect.provide(layerClient(storage.dataDirectory))
    )
  })

/** Hosts that rest, as those know who read; null where nobody answers: that is told where it is looked at. */
export const hosts = (settings: Settings): Effect.Effect<Finding | null> =>
  told(settings).pipe(
    Effect.timeout("5 seconds"),
    Effect.map((found) => (found === null ? null : hostsFinding(found))),
    Effect.catchCause(() => Effect.succeed(null))
  )
