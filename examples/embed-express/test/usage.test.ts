/** Starts the example as a newcomer does, and calls what it says can be called. */
import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { assert, it } from "@effect/vitest"

const main = fileURLToPath(new URL("../src/main.ts", import.meta.url))

/** The example in a folder of its own; `lines` are the first two that it says. */
const start = async (folder: string, env: Readonly<Record<string, string>>) => {
  const child = spawn(process.execPath, [main], {
    cwd: folder,
    env: { NO_COLOR: "1", PORT: "0", ...env },
    stdio: ["ignore", "pipe", "inherit"]
  })
  const ended = once(child, "exit")
  const lines: Array<string> = []
  for await (const line of createInterface({ input: child.stdout })) if (lines.push(line) === 2) break
  const [address = "", said = ""] = lines
  return {
    address,
    said,
    [Symbol.asyncDispose]: async () => {
      child.kill("SIGTERM")
      await ended
    }
  }
}

it("says how its API is called, and lets it watch pages of this machine that are named", async () => {
  const folder = await mkdtemp(join(tmpdir(), "kittiwake-express-"))
  try {
    {
      await using without = await start(folder, {})
      assert.include(without.said, "KITTIWAKE_API_KEY=sk_$(openssl rand -hex 24)")
    }
    // A key that is given later works on what is there already.
    const key = "sk_0123456789abcdef0123456789abcdef"
    await using app = await start(folder, { KITTIWAKE_API_KEY: key, KITTIWAKE_EGRESS_ALLOW: "127.0.0.1:9" })
    assert.include(app.said, `curl ${app.address}/kittiwake/v1/monitors -H "Authorization: Bearer $KITTIWAKE_API_KEY"`)
    assert.notInclude(app.said, key)
    const list = await fetch(`${app.address}/kittiwake/v1/monitors`, { headers: { authorization: `Bearer ${key}` } })
    assert.strictEqual(list.status, 200)
    const watch = (port: number) =>
      fetch(`${app.address}/watch`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ name: "Tea", url: `http://127.0.0.1:${port}/` })
      })
    assert.strictEqual((await watch(9)).status, 201)
    assert.strictEqual((await watch(10)).status, 400)

    // Somebody else has the port.
    const { port } = new URL(app.address)
    const second = spawnSync(process.execPath, [main], {
      cwd: await mkdtemp(join(folder, "second-")),
      encoding: "utf8",
      env: { NO_COLOR: "1", PORT: port }
    })
    assert.strictEqual(second.status, 1)
    assert.match(second.stderr, /EADDRINUSE.*: set PORT to another one\.\n$/)
    assert.strictEqual(second.stdout, "")
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}, 300_000)
