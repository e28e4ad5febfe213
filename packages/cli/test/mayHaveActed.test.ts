/** Calls that end before their answer. Observed: what commands and programs are told of actions that may have been done. */
import { assert, describe, it } from "@effect/vitest"
import { DeadlinePassed } from "@kittiwake/core/web/errors"
import { Effect, Layer, ManagedRuntime } from "effect"
import { noteActing } from "../../core/src/pages/acting.ts"
import { webFailure } from "../src/commands/webFailure.ts"
import { kittiwakeError } from "../src/embed/methodErrors.ts"
import { callsOf } from "../src/embed/open.ts"

describe("a call whose time was over", () => {
  const doors = [
    ["a command", (error: DeadlinePassed) => webFailure(error).message],
    ["a program", (error: DeadlinePassed) => kittiwakeError(error).message]
  ] as const
  for (const [door, said] of doors)
    it(`tells ${door} to see first what was done, where something may have been`, () => {
      assert.match(said(new DeadlinePassed({ mayHaveActed: true })), /actions .* may have been done.* Then give more /)
      assert.notInclude(said(new DeadlinePassed()), "actions")
    })
})

describe("a call whose instance is closed", () => {
  it("says so, and to see first what was done where something may have been", async () => {
    const { close, run } = callsOf(ManagedRuntime.make(Layer.empty))
    const rejected = (work: Effect.Effect<void>) =>
      run(Effect.andThen(work, Effect.never)).then(
        () => "answered",
        (error: Error) => error.message
      )
    const both = [rejected(Effect.void), rejected(noteActing({ actions: [{ do: "click" }] }))]
    await new Promise((resolve) => setImmediate(resolve))
    await close()
    const [unacted, acted] = await Promise.all(both)
    assert.strictEqual(unacted, "This instance was closed.")
    assert.match(acted ?? "", /^This instance was closed\. The actions of the page may have been done/)
    assert.strictEqual(await rejected(Effect.void), "This instance was closed.")
  })
})
