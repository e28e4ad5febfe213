import { basename, join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as embedded from "@kittiwake/sqlite/embedded"
import { Effect } from "effect"
import { Kittiwake } from "kittiwake"
import { dataDirectoryAt } from "../../adapters/sqlite/src/dataDirectory.ts"
import { takeSnapshot } from "../../adapters/sqlite/src/snapshots.ts"
import { run, temporaryDirectory } from "./support/command.ts"

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

  it("says that there is nothing to copy", async () => {
    await using directory = await temporaryDirectory()
    const { exitCode, stderr } = await run(["backup", join(directory.path, "copy")], {
      KITTIWAKE_DATA_DIR: directory.path
    })
    assert.strictEqual(exitCode, 1)
    assert.match(stderr, /^kittiwake: There is no database in [^\n]+\n$/)
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

  it("says that there is no such snapshot", async () => {
    await using directory = await temporaryDirectory()
    const { exitCode, stderr } = await run(["restore", "none"], { KITTIWAKE_DATA_DIR: directory.path })
    assert.strictEqual(exitCode, 1)
    assert.match(stderr, /^kittiwake: There is no copy \/[^\n]+\n$/)
  })
})
