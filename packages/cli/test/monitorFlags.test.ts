/** What the command says of flags that do not go together, and of fields that it made of flags. */
import { assert, describe, it } from "@effect/vitest"
import { scheduleProblem } from "@kittiwake/core/monitors/domain/Schedule"
import { DateTime, Effect } from "effect"
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

  it.effect("stand for what is wrong with a whole schedule, as the rules of schedules say it", () =>
    Effect.gen(function* () {
      const at = DateTime.makeUnsafe("2026-01-01T00:00:00Z")
      const cron = (expression: string, timeZone = "UTC") => ({ type: "cron" as const, expression, timeZone })
      for (const [schedule, said] of [
        [{ type: "interval", frequency: 5, unit: "minutes" }, /^--every must give between 10 minutes and 365 days$/],
        [cron("* * *"), /^--cron must have the five fields of cron$/],
        [cron("*/5 * * * *"), /^--cron must leave at least 10 minutes between runs$/],
        [cron("0 9 31 2 *"), /^--cron never comes true within eight years$/],
        [cron("0 9 * * *", "Mars/Olympus"), /^--time-zone must be a name such as /],
        [cron("99 9 * * *"), /^--cron or --time-zone is not valid: /]
      ] as const) {
        const refused = failed(`INPUT_VALIDATION_ERROR: schedule: ${scheduleProblem(schedule, at)}`)
        const { message } = yield* Effect.flip(namingFlags(Effect.fail(refused)))
        assert.match(message.replace("INPUT_VALIDATION_ERROR: ", ""), said)
      }
    })
  )

  it.effect("leave a message alone that speaks of no schedule", () =>
    Effect.gen(function* () {
      for (const message of [
        "name: expression must be short",
        "The expression must be one.",
        "time_zone must be given"
      ]) {
        const { message: told } = yield* Effect.flip(namingFlags(Effect.fail(failed(message))))
        assert.strictEqual(told, message.replace("name:", "--name:"))
      }
    })
  )
})
