/** A process that counts requests over Redis as fast as it can, and tells how many were admitted. */

import { LimitStore } from "@kittiwake/core/limits/LimitStore"
import { Context, Effect, Layer, Redacted } from "effect"
import { countTogether } from "../../../core/src/limits/countTogether.ts"
import * as redis from "../src/redis.ts"

const [url = "", prefix = "", calls = "0", limit = "0"] = process.argv.slice(2)

const program = Effect.gen(function* () {
  const context = yield* Layer.build(redis.layer({ url: Redacted.make(url), prefix }))
  const counting = yield* countTogether(Context.get(context, LimitStore))
  let inFlight = 0
  let most = 0
  const call = Effect.fnUntraced(function* (n: number) {
    const { admitted } = yield* counting.draw({
      ...{ subject: "org", windowStartMillis: 0, windowMillis: 60_000 },
      ...{ weight: 1, limit: Number(limit) }
    })
    const slot = { subject: "slots", token: `${process.pid}:${n}`, limit: 5 }
    const { admitted: hasSlot, taken } = yield* counting.enter(slot)
    if (hasSlot) {
      inFlight += 1
      most = Math.max(most, taken, inFlight)
      yield* Effect.yieldNow
      inFlight -= 1
      yield* counting.leave(slot)
    }
    return admitted
  })
  process.stdout.write("ready\n")
  // All begin together, when they are told to.
  yield* Effect.promise(() => new Promise((resolve) => process.stdin.once("data", resolve)))
  const draws = yield* Effect.forEach(
    Array.from({ length: Number(calls) }, (_, n) => n),
    call,
    { concurrency: 64 }
  )
  process.stdout.write(`${JSON.stringify({ admitted: draws.filter(Boolean).length, most })}\n`)
  process.stdin.destroy()
})

await Effect.runPromise(Effect.scoped(program))
