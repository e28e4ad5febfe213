/** Imports of lists of brands whose processes are killed, and go on. Observed: what they count, and every row of the index. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { assert, describe, it } from "@effect/vitest"
import type { OpenStorage, Storage } from "../endToEnd/storages.ts"
import { testProgram } from "../setup/sharedServers.ts"
import { brandTables } from "./brandTables.ts"
import { madeLists } from "./madeLists.ts"
import { storagesInTurn } from "./storagesInTurn.ts"

const program = await testProgram("test/kill/importChild.ts")

interface Imported {
  readonly state: Readonly<Record<string, unknown>>
  readonly from: number
  readonly wasDone: boolean
}

/** Starts an import, which dies by itself at `at`, or is killed as soon as it says `killedAt`. */
const importOf = async (
  storage: Storage,
  list: string,
  given: { readonly at?: string; readonly killedAt?: string }
) => {
  const child = spawn(process.execPath, [program.file], {
    env: {
      ...{ PATH: process.env.PATH ?? "", ...program.env, ...storage.env, KILL_LIST: list },
      ...(given.at === undefined ? {} : { KILL_AT: given.at })
    },
    stdio: ["ignore", "pipe", "pipe"]
  })
  let stderr = ""
  child.stderr.on("data", (chunk) => (stderr += String(chunk)))
  const passed: Array<string> = []
  let imported: Imported | null = null
  createInterface({ input: child.stdout }).on("line", (line) => {
    if (line.startsWith("{")) imported = JSON.parse(line) as Imported
    else passed.push(line)
    if (line === given.killedAt) child.kill("SIGKILL")
  })
  await once(child, "close")
  return { signal: child.signalCode, exitCode: child.exitCode, stderr, passed, imported: imported as Imported | null }
}

const whole = async (storage: Storage, list: string): Promise<Imported> => {
  const { exitCode, imported, stderr } = await importOf(storage, list, {})
  assert.strictEqual(exitCode, 0, stderr)
  return imported!
}

/** Before a part is written, behind it, and wherever it is by then while it is written. */
const deaths = [
  { at: "taking#1" },
  { at: "taken#1" },
  { killedAt: "taking#1" },
  { at: "taking#2" },
  { killedAt: "taking#2" },
  { at: "taken#2" }
]

const killAtSeveralPoints = async (open: OpenStorage) => {
  await using quiet = await open()
  await using killed = await open()
  const lists = await madeLists(quiet.directory)
  for (const list of lists) {
    for (const death of deaths) {
      const { passed, signal, stderr } = await importOf(killed, list, death)
      assert.strictEqual(signal, "SIGKILL", `${JSON.stringify(death)}: ${stderr}`)
      assert.include(passed, death.at ?? death.killedAt)
    }
    const [untouched, resumed] = [await whole(quiet, list), await whole(killed, list)]
    assert.isAbove(resumed.from, 1_000, "what was written before is not read again")
    assert.isFalse(resumed.wasDone)
    assert.strictEqual(untouched.from, 0)
    assert.deepStrictEqual(resumed.state, untouched.state)
    assert.deepInclude(resumed.state, { rows: 2_000, bad: 1, hasEnded: true })
  }
  const [expected, found] = [await brandTables(quiet), await brandTables(killed)]
  for (const [table, rows] of expected) {
    assert.isAbove(rows.length, 0, table)
    // One by one, so that what differs is all that is told.
    const kept = new Set(found.get(table))
    assert.deepStrictEqual(
      rows.filter((row) => !kept.has(row)),
      [],
      table
    )
    assert.strictEqual(found.get(table)?.length, rows.length, table)
  }
}

const storages = await storagesInTurn("importing")

describe("an import of a list of brands that is killed", { timeout: 400_000 }, () => {
  for (const { name, open, options } of storages)
    it.concurrent(`goes on on ${name}, and tells each row once`, options, () => killAtSeveralPoints(open))
})
