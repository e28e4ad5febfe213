/** What a child leaves to the next one. Observed: the folder of compiled modules after one that worked was killed. */
import { spawnSync } from "node:child_process"
import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, it } from "@effect/vitest"

const addressOf = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)

const files = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())

/** How many modules a program leaves in a folder that it is told of, when it has killed itself. */
const keptBy = (programIn: (folder: string) => string, env: (folder: string) => NodeJS.ProcessEnv): number => {
  const folder = mkdtempSync(join(tmpdir(), "kittiwake-compiled-"))
  try {
    const { signal, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", programIn(folder)], {
      cwd: fileURLToPath(new URL("..", import.meta.url)),
      env: env(folder)
    })
    assert.strictEqual(signal, "SIGKILL", String(stderr))
    return files(folder).length
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What it loaded itself before it is told of the folder is not kept there. */
const poolIn = (folder: string) => `
import module from "node:module"
import { Effect } from "effect"
import { makeChildPool } from ${addressOf("../src/ChildPool.ts")}
import { limits, workOf } from ${addressOf("./pools.ts")}
module.enableCompileCache(${JSON.stringify(folder)})
const work = Effect.flatMap(makeChildPool(limits), ({ run }) => Effect.andThen(run(workOf("pid")), run(workOf("pid"))))
await Effect.runPromise(Effect.scoped(work))
process.kill(process.pid, "SIGKILL")
`

it("keeps what a child compiled, who is killed in the end", () => {
  // The guard, what it and its program speak with, and the program.
  assert.isAtLeast(
    keptBy(poolIn, () => ({ PATH: process.env.PATH })),
    4
  )
}, 60_000)

/** The program of a child, which is asked for something once, and for what it has loaded then. */
const asked = (what: string) => () =>
  `
import { once } from "node:events"
import { Worker } from "node:worker_threads"
const program = new Worker(new URL(${addressOf("./fixtures/program.ts")}), { execArgv: [] })
await once(program, "message")
for (const what of [${JSON.stringify(what)}, "pid"]) {
  const answered = once(program, "message")
  program.postMessage({ head: { what }, bytes: new Uint8Array(0) })
  await answered
}
process.kill(process.pid, "SIGKILL")
`

it("keeps what its program loaded with its first file", () => {
  const inFolder = (folder: string) => ({ ...process.env, NODE_COMPILE_CACHE: folder })
  assert.isAbove(keptBy(asked("load"), inFolder), keptBy(asked("pid"), inFolder))
}, 60_000)
