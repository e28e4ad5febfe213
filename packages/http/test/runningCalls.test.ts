import { assert, it } from "@effect/vitest"
import * as MemoryWakeups from "@kittiwake/core/memory/Wakeups"
import { Signer } from "@kittiwake/core/security/Signer"
import { Effect, Fiber, Layer } from "effect"
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
