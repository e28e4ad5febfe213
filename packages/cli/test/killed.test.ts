/** Commands about the embedded database that are killed at each of their steps on the disk. */
import { cp, readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { pathToFileURL } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { Kittiwake } from "kittiwake"
import { type Environment, run, temporaryDirectory } from "./support/command.ts"
import { runHere } from "./support/commandHere.ts"

/** That of all installations here: what one has sealed another opens. */
const sealingKey = "a-key-of-every-installation-of-this-test"

const target = { type: "page", url: "https://example.com/" } as const

const add = async (dataDirectory: string, ...names: ReadonlyArray<string>) => {
  await using kittiwake = await Kittiwake.open({ sealingKey, dataDirectory, worker: false })
  for (const name of names) await kittiwake.monitors.create({ name, target })
}

const namesIn = async (dataDirectory: string) => {
  await using kittiwake = await Kittiwake.open({ sealingKey, dataDirectory, worker: false })
  return (await kittiwake.monitors.list()).data.map(({ name }) => name).toSorted()
}

const namesOf = (database: string) => {
  using db = new DatabaseSync(database, { readOnly: true })
  return db
    .prepare("select name from monitors")
    .all()
    .map(({ name }) => name)
}

const dieAt = pathToFileURL(join(import.meta.dirname, "support/dieAt.ts")).href

/** Steps at the end of a command at each of which it is killed; of those before, which only look, the first is. */
const lastSteps = 8

/**
 * Runs a command again and again, each time on a data directory as `prepare` makes it and killed one step later, and at last
 * not at all. `look` sees each directory.
 */
const killAtEachStep = async (
  args: ReadonlyArray<string>,
  prepare: (dataDirectory: string) => Promise<void>,
  look: (dataDirectory: string) => Promise<void>
) => {
  const once = async (env: Environment) => {
    await using directory = await temporaryDirectory()
    const [data, steps] = [join(directory.path, "data"), join(directory.path, "steps")]
    await prepare(data)
    const given = {
      KITTIWAKE_SEALING_KEY: sealingKey,
      KITTIWAKE_DATA_DIR: data,
      NODE_OPTIONS: `--import ${dieAt}`,
      STEPS_TO: steps,
      ...env
    }
    const { exitCode, stderr } = await run(args, given)
    assert.strictEqual(exitCode, env.DIE_AT === undefined ? 0 : null, stderr)
    await look(data)
    return exitCode === null ? 0 : Number(await readFile(steps, "utf8"))
  }
  const steps = await once({})
  assert.isAtLeast(steps, lastSteps)
  for (const step of [1, ...Array.from({ length: lastSteps }, (_, index) => steps - lastSteps + 1 + index)]) {
    await once({ DIE_AT: String(step) })
  }
}

describe("a command that is killed", { timeout: 300_000 }, () => {
  it("while it restores leaves the old database or the copy, which the next start finishes, and loses neither", async () => {
    await using directory = await temporaryDirectory()
    const [old, other] = [join(directory.path, "old"), join(directory.path, "other")]
    await add(old, "old")
    await add(other, "copied")
    const copy = join(directory.path, "copy.db")
    assert.strictEqual(
      (await runHere(["backup", copy], { KITTIWAKE_SEALING_KEY: sealingKey, KITTIWAKE_DATA_DIR: other })).exitCode,
      0
    )
    const found: Array<string> = []
    await killAtEachStep(
      ["restore", copy],
      (data) => cp(old, data, { recursive: true }),
      async (data) => {
        const names = await namesIn(data)
        found.push(names.join())
        const files = await readdir(data)
        const aside = files.filter((name) => /before-[^-]+-[^-]+-[^-]+-[^-]+-[^-]+Z$/.test(name))
        assert.lengthOf(aside, names[0] === "copied" ? 1 : 0)
        assert.isFalse(
          files.some((name) => name.includes("restoring")),
          files.join()
        )
        if (aside.length > 0) assert.deepStrictEqual(namesOf(join(data, aside[0]!)), ["old"])
      }
    )
    // Once the copy counts, it counts at every later step. The first was not killed.
    assert.deepStrictEqual(found.slice(1), found.slice(1).toSorted().toReversed())
    assert.deepStrictEqual(new Set(found), new Set(["old", "copied"]))
  })

  it("while it exports leaves a copy that the next export takes away, and not the one of an export that runs", async () => {
    await using directory = await temporaryDirectory()
    const data = join(directory.path, "data")
    await add(data, "one")
    const [left, held] = [".kittiwake-export-left", ".kittiwake-export-held"]
    for (const name of [left, held]) await cp(data, join(directory.path, name), { recursive: true })
    const env = { KITTIWAKE_SEALING_KEY: sealingKey, KITTIWAKE_DATA_DIR: data }
    await using _ = await Kittiwake.open({ sealingKey, dataDirectory: join(directory.path, held), worker: false })
    assert.strictEqual((await runHere(["export", join(directory.path, "all.ndjson")], env)).exitCode, 0)
    assert.sameMembers(await readdir(directory.path), ["data", "all.ndjson", held])
    const { exitCode, stderr } = await runHere(["export", join(directory.path, "none", "all.ndjson")], env)
    assert.deepStrictEqual([exitCode, /its folder is not there: make it first\.$/m.test(stderr)], [1, true])
  })

  it("while it imports leaves all of the file or nothing of it, and can be run again", async () => {
    await using directory = await temporaryDirectory()
    const other = join(directory.path, "other")
    await add(other, "one", "two", "three")
    const file = join(directory.path, "all.ndjson")
    assert.strictEqual(
      (await runHere(["export", file], { KITTIWAKE_SEALING_KEY: sealingKey, KITTIWAKE_DATA_DIR: other })).exitCode,
      0
    )
    const counts = new Set<string>()
    await killAtEachStep(
      ["import", file],
      async () => {},
      async (data) => {
        const env = { KITTIWAKE_SEALING_KEY: sealingKey, KITTIWAKE_DATA_DIR: data }
        const again = await runHere(["import", file], env)
        if (again.exitCode !== 0) assert.include(again.stderr, "has rows already")
        counts.add(again.exitCode === 0 ? "nothing" : "all")
        assert.deepStrictEqual(await namesIn(data), ["one", "three", "two"])
      }
    )
    assert.deepStrictEqual(counts, new Set(["nothing", "all"]))
  })
})
