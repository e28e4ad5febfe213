/** Runs an example without telling it the address of a page, as a newcomer does. */
import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import { assert, it } from "@effect/vitest"

const main = fileURLToPath(new URL("../src/main.ts", import.meta.url))

it("says in a line why a page of this machine is refused, and takes it from the setting", () => {
  const asked = (env: Readonly<Record<string, string>>) =>
    spawnSync(process.execPath, [main, "http://127.0.0.1:9/"], { encoding: "utf8", env: { NO_COLOR: "1", ...env } })
  const refused = asked({})
  assert.strictEqual(refused.status, 1)
  assert.match(refused.stderr, /^[^\n]*KITTIWAKE_EGRESS_ALLOW=127\.0\.0\.1:9[^\n]*\n$/)
  const wrong = asked({ KITTIWAKE_EGRESS_ALLOW: "not an address" })
  assert.strictEqual(wrong.status, 1)
  assert.match(wrong.stderr, /^[^\n]*egressAllow[^\n]*\n$/)
}, 300_000)

it("says how it is used", () => {
  const { status, stderr } = spawnSync(process.execPath, [main], { encoding: "utf8", env: { NO_COLOR: "1" } })
  assert.strictEqual(status, 2)
  assert.match(stderr, /^Usage: npm start -- https:\/\/[^\n]+\n$/)
}, 60_000)
