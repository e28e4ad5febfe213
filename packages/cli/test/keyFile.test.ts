/** The files that a key of the installation's own is in, as the processes leave them that are killed on the way. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { inFile } from "../src/keyFile.ts"
import { temporaryDirectory } from "./support/command.ts"

const child = join(import.meta.dirname, "support/keyFileChild.ts")
const dieAt = pathToFileURL(join(import.meta.dirname, "support/dieAt.ts")).href

const read = (folder: string) => Effect.runPromise(inFile(join(folder, "sealing.key")).read)
const textOf = (path: string) => readFile(path, "utf8").catch(() => "")

/** Does it in a process that dies at a step; resolves how many steps there were where it ended by itself. */
const doing = async (folder: string, given: Readonly<Record<string, string>>): Promise<number> => {
  const steps = join(folder, "../steps")
  const started = spawn(process.execPath, ["--import", dieAt, child], {
    env: { KEY_FILE: join(folder, "sealing.key"), STEPS_TO: steps, ...given },
    stdio: ["ignore", "ignore", "inherit"]
  })
  await once(started, "close")
  assert.strictEqual(started.signalCode, given.DIE_AT === undefined ? null : "SIGKILL")
  return given.DIE_AT === undefined ? Number(await textOf(steps)) : 0
}

interface Start {
  readonly now?: string
  readonly next?: string
  readonly before?: ReadonlyArray<string>
}

const filled = async (folder: string, { before, next, now }: Start) => {
  await mkdir(folder)
  const file = join(folder, "sealing.key")
  if (now !== undefined) await writeFile(file, `${now}\n`)
  if (next !== undefined) await writeFile(`${file}.next`, `${next}\n`)
  if (before !== undefined) await writeFile(`${file}.previous`, before.map((key) => `${key}\n`).join(""))
}

describe("a file of keys", { timeout: 120_000 }, () => {
  for (const [what, does, start] of [
    ["goes back to a key of before", { DO: "putAway", KEY: "older" }, { now: "now", before: ["old", "older"] }],
    [
      "goes back to one where another was to be gone over to",
      { DO: "putAway", KEY: "old" },
      { now: "now", next: "next", before: ["old"] }
    ],
    ["goes back to one where none is that of now", { DO: "putAway", KEY: "old" }, { before: ["old", "older"] }],
    ["puts its keys away", { DO: "putAway", KEY: "of the operator" }, { now: "now", before: ["old"] }],
    ["goes over to the next key", { DO: "advance", KEY: "next" }, { now: "now", next: "next", before: ["old"] }],
    ["goes over to one that was put away", { DO: "advance", KEY: "old" }, { now: "now", before: ["old"] }]
  ] as const satisfies ReadonlyArray<readonly [string, Readonly<Record<string, string>>, Start]>) {
    it.concurrent(`${what}, and loses none where it is killed`, async () => {
      await using directory = await temporaryDirectory()
      const at = (name: string) => join(directory.path, name)
      await filled(at("start"), start)
      const all = [...(await read(at("start")))].sort()
      const once = async (name: string, given: Readonly<Record<string, string>>) => {
        await cp(at("start"), at(name), { recursive: true })
        const steps = await doing(at(name), { ...does, ...given })
        assert.deepStrictEqual([...(await read(at(name)))].sort(), all, name)
        return steps
      }
      const isOurs = all.includes(does.KEY)
      const isDone = async (name: string) => {
        assert.strictEqual(await textOf(join(at(name), "sealing.key")), isOurs ? `${does.KEY}\n` : "", name)
        assert.isTrue((await read(at(name)))[0] === does.KEY || !isOurs)
        assert.notInclude(await readdir(at(name)), "sealing.key.next", name)
      }
      const steps = await once("whole", {})
      await isDone("whole")
      assert.isAtLeast(steps, 3)
      for (let step = 1; step <= steps; step++) {
        const name = `step ${step}`
        await once(name, { DIE_AT: String(step) })
        // Whoever comes next does it.
        const place = inFile(join(at(name), "sealing.key"))
        await Effect.runPromise(
          does.DO === "advance" ? place.advance(does.KEY) : place.putAway((key) => key === does.KEY)
        )
        assert.deepStrictEqual([...(await read(at(name)))].sort(), all, name)
        await isDone(name)
      }
    })
  }

  it("has the keys of before from the newest on, each once", async () => {
    await using directory = await temporaryDirectory()
    const folder = join(directory.path, "data")
    await filled(folder, { now: "c", before: ["b", "a"] })
    const place = inFile(join(folder, "sealing.key"))
    for (const key of ["a", "b", "a"]) await Effect.runPromise(place.putAway((one) => one === key))
    assert.strictEqual(await textOf(join(folder, "sealing.key")), "a\n")
    assert.strictEqual(await textOf(join(folder, "sealing.key.previous")), "b\na\nc\n")
    assert.deepStrictEqual(await read(folder), ["a", "b", "c"])
  })
})
