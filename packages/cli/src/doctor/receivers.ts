/** What the doctor says about receivers of webhooks that do not take events: these wait, and nothing here is broken. */
import { refusingReceivers } from "@kittiwake/postgres/internal/refusingReceivers"
import * as PgClient from "@kittiwake/postgres/PgClient"
import { Duration, Effect } from "effect"
import type { Settings } from "../config.ts"
import { exists } from "../exists.ts"
import { layerClient } from "../operator/controlSocket.ts"
import { controlSocketPath } from "../operator/controlSocketPath.ts"
import { Operator } from "../operator/Operator.ts"
import { type RefusingHost, refusingHost } from "../operator/RefusingHost.ts"
import { absent, type Finding, ok } from "./Finding.ts"

const subject = "receivers"

/** Hosts that are named. */
const mostNamed = 10

const named = ({ deliveries, host, since }: RefusingHost): string =>
  `${host} (${deliveries.toLocaleString("en")} ${deliveries === 1 ? "event" : "events"}, the oldest of ${since.replace(/\.\d+Z$/, "Z")})`

/** In one line. */
export const receiversFinding = (hosts: ReadonlyArray<RefusingHost>): Finding => {
  if (hosts.length === 0) return ok(subject, "none has refused events that are to be sent again")
  const more = hosts.length > mostNamed ? `, and ${hosts.length - mostNamed} more` : ""
  return absent(
    subject,
    `not taken at several attempts, and to be sent again: ${hosts.slice(0, mostNamed).map(named).join(", ")}${more}`,
    '"kittiwake delivery list --status retrying" (and --batch all, for those of batches) names them, and "kittiwake delivery show" what was answered. Mend the receiver; the next attempt comes by itself, or by "kittiwake delivery retry".'
  )
}

const told = ({ storage }: Settings) =>
  Effect.gen(function* () {
    if (storage._tag === "Postgres") {
      const known = yield* refusingReceivers.pipe(
        Effect.provide(PgClient.layer({ url: storage.url, poolSize: 1, connectTimeout: Duration.seconds(5) }))
      )
      return known.map(refusingHost)
    }
    if (!(yield* exists(controlSocketPath(storage.dataDirectory)))) return null
    return yield* Operator.use(({ refusingHosts }) => refusingHosts).pipe(
      Effect.provide(layerClient(storage.dataDirectory))
    )
  })

/** Receivers that refuse; null where nobody answers: that is told where it is looked at. */
export const receivers = (settings: Settings): Effect.Effect<Finding | null> =>
  told(settings).pipe(
    Effect.timeout("5 seconds"),
    Effect.map((found) => (found === null ? null : receiversFinding(found))),
    Effect.catchCause(() => Effect.succeed(null))
  )
