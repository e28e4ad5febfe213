import { readdirSync, readFileSync } from "node:fs"
import { getPriority } from "node:os"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { needing } from "../../../../test/setup/needs.ts"
import { layer } from "../src/DocumentReader.ts"
import { read } from "./reading.ts"

/** How far each thread of this process gives way to others, as Linux has it. */
const niceness = () =>
  readdirSync("/proc/self/task").map((thread) =>
    Number(readFileSync(`/proc/self/task/${thread}/stat`, "utf8").split(") ")[1]?.split(" ")[16])
  )

// Elsewhere threads have no priority of their own; and who is started to give way, cannot give way more.
it.live(
  "threads that read files give way to those that answer, and to those alone",
  () =>
    Effect.gen(function* () {
      const own = getPriority()
      const before = niceness().filter((nice) => nice > own).length
      assert.include((yield* read("csv", "a\nroom\n")).html, "room")
      assert.isAbove(niceness().filter((nice) => nice > own).length, before)
      assert.strictEqual(getPriority(), own)
    }).pipe(Effect.provide(layer())),
  { timeout: 60_000, ...needing({ Linux: process.platform === "linux", priority: getPriority() < 10 }) }
)
