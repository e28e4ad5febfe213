/** What an installation leaves on the disk is its owner's alone, whatever the umask says. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { lstat, readdir } from "node:fs/promises"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { assert, describe, it } from "@effect/vitest"
import { needing } from "../../../test/setup/needs.ts"
import { temporaryDirectory } from "./support/command.ts"

const main = join(import.meta.dirname, "../src/main.ts")

/** Starts the command in a shell that would let everybody read and write what it makes. */
const open = (args: ReadonlyArray<string>, env: Readonly<Record<string, string>>) =>
  spawn("/bin/sh", ["-c", 'umask 000; exec "$@"', "sh", process.execPath, main, ...args], {
    env: { PATH: process.env.PATH ?? "", KITTIWAKE_LOG: "json", KITTIWAKE_PORT: "0", ...env },
    stdio: ["ignore", "pipe", "ignore"]
  })

const modesBelow = async (path: string) => {
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  const modes = new Map<string, string>()
  for (const entry of entries) {
    const file = join(entry.parentPath, entry.name)
    const { mode } = await lstat(file)
    modes.set(file.slice(path.length + 1), `${entry.isDirectory() ? "d" : "-"}${(mode & 0o777).toString(8)}`)
  }
  return modes
}

const isOwners = ([, mode]: readonly [string, string]) => mode === "-600" || mode === "d700"

describe("files of an installation", { timeout: 120_000, ...needing({ Linux: process.platform === "linux" }) }, () => {
  it("can be read by their owner alone", async () => {
    await using directory = await temporaryDirectory()
    const data = join(directory.path, "data")
    const env = { KITTIWAKE_DATA_DIR: data }
    const server = open(["start"], env)
    try {
      for await (const line of createInterface({ input: server.stdout })) if (line.includes("server.started")) break
      for (const args of [
        ["backup", join(data, "copy.db")],
        ["sealing-key", "rotate"],
        ["export", join(data, "all.gz")]
      ]) {
        const [code] = await once(open(args, env), "close")
        assert.strictEqual(code, 0, args.join(" "))
      }
      const modes = await modesBelow(data)
      for (const name of [
        "kittiwake.db",
        "kittiwake.db-wal",
        "kittiwake.db-shm",
        "sealing.key",
        "sealing.key.previous"
      ]) {
        assert.include([...modes.keys()], name)
      }
      assert.deepStrictEqual(
        [...modes].filter((one) => !isOwners(one)),
        []
      )
      assert.strictEqual((await lstat(data)).mode & 0o777, 0o700)
    } finally {
      server.kill("SIGKILL")
      await once(server, "close")
    }
  })
})
