/** Counts what the log does not have of calls that were answered, and says now and then how much. */
import { Effect, Latch } from "effect"
import { countersBy } from "../counters.ts"

/** How often it is said what was lost. */
const tellEvery = "1 minute"

export const makeLogLosses = Effect.gen(function* () {
  const counters = countersBy({
    name: "kittiwake_request_log_losses_total",
    description: "Calls of which the request log lacks everything, or what was sent and answered.",
    label: "lost",
    values: ["call", "contents"]
  })
  yield* counters.begin
  const unsaid = { call: 0, contents: 0 }
  const more = Latch.makeUnsafe(false)
  const say = Effect.suspend(() => {
    const { call, contents } = unsaid
    Object.assign(unsaid, { call: 0, contents: 0 })
    more.closeUnsafe()
    if (call + contents === 0) return Effect.void
    return Effect.logError(
      `usage: too much waits to be written, so the request log lost ${call} calls, and of ${contents} what was sent and answered`
    )
  })
  yield* more.await.pipe(
    Effect.andThen(Effect.sleep(tellEvery)),
    Effect.andThen(say),
    Effect.forever,
    Effect.forkScoped
  )
  const count = (lost: keyof typeof unsaid) =>
    Effect.suspend(() => {
      unsaid[lost] += 1
      more.openUnsafe()
      return counters.count(lost)
    })
  return {
    count,
    /** Counts a call of which it is said by itself that it was lost. */
    countSaid: counters.count("call"),
    say
  }
})
