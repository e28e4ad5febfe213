/** What must work before a process should get traffic: its database, and its loops where it has some. */
import { Credits } from "@kittiwake/core/credits/Credits"
import { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { Readiness } from "@kittiwake/http/system/Readiness"
import { Pulse } from "@kittiwake/worker/Pulse"
import { Duration, Effect, Layer } from "effect"

/** A loop goes round every 30 seconds at the longest; after this it hangs. */
const silence = Duration.toMillis(Duration.seconds(90))

/** The checks behind `GET /ready`. */
export const layer = Layer.effect(
  Readiness,
  Effect.gen(function* () {
    const credits = yield* Credits
    const pulse = yield* Pulse
    return {
      checks: [
        {
          name: "database",
          // The account of nobody: one read that finds nothing, however much there is.
          check: credits.account(OrganizationId.make("nobody")).pipe(
            Effect.mapError(() => "did not answer"),
            Effect.asVoid
          )
        },
        {
          name: "worker",
          check: Effect.flatMap(pulse.silentFor(silence), (loops) =>
            loops.length === 0 ? Effect.void : Effect.fail(`hangs: ${loops.join(", ")}`)
          )
        }
      ]
    }
  })
)
