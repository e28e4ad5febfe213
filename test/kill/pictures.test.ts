/** Brands whose pictures change, kept by processes that are killed. Observed: which pictures and bytes there are in the end. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { assert, describe, it } from "@effect/vitest"
import type { OpenStorage, Storage } from "../endToEnd/storages.ts"
import { testProgram } from "../setup/sharedServers.ts"
import { rowsOf } from "./brandTables.ts"
import { storagesInTurn } from "./storagesInTurn.ts"

const program = await testProgram("test/kill/picturesChild.ts")

/** Runs the process, which dies by itself at `KILL_AT`, or as soon as it says `killedAt`. */
const run = async (storage: Storage, env: Readonly<Record<string, string>>, killedAt?: string) => {
  const child = spawn(process.execPath, [program.file], {
    env: { PATH: process.env.PATH ?? "", ...program.env, ...storage.env, ...env },
    stdio: ["ignore", "pipe", "pipe"]
  })
  let stderr = ""
  child.stderr.on("data", (chunk) => (stderr += String(chunk)))
  createInterface({ input: child.stdout }).on("line", (line) => {
    if (line === killedAt) child.kill("SIGKILL")
  })
  await once(child, "close")
  return { signal: child.signalCode, exitCode: child.exitCode, stderr }
}

/** What there is when what is too old by a day is dropped: pictures, those that the profile names, and how many bodies. */
const left = async (storage: Storage, days: number) => {
  const { exitCode, stderr } = await run(storage, { KILL_PRUNE: String(days) })
  assert.strictEqual(exitCode, 0, stderr)
  const pictures = (await rowsOf(storage, "assets")).map(({ id }) => String(id)).toSorted()
  const [kept] = await rowsOf(storage, "brand_profiles")
  const named = [...new Set(JSON.stringify(kept?.profile ?? "").match(/ast_\w+/g))].toSorted()
  return { pictures, named, bodies: (await rowsOf(storage, "asset_bodies")).length }
}

const [first, second] = ["first", "second"].map((name) => [`ast_${name}_1`, `ast_${name}_2`])

/** Where it dies, and what there is a month later. */
const deaths = [
  { at: "put first", pictures: [], named: [] },
  { at: "kept first", pictures: first, named: first },
  { at: "put second", pictures: first, named: first },
  { at: "kept second", pictures: second, named: second }
]

const killAtSeveralPoints = async (open: OpenStorage) => {
  for (const { at, named, pictures } of deaths) {
    await using storage = await open()
    const { signal, stderr } = await run(storage, { KILL_AT: at })
    assert.strictEqual(signal, "SIGKILL", `${at}: ${stderr}`)
    // Answers may name for a month what was put for them.
    const both = at.endsWith("first") ? 2 : 4
    assert.strictEqual((await left(storage, 29)).pictures.length, both, at)
    assert.deepStrictEqual(await left(storage, 32), { pictures, named, bodies: named?.length }, at)
  }
  await using storage = await open()
  const { signal } = await run(storage, {}, "put second")
  const { bodies, named, pictures } = await left(storage, 32)
  assert.deepStrictEqual(pictures, named, `wherever it was by then (${signal})`)
  assert.strictEqual(bodies, 2)
}

const storages = await storagesInTurn("pictures")

describe("a brand whose pictures change while its process is killed", { timeout: 300_000 }, () => {
  for (const { name, open, options } of storages)
    it.concurrent(`has the pictures that it names and no others on ${name}`, options, () => killAtSeveralPoints(open))
})
