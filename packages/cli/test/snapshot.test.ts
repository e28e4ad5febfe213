import { basename, join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as embedded from "@kittiwake/postgres/embedded"
import { takeSnapshot } from "@kittiwake/postgres/snapshots"
import { Effect } from "effect"
import { Kittiwake } from "kittiwake"
import { run, temporaryDirectory } from "./support/command.ts"

const target = { type: "page", url: "https://example.com/" } as const

const add = async (dataDirectory: string, name: string) => {
  await using kittiwake = await Kittiwake.open({ dataDirectory, worker: false })
  await kittiwake.monitors.create({ name, target })
}

const snapshot = (dataDirectory: string) =>
  takeSnapshot({
    root: dataDirectory,
    database: join(dataDirectory, "database"),
    snapshots: join(dataDirectory, "snapshots")
  }).pipe(Effect.provide(embedded.layer({ dataDirectory })), Effect.runPromise)

describe("kittiwake snapshot", { timeout: 180_000 }, () => {
  it("goes back to a copy of the database, and keeps what was there", async () => {
    await using directory = await temporaryDirectory()
    const env = { KITTIWAKE_DATA_DIR: directory.path }
    await add(directory.path, "before")
    const path = await snapshot(directory.path)
    await add(directory.path, "after")
    const listed = JSON.parse((await run(["snapshot", "list", "--json"], env)).stdout)
    assert.deepStrictEqual(listed, [path])

    const restored = await run(["snapshot", "restore", basename(path), "--json"], env)
    assert.strictEqual(restored.exitCode, 0, restored.stderr)
    assert.include(JSON.parse(restored.stdout).kept_at, join(directory.path, "database.before-"))
    await using kittiwake = await Kittiwake.open({ dataDirectory: directory.path, worker: false })
    assert.deepStrictEqual(
      (await kittiwake.monitors.list()).data.map(({ name }) => name),
      ["before"]
    )
    const busy = await run(["snapshot", "restore", basename(path)], env)
    assert.deepStrictEqual([busy.exitCode, busy.stderr.includes("is in use by process")], [3, true])
  })

  it("says that there is no such snapshot", async () => {
    await using directory = await temporaryDirectory()
    const { exitCode, stderr } = await run(["snapshot", "restore", "none"], { KITTIWAKE_DATA_DIR: directory.path })
    assert.strictEqual(exitCode, 1)
    assert.match(stderr, /^kittiwake: There is no snapshot \/[^\n]+\n$/)
  })
})
