/** The files that a key of the installation's own is in, as the processes leave them that are killed on the way. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import files, { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises"
import { syncBuiltinESMExports } from "node:module"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { inFile } from "../src/keyFile.ts"
import { temporaryDirectory } from "./support/command.ts"

const program = join(import.meta.dirname, "support/keyFileChild.ts")
const dieAt = pathToFileURL(join(import.meta.dirname, "support/dieAt.ts")).href

const read = (folder: string) => Effect.runPromise(inFile(join(folder, "sealing.key")).read)
const textOf = (path: string) => readFile(path, "utf8").catch(() => "")

/** Does it in a process that dies at a step; resolves how many steps there were where it ended by itself. */
const doing = async (folder: string, given: Readonly<Record<string, string>>): Promise<number> => {
  const steps = join(folder, "../steps")
  const started = spawn(process.execPath, ["--import", dieAt, program], {
    env: { KEY_FILE: join(folder, "sealing.key"), STEPS_TO: steps, ...given },
    stdio: ["ignore", "ignore", "inherit"]
  })
  await once(started, "close")
  assert.strictEqual(started.signalCode, given.DIE_AT === undefined ? null : "SIGKILL")
  return given.DIE_AT === undefined ? Number(await textOf(steps)) : 0
}

interface Doing {
  readonly DO: "advance" | "putAway"
  readonly KEY: string
}

/** The same in this process. */
const changing = (folder: string, { DO, KEY }: Doing) => {
  const place = inFile(join(folder, "sealing.key"))
  return DO === "advance" ? place.advance(KEY) : place.putAway((key) => key === KEY)
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

/** Does it with a disk that takes nothing more from the nth step on; resolves how many steps there were before. */
const breaking = async (folder: string, { DO, KEY }: Doing, breakAt: number): Promise<number> => {
  const names = ["open", "rename", "rm"] as const
  const real = { open: files.open, rename: files.rename, rm: files.rm }
  let steps = 0
  for (const name of names) {
    Reflect.set(files, name, async (...args: ReadonlyArray<unknown>) => {
      steps += 1
      if (steps >= breakAt) throw new Error("The power is off.")
      return Reflect.apply(real[name], files, args)
    })
  }
  syncBuiltinESMExports()
  try {
    await Effect.runPromise(Effect.ignore(changing(folder, { DO, KEY })))
  } finally {
    Object.assign(files, real)
    syncBuiltinESMExports()
  }
  return steps
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
  ] as const satisfies ReadonlyArray<readonly [string, Doing, Start]>) {
    const child: Readonly<Record<string, string>> = { DO: does.DO, KEY: does.KEY }

    /** Breaks it off at each step in turn, and has whoever comes next do it. */
    const eachStep = async (breakOff: (folder: string, step: number | null) => Promise<number>) => {
      await using directory = await temporaryDirectory()
      const at = (name: string) => join(directory.path, name)
      await filled(at("start"), start)
      const all = [...(await read(at("start")))].sort()
      const begun = async (name: string, step: number | null) => {
        await cp(at("start"), at(name), { recursive: true })
        const steps = await breakOff(at(name), step)
        assert.deepStrictEqual([...(await read(at(name)))].sort(), all, name)
        return steps
      }
      const isOurs = all.includes(does.KEY)
      const isDone = async (name: string) => {
        assert.strictEqual(await textOf(join(at(name), "sealing.key")), isOurs ? `${does.KEY}\n` : "", name)
        assert.isTrue((await read(at(name)))[0] === does.KEY || !isOurs)
        assert.notInclude(await readdir(at(name)), "sealing.key.next", name)
      }
      const steps = await begun("whole", null)
      await isDone("whole")
      assert.isAtLeast(steps, 3)
      for (let step = 1; step <= steps; step++) {
        const name = `step ${step}`
        await begun(name, step)
        await Effect.runPromise(changing(at(name), does))
        assert.deepStrictEqual([...(await read(at(name)))].sort(), all, name)
        await isDone(name)
      }
    }

    it(`${what}, and loses none where that is broken off`, () =>
      eachStep((folder, step) => breaking(folder, does, step ?? Number.POSITIVE_INFINITY)))

    // Whichever they do, processes write in the same way: those that have most steps are killed.
    if ("next" in start) {
      it.concurrent(`${what}, and loses none where its process is killed`, () =>
        eachStep((folder, step) => doing(folder, step === null ? child : { ...child, DIE_AT: String(step) })))
    }
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
