/** Limits of processes that share no memory, under load. Observed: what each was admitted, and how many slots it saw taken. */
import { type ChildProcess, spawn } from "node:child_process"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { Redacted } from "effect"
import { needsServer, newInstallation } from "./servers.ts"

const program = fileURLToPath(new URL("./countingProcess.ts", import.meta.url))

const processes = 4
const callsEach = 2_000

interface Told {
  readonly admitted: number
  readonly most: number
}

/** A process that is ready, and what it tells once it was told to go. */
const start = async (limit: number, { prefix, url }: ReturnType<typeof newInstallation>) => {
  const child: ChildProcess = spawn(
    process.execPath,
    [program, Redacted.value(url), prefix, String(callsEach), String(limit)],
    { stdio: ["pipe", "pipe", "pipe"] }
  )
  let stderr = ""
  child.stderr?.on("data", (data) => {
    stderr += String(data)
  })
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]()
  assert.strictEqual((await lines.next()).value, "ready", stderr)
  return async (): Promise<Told> => {
    child.stdin?.write("go\n")
    const line = String((await lines.next()).value)
    // What it logs stands there too: that it counted by itself would say why it admitted more.
    assert.match(line, /^\{/, stderr)
    return JSON.parse(line)
  }
}

describe("four processes that count together", needsServer, () => {
  it("admit exactly the limit, and never more slots than there are", { timeout: 120_000 }, async () => {
    const limit = 1_000
    const installation = newInstallation()
    const ready = await Promise.all(Array.from({ length: processes }, () => start(limit, installation)))
    const told = await Promise.all(ready.map((go) => go()))
    assert.strictEqual(
      told.reduce((sum, { admitted }) => sum + admitted, 0),
      limit
    )
    assert.isTrue(told.every(({ most }) => most <= 5))
    assert.isTrue(told.some(({ most }) => most > 1))
  })
})
