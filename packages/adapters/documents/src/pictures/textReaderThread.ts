/** The thread that tesseract.js works in: its own, with a bound on the memory that it may take. */
import { createRequire } from "node:module"
import { isMainThread } from "node:worker_threads"
import { boundWasmMemory } from "../reading/boundWasmMemory.ts"

// Outside a thread there is nobody to answer, and nothing to bound.
if (!isMainThread) {
  boundWasmMemory()
  createRequire(import.meta.url)("tesseract.js/src/worker-script/node/index.js")
}
