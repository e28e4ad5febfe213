/** Runs the example with a list of pages of this machine, as a newcomer does. */
import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import { assert, it } from "@effect/vitest"

const main = fileURLToPath(new URL("../src/main.ts", import.meta.url))

it("says why a page of this machine is refused, and takes it from the setting", () => {
  const asked = (env: Readonly<Record<string, string>>) =>
    spawnSync(process.execPath, [main], {
      encoding: "utf8",
      input: "http://127.0.0.1:9/\n",
      env: { NO_COLOR: "1", ...env }
    })
  const refused = asked({})
  assert.include(`${refused.stdout}${refused.stderr}`, "KITTIWAKE_EGRESS_ALLOW=127.0.0.1:9")
  // Nobody listens there: it was asked.
  const allowed = asked({ KITTIWAKE_EGRESS_ALLOW: "127.0.0.1:9" })
  assert.strictEqual(allowed.status, 0, allowed.stderr)
  assert.notInclude(`${allowed.stdout}${allowed.stderr}`, "KITTIWAKE_EGRESS_ALLOW")
  const wrong = asked({ KITTIWAKE_EGRESS_ALLOW: "not an address" })
  assert.strictEqual(wrong.status, 1)
  assert.match(wrong.stderr, /^[^\n]*egressAllow[^\n]*\n$/)
}, 300_000)
