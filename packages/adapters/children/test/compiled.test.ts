/** What a child leaves to the next one. Observed: the folder of compiled modules after one that worked was killed. */
import { spawnSync } from "node:child_process"
import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, it } from "@effect/vitest"

const files = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())

/** What it loaded itself before it is told of the folder is not kept there. */
const program = (folder: string, pools: string, children: string) => `
import module from "node:module"
import { Effect } from "effect"
import { makeChildPool } from ${JSON.stringify(children)}
import { limits, workOf } from ${JSON.stringify(pools)}
module.enableCompileCache(${JSON.stringify(folder)})
const work = Effect.flatMap(makeChildPool(limits), ({ run }) => Effect.andThen(run(workOf("pid")), run(workOf("pid"))))
await Effect.runPromise(Effect.scoped(work))
process.kill(process.pid, "SIGKILL")
`

it("keeps what a child compiled, who is killed in the end", () => {
  const folder = mkdtempSync(join(tmpdir(), "kittiwake-compiled-"))
  try {
    const [pools, children] = ["./pools.ts", "../src/ChildPool.ts"].map((path) => new URL(path, import.meta.url).href)
    const source = program(folder, pools!, children!)
    const { signal } = spawnSync(process.execPath, ["--input-type=module", "--eval", source], {
      cwd: fileURLToPath(new URL("..", import.meta.url)),
      env: { PATH: process.env.PATH }
    })
    assert.strictEqual(signal, "SIGKILL")
    // The guard, what it and its program speak with, and the program.
    assert.isAtLeast(files(folder).length, 4)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}, 60_000)
