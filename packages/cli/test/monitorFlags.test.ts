/** What the command says of flags that do not go together, and of fields that it made of flags. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { failed } from "../src/CommandFailed.ts"
import { namingFlags } from "../src/commands/monitorFlags.ts"
import { runHere } from "./support/commandHere.ts"

describe("flags of monitors", () => {
  it("are named when they do not go with the kind of target, with the one that does", async () => {
    for (const [args, words] of [
      [["--sitemap", "--goal", "news", "--keep", "main"], "leave out --goal, --keep."],
      [
        ["--extract", "--instructions", "prices", "--goal", "x"],
        "leave out --goal. What you want to know of a site is --instructions."
      ],
      [["--extract", "--instructions", "prices", "--drop", ".ad"], "leave out --drop."],
      [["--instructions", "prices"], "What you want to know of one page is --goal."]
    ] as const) {
      const { exitCode, stderr } = await runHere(["monitor", "add", "https://example.com", ...args], {})
      assert.notStrictEqual(exitCode, 0)
      assert.include(stderr, words)
    }
  })

  it.effect("stand for the fields of a backtest, too", () =>
    Effect.gen(function* () {
      const refused = failed("INPUT_VALIDATION_ERROR: include_selectors: does not go with a sitemap")
      const { message } = yield* Effect.flip(namingFlags(Effect.fail(refused)))
      assert.strictEqual(message, "INPUT_VALIDATION_ERROR: --keep: does not go with a sitemap")
    })
  )
})
