/** Observed: what a start and the doctor say of a data directory in which something else stands where a file belongs. */
import { execFileSync } from "node:child_process"
import { mkdir, rm, stat, truncate, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { needsLinux } from "../../../test/setup/needs.ts"
import type { Finding } from "../src/doctor/Finding.ts"
import { run, serve, temporaryDirectory } from "./support/command.ts"

const settings = { KITTIWAKE_BROWSER: "off", KITTIWAKE_PORT: "0", KITTIWAKE_LOG: "json" }

const pipe = async (path: string): Promise<void> => {
  await rm(path, { force: true, recursive: true })
  execFileSync("mkfifo", [path])
}

describe("a data directory", { timeout: 300_000, ...needsLinux }, () => {
  it("with a pipe, a folder or a giant for its key ends a start with that file's name, and the doctor ends", async () => {
    await using own = await temporaryDirectory()
    const env = { ...settings, KITTIWAKE_DATA_DIR: own.path }
    await (await serve(["start"], env))[Symbol.asyncDispose]()
    const key = join(own.path, "sealing.key")
    const put = [
      ["is a pipe where a file belongs", () => pipe(key)],
      ["is a folder where a file belongs", () => rm(key).then(() => mkdir(key))],
      [
        "has 3000000000 bytes",
        async () => {
          await rm(key, { recursive: true })
          await writeFile(key, "")
          await truncate(key, 3_000_000_000)
        }
      ]
    ] as const
    for (const [said, stand] of put) {
      await stand()
      const { exitCode, stderr, stdout } = await run(["start"], env)
      const line = `The key that stored secrets are sealed with cannot be used: ${key} ${said}`
      assert.strictEqual(exitCode, 3, stderr)
      assert.include(stderr, `kittiwake: ${line}`)
      assert.strictEqual(stdout, "")
      const findings: ReadonlyArray<Finding> = JSON.parse((await run(["doctor", "--quick", "--json"], env)).stdout)
      const told = findings.find(({ subject }) => subject === "stored secrets")
      assert.deepInclude(told, { state: "broken" })
      assert.include(told?.message, line)
    }
  })

  it("with a pipe for its mark, its lock or its database does not keep the doctor", async () => {
    await using own = await temporaryDirectory()
    const env = { ...settings, KITTIWAKE_DATA_DIR: own.path }
    for (const name of ["kittiwake.db-generation", "lock.pid", "lock", "installation", "kittiwake.db"]) {
      await pipe(join(own.path, name))
    }
    const findings: ReadonlyArray<Finding> = JSON.parse((await run(["doctor", "--json"], env)).stdout)
    const told = findings.find(({ subject }) => subject === "database")
    assert.include(told?.message, `${join(own.path, "kittiwake.db")} is a pipe where a file belongs`)
  })

  it("with a folder for its socket serves, and says what works no more and why", async () => {
    await using own = await temporaryDirectory()
    const socket = join(own.path, "control.sock")
    await mkdir(socket)
    await using served = await serve(["start"], { ...settings, KITTIWAKE_DATA_DIR: own.path })
    assert.strictEqual((await fetch(`${served.url}/ready`)).status, 200)
    const told = served.log.filter(({ message }) => String(message).includes(socket))
    assert.lengthOf(told, 1)
    assert.include(String(told[0]?.message), "a folder is there: move it away, and start again")
    served.signal("SIGTERM")
    assert.strictEqual((await served.ended).exitCode, 0)
    assert.isTrue((await stat(socket)).isDirectory())
  })

  it("with a pipe for the key of the API ends its first start, and tells commands so", async () => {
    await using own = await temporaryDirectory()
    const file = join(own.path, "api-key")
    await pipe(file)
    const env = { ...settings, KITTIWAKE_DATA_DIR: own.path }
    for (const args of [["start"], ["monitor", "list"]]) {
      const { exitCode, stderr } = await run(args, env)
      assert.notStrictEqual(exitCode, 0)
      assert.include(stderr, `${file} is a pipe where a file belongs`)
    }
  })

  it("that is none is told as the data directory", async () => {
    await using own = await temporaryDirectory()
    const [file, fifo] = [join(own.path, "file"), join(own.path, "fifo")]
    await writeFile(file, "")
    await pipe(fifo)
    for (const [path, said] of [
      [file, `${file} is a file`],
      [join(file, "below"), `${file} is a file`],
      [fifo, `${fifo} is no folder`],
      ["/dev/null", "/dev/null is no folder"]
    ] as const) {
      const { exitCode, stderr } = await run(["start"], { ...settings, KITTIWAKE_DATA_DIR: path })
      assert.strictEqual(exitCode, 2)
      assert.include(stderr, `kittiwake: The data directory ${path} cannot be used: ${said}. Set KITTIWAKE_DATA_DIR`)
      assert.notInclude(stderr, "KITTIWAKE_BLOBS")
    }
  })

  it("that is good is not blamed for a file where its large bytes belong", async () => {
    await using own = await temporaryDirectory()
    await writeFile(join(own.path, "blobs"), "")
    const { exitCode, stderr } = await run(["start"], { ...settings, KITTIWAKE_DATA_DIR: own.path })
    assert.strictEqual(exitCode, 2)
    assert.include(stderr, `Large bytes cannot be kept: ${join(own.path, "blobs")} is a file. Set KITTIWAKE_BLOBS`)
  })
})
