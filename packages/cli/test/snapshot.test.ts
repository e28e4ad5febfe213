import { mkdir, open, readdir, rm, truncate, writeFile } from "node:fs/promises"
import { basename, join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as embedded from "@kittiwake/sqlite/embedded"
import { Effect } from "effect"
import { Kittiwake } from "kittiwake"
import { dataDirectoryAt } from "../../adapters/sqlite/src/dataDirectory.ts"
import { takeSnapshot } from "../../adapters/sqlite/src/snapshots.ts"
import { run, temporaryDirectory } from "./support/command.ts"
import { runHere } from "./support/commandHere.ts"

const target = { type: "page", url: "https://example.com/" } as const

const add = async (dataDirectory: string, name: string) => {
  await using kittiwake = await Kittiwake.open({ dataDirectory, worker: false })
  await kittiwake.monitors.create({ name, target })
}

const snapshot = (dataDirectory: string) =>
  takeSnapshot(dataDirectoryAt(dataDirectory)).pipe(
    Effect.provide(embedded.layer({ dataDirectory })),
    Effect.runPromise
  )

const namesIn = async (dataDirectory: string) => {
  await using kittiwake = await Kittiwake.open({ dataDirectory, worker: false })
  return (await kittiwake.monitors.list()).data.map(({ name }) => name)
}

describe("kittiwake backup", { timeout: 180_000 }, () => {
  it("copies the database while it is in use, and restore goes back to the copy", async () => {
    await using directory = await temporaryDirectory()
    const env = { KITTIWAKE_DATA_DIR: join(directory.path, "data") }
    const copy = join(directory.path, "copy.db")
    {
      await using kittiwake = await Kittiwake.open({ dataDirectory: env.KITTIWAKE_DATA_DIR, worker: false })
      await kittiwake.monitors.create({ name: "before", target })
      const copied = await run(["backup", copy, "--json"], env)
      assert.strictEqual(copied.exitCode, 0, copied.stderr)
      assert.strictEqual(JSON.parse(copied.stdout).file, copy)
      await kittiwake.monitors.create({ name: "after", target })
      const again = await run(["backup", copy], env)
      assert.deepStrictEqual([again.exitCode, again.stderr.includes("is there already")], [1, true])
    }
    const restored = await run(["restore", copy], env)
    assert.strictEqual(restored.exitCode, 0, restored.stderr)
    assert.deepStrictEqual(await namesIn(env.KITTIWAKE_DATA_DIR), ["before"])
  })

  it("names what another one left that did not end", async () => {
    await using directory = await temporaryDirectory()
    const env = { KITTIWAKE_DATA_DIR: join(directory.path, "data") }
    await add(env.KITTIWAKE_DATA_DIR, "one")
    const copy = join(directory.path, "copy.db")
    const left = `${copy}.0123456789abcdef.part`
    await writeFile(left, "")
    const { stdout } = await runHere(["backup", copy], env)
    assert.include(stdout, `Beside it is ${left}, of a backup that was broken off`)
    await rm(copy)
    assert.deepStrictEqual(JSON.parse((await runHere(["backup", copy, "--json"], env)).stdout).unfinished, [left])
  })

  it("says that there is nothing to copy", async () => {
    await using directory = await temporaryDirectory()
    const { exitCode, stderr } = await run(["backup", join(directory.path, "copy")], {
      KITTIWAKE_DATA_DIR: directory.path
    })
    assert.strictEqual(exitCode, 1)
    assert.match(stderr, /^kittiwake: There is no database in [^\n]+\n$/)
  })

  it("says that there is no folder for the copy", async () => {
    await using directory = await temporaryDirectory()
    await add(directory.path, "one")
    const { exitCode, stderr } = await run(["backup", join(directory.path, "none", "copy")], {
      KITTIWAKE_DATA_DIR: directory.path
    })
    assert.strictEqual(exitCode, 1)
    assert.match(stderr, /its folder is not there: make it first\.\n$/)
  })

  it("copies nothing, like the doctor and an export, where the database is damaged, empty or gone", async () => {
    await using directory = await temporaryDirectory()
    const env = { KITTIWAKE_DATA_DIR: directory.path }
    await add(directory.path, "one")
    const database = join(directory.path, "kittiwake.db")
    const file = await open(database, "r+")
    await file.write(Buffer.alloc(8_192, 0xa5), 0, 8_192, 6 * 4_096)
    await file.close()
    const copy = join(directory.path, "copy")
    const refusals = async (said: RegExp) => {
      for (const command of [
        ["backup", copy],
        ["export", `${copy}.gz`]
      ]) {
        const { exitCode, stderr } = await runHere(command, env)
        assert.notStrictEqual(exitCode, 0)
        assert.match(stderr, said)
        assert.match(stderr, /^kittiwake: [^\n]+\n$/)
      }
      const { exitCode, stdout } = await runHere(["doctor"], env)
      assert.deepStrictEqual([exitCode, said.test(stdout)], [1, true], stdout)
      assert.deepStrictEqual(
        await readdir(directory.path).then((names) => names.filter((name) => /copy/.test(name))),
        []
      )
    }
    await refusals(/damaged.+kittiwake restore/s)
    await truncate(database, 0)
    await refusals(/is empty.+kittiwake restore/)
    await rm(database)
    await refusals(/is gone.+kittiwake restore/)
    await rm(join(directory.path, "installation"))
    await mkdir(join(directory.path, "database"))
    await writeFile(join(directory.path, "database", "PG_VERSION"), "17")
    await refusals(/version 0\.1.+kittiwake export/)
  })
})

describe("kittiwake snapshot", { timeout: 180_000 }, () => {
  it("goes back to a copy of the database, and keeps what was there", async () => {
    await using directory = await temporaryDirectory()
    const env = { KITTIWAKE_DATA_DIR: directory.path }
    await add(directory.path, "before")
    const path = await snapshot(directory.path)
    await add(directory.path, "after")
    const listed = JSON.parse((await run(["snapshot", "list", "--json"], env)).stdout)
    assert.deepStrictEqual(listed, [path])

    const restored = await run(["restore", basename(path), "--json"], env)
    assert.strictEqual(restored.exitCode, 0, restored.stderr)
    assert.include(JSON.parse(restored.stdout).kept_at, join(directory.path, "kittiwake.db.before-"))
    assert.deepStrictEqual(await namesIn(directory.path), ["before"])
    await using _ = await Kittiwake.open({ dataDirectory: directory.path, worker: false })
    const busy = await run(["restore", basename(path)], env)
    assert.deepStrictEqual([busy.exitCode, busy.stderr.includes("is in use by process")], [3, true])
  })

  it("asks for the name of the copy where none is given", async () => {
    await using directory = await temporaryDirectory()
    const { exitCode, stderr } = await runHere(["restore", ""], { KITTIWAKE_DATA_DIR: directory.path })
    assert.strictEqual(exitCode, 2)
    assert.match(stderr, /^kittiwake: Name the copy: [^\n]+\n$/)
  })

  it("says that there is no such snapshot", async () => {
    await using directory = await temporaryDirectory()
    const { exitCode, stderr } = await run(["restore", "none"], { KITTIWAKE_DATA_DIR: directory.path })
    assert.strictEqual(exitCode, 1)
    assert.match(stderr, /^kittiwake: There is no copy \/[^\n]+\n$/)
  })
})
