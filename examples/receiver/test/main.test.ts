/** Runs the example without a secret, and with one that was not copied whole, as newcomers do. */
import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import { assert, it } from "@effect/vitest"

it.each([
  ["", /^Set WEBHOOK_SECRET to [^\n]+\n$/],
  ["whsec_8937…", /^WEBHOOK_SECRET is not a whole webhook secret[^\n]+\n$/]
])(
  "says what it needs, in one line, of the secret '%s'",
  (secret, line) => {
    const main = fileURLToPath(new URL("../src/main.ts", import.meta.url))
    const env = { NO_COLOR: "1", WEBHOOK_SECRET: secret }
    const { status, stderr } = spawnSync(process.execPath, [main], { encoding: "utf8", env })
    assert.strictEqual(status, 2)
    assert.match(stderr, line)
  },
  60_000
)
