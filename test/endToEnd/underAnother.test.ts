/** The command under another process, as an older Node starts it. Observed: how it ends when that process is gone. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { linesOf } from "./lines.ts"
import { openEmbedded } from "./storages.ts"

const command = join(import.meta.dirname, "../../packages/cli/command.mjs")

describe("the command under another process", () => {
  it("stops gracefully when that process is gone, whoever killed it", { timeout: 60_000 }, async () => {
    await using storage = await openEmbedded()
    const env = {
      PATH: process.env.PATH ?? "",
      NO_COLOR: "1",
      KITTIWAKE_LOG: "json",
      KITTIWAKE_PORT: "0",
      KITTIWAKE_UNDER_ANOTHER: "1",
      ...storage.env
    }
    const child = spawn(process.execPath, [command, "start"], { env, stdio: ["ignore", "pipe", "pipe", "ipc"] })
    const ended = once(child, "exit")
    try {
      const stderr = linesOf(child.stderr!)
      await linesOf(child.stdout!).first((line) => line.includes("server.started"))
      // As the system does with the pipe of a process that was killed.
      child.disconnect()
      await stderr.first((line) => line.startsWith("Stopping"))
      assert.deepStrictEqual(await ended, [0, null])
    } finally {
      child.kill("SIGKILL")
    }
  })
})
