import { spawn } from "node:child_process"
import { once } from "node:events"
import { text } from "node:stream/consumers"
import { fileURLToPath } from "node:url"
import { assert, it } from "@effect/vitest"

const main = fileURLToPath(new URL("../src/main.ts", import.meta.url))

it.each([
  ["prints", ["batch", "submit", "--help"]],
  ["asks", ["--wizard"]]
])(
  "ends without a word when nobody reads what it %s",
  async (_, args) => {
    const child = spawn(process.execPath, [main, ...args], { stdio: ["ignore", "pipe", "pipe"] })
    child.stdout.destroy()
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, "exit")])
    assert.deepStrictEqual([said, code], ["", 141])
  },
  60_000
)
