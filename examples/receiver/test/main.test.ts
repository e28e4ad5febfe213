/** Runs the example without a secret, as a newcomer does. */
import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import { assert, it } from "@effect/vitest"

it("says what it needs, in one line", () => {
  const main = fileURLToPath(new URL("../src/main.ts", import.meta.url))
  const { status, stderr } = spawnSync(process.execPath, [main], { encoding: "utf8", env: { NO_COLOR: "1" } })
  assert.strictEqual(status, 2)
  assert.match(stderr, /^Set WEBHOOK_SECRET to [^\n]+\n$/)
}, 60_000)
