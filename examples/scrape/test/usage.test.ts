/** Runs an example without telling it the address of a page, as a newcomer does. */
import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import { assert, it } from "@effect/vitest"

it("says how it is used", () => {
  const main = fileURLToPath(new URL("../src/main.ts", import.meta.url))
  const { status, stderr } = spawnSync(process.execPath, [main], { encoding: "utf8", env: { NO_COLOR: "1" } })
  assert.strictEqual(status, 2)
  assert.match(stderr, /^Usage: npm start -- https:\/\/[^\n]+\n$/)
}, 60_000)
