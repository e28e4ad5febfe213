import { assert, it } from "@effect/vitest"
import * as MemoryWakeups from "@kittiwake/core/memory/Wakeups"
import { Signer } from "@kittiwake/core/security/Signer"
import { Wakeups } from "@kittiwake/core/waking/Wakeups"
import { Context, Effect, Fiber, Layer, Option } from "effect"
import { makeRunningCalls } from "../src/assistants/RunningCalls.ts"

/** Names calls by what they are; that of the call `slow` takes for ever. */
const naming = Layer.mock(Signer, {
  digest: (content) => (String(content).includes("slow") ? Effect.never : Effect.succeed(String(content)))
})

it.effect("nothing is left of calls that began together when their request goes before all of them have", () =>
  Effect.gen(function* () {
    const calls = yield* makeRunningCalls
    const together = yield* Effect.forkChild(calls.begin("talk", [1, 2, "slow"]), { startImmediately: true })
    assert.isNull(yield* calls.cancel("talk", 1), "it goes on in this process")
    yield* Fiber.interrupt(together)
    assert.isString(yield* calls.cancel("talk", 1), "nobody here knows it")
    const [one] = [...(yield* calls.begin("talk", [1, 1])).values()]
    assert.isNull(yield* calls.cancel("talk", 1))
    assert.isTrue(one?.signal.aborted)
    one?.over()
    assert.isString(yield* calls.cancel("talk", 1))
  }).pipe(Effect.scoped, Effect.provide([naming, MemoryWakeups.layer]))
)

/** What belongs to a call: nothing of it may be kept by what outlives the call. */
class Caller extends Context.Service<Caller, { readonly name: string }>()("test/Caller") {}

it.effect("listening to other processes keeps nothing of the call with which it begins", () =>
  Effect.gen(function* () {
    const own = yield* Wakeups
    const heard: Array<boolean> = []
    const listen: Wakeups["Service"]["listen"] = (hear) =>
      Effect.flatMap(Effect.context<never>(), (context) => {
        heard.push(Option.isSome(Context.getOption(context, Caller)))
        return own.listen(hear)
      })
    const calls = yield* Effect.provideService(makeRunningCalls, Wakeups, { ...own, listen })
    const first = calls.begin("talk", [1]).pipe(Effect.provideService(Caller, Caller.of({ name: "first" })))
    assert.strictEqual((yield* first).size, 1)
    assert.deepStrictEqual(heard, [false])
  }).pipe(Effect.scoped, Effect.provide([naming, MemoryWakeups.layer]))
)
