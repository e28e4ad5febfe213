/** A receiver of webhooks that refuses, answers late, and loses answers after it has taken the event. */
import { SendOutcome } from "@kittiwake/core/webhooks/domain/Delivery"
import type { WebhookSender } from "@kittiwake/core/webhooks/WebhookSender"
import { Effect } from "effect"
import type { Incarnation } from "./Universe.ts"
import type { World } from "./World.ts"

/** What arrived, by event id. */
export interface Arrival {
  readonly body: string
  count: number
  /** Times it was acknowledged with 2xx and the answer was on its way. */
  acknowledged: number
}

const failures = [
  SendOutcome.cases.Answered.make({ httpStatus: 500 }),
  SendOutcome.cases.NoAnswer.make({ code: "connection_failed", message: "simulated" })
] as const

const arrive = (world: World, headers: Readonly<Record<string, string>>, body: string, acknowledged: boolean) => {
  const eventId = headers["x-service-id"] ?? ""
  const known = world.arrivals.get(eventId)
  if (known === undefined) world.arrivals.set(eventId, { body, count: 1, acknowledged: acknowledged ? 1 : 0 })
  else {
    known.count++
    if (acknowledged) known.acknowledged++
    if (known.body !== body) world.violated(`event ${eventId} came with two bodies`)
  }
}

/** The sender of one process. */
export const receiverFor = (world: World, caller: Incarnation): WebhookSender["Service"] => ({
  send: ({ headers: signed, body, timeout }) =>
    Effect.flatMap(signed, (headers) =>
      Effect.callback<SendOutcome>((resume) => {
        const { chance } = world.universe
        const latency = world.strikes("slow", world.rates.slow)
          ? world.leaseMillis * (0.5 + chance.next() * 2)
          : 5 + chance.next() * 200
        const cancel = world.universe.after(latency, () => {
          // The request was on the wire: it arrives even when its sender is dead by then.
          if (world.receiversAway || world.strikes("send", world.rates.send)) {
            const outcome = world.receiversAway ? failures[1] : chance.pick(failures)
            if (outcome._tag === "NoAnswer" && !world.receiversAway && chance.happens(0.5))
              arrive(world, headers, body, false)
            world.universe.tell(caller, () => resume(Effect.succeed(outcome)))
            return
          }
          arrive(world, headers, body, true)
          world.universe.tell(caller, () =>
            resume(Effect.succeed(SendOutcome.cases.Answered.make({ httpStatus: 204 })))
          )
        })
        return Effect.sync(cancel)
      })
    ).pipe(
      Effect.timeoutOrElse({
        duration: timeout,
        orElse: () => Effect.succeed(SendOutcome.cases.NoAnswer.make({ code: "timeout", message: "simulated" }))
      })
    )
})
