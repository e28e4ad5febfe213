import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Result } from "effect"
import { Command } from "effect/cli"
import { number, siteOrPage } from "../src/commands/webFlags.ts"

describe("a site or a page, as people write it", () => {
  it("is the site where a host stands alone, and a page otherwise, with its scheme or without", () => {
    assert.deepStrictEqual(["shop.example", " shop.example/ ", "127.0.0.1:8000"].map(siteOrPage), [
      { domain: "shop.example" },
      { domain: "shop.example/" },
      { domain: "127.0.0.1:8000" }
    ])
    assert.deepStrictEqual(
      [
        "https://shop.example",
        "HTTP://shop.example/",
        "shop.example/mugs",
        "shop.example?id=1",
        "localhost:8000/a"
      ].map(siteOrPage),
      [
        { directUrl: "https://shop.example" },
        { directUrl: "HTTP://shop.example/" },
        { directUrl: "https://shop.example/mugs" },
        { directUrl: "https://shop.example?id=1" },
        { directUrl: "http://localhost:8000/a" }
      ]
    )
  })
})

describe("a number that a flag takes", () => {
  const read = Effect.fnUntraced(function* (...args: ReadonlyArray<string>) {
    const given: Array<unknown> = []
    const command = Command.make(
      "read",
      { timeout: number("timeout", "Milliseconds until then"), most: number("most", "Most pages") },
      (flags) => Effect.sync(() => void given.push(Option.getOrNull(flags.timeout), Option.getOrNull(flags.most)))
    )
    const done = yield* Effect.result(Command.runWith(command, { version: "1" })(args))
    return Result.isSuccess(done) ? given : JSON.stringify(done.failure, ["errors", "expected", "message", "value"])
  })

  it.effect("is a whole one, and says what to write where it has a unit", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* read("--timeout", "3000", "--most=-1"), [3000, -1])
      assert.deepStrictEqual(yield* read(), [null, null])
      const times = { "500ms": 500, "3s": 3_000, "10m": 600_000, "1h": 3_600_000, "2D": 172_800_000, "0": 0 }
      for (const [text, millis] of Object.entries(times)) {
        assert.deepStrictEqual(yield* read("--timeout", text), [millis, null], text)
      }
      assert.include(yield* read("--most", "3s"), "a whole number, such as 10")
      for (const wrong of ["3x", "s", "3.5s", "1e3", "3s4"]) {
        assert.include(
          yield* read("--timeout", wrong),
          "a time such as 500ms, 90s or 10m, or a whole number of milliseconds"
        )
      }
      assert.include(yield* read("--most", "1.5"), "a whole number, such as 10")
    }).pipe(Effect.provide(NodeServices.layer))
  )
})
