/** Observed: how large the young generations become of a process that is given one, and of its threads. */
import { execFileSync } from "node:child_process"
import { assert, describe, it } from "@effect/vitest"

/** Fills the young generation of a thread, and tells how large it became. */
const filling = `
const { getHeapSpaceStatistics } = require("node:v8")
let [kept, most] = [[], 0]
for (let made = 0; made < 2_000_000; made++) {
  kept.push({ made, list: [made] })
  if (kept.length === 200_000) kept = []
  if (made % 10_000 === 0)
    most = Math.max(most, getHeapSpaceStatistics().find((space) => space.space_name === "new_space").space_size)
}
const { isMainThread, parentPort } = require("node:worker_threads")
if (isMainThread) console.log(most)
else parentPort.postMessage(most)
`

const inThread = `
new (require("node:worker_threads").Worker)(${JSON.stringify(filling)}, {
  eval: true,
  resourceLimits: { maxYoungGenerationSizeMb: 16 }
}).on("message", (most) => console.log(most))
`

const megabyte = 1024 * 1024

const youngBytes = (program: string): number => {
  const flags = new URL("../src/heapFlags.ts", import.meta.url).href
  const given = ["--max-semi-space-size=16", `--import=${flags}`, "--eval", program]
  return Number(execFileSync(process.execPath, given, { encoding: "utf8" }))
}

describe("the young generation", () => {
  it("of the process is what it was given, and that of a thread what the thread was", () => {
    assert.isAbove(youngBytes(filling), 28 * megabyte)
    assert.isBelow(youngBytes(inThread), 28 * megabyte)
  }, 30_000)
})
