/** Checks a database file in a thread of its own: reading a large one takes minutes, which nobody should wait for. */
import { Worker } from "node:worker_threads"
import type { CheckStart } from "./messages.ts"
import { moduleOf } from "./moduleOf.ts"

/** What is wrong with a database that nobody writes to, as a part of a sentence; null when it can be used. */
export const faultOf = (start: CheckStart, signal: AbortSignal): Promise<string | null> => {
  const worker = new Worker(moduleOf("checkThread"), { workerData: start, execArgv: [] })
  const end = () => void worker.terminate()
  signal.addEventListener("abort", end, { once: true })
  return new Promise<string | null>((resolve) => {
    worker.once("message", resolve)
    worker.once("error", (error) => resolve(`it could not be checked (${String(error)})`))
    // Promises settle once: what ends after it has answered changes nothing.
    worker.once("exit", () => resolve("its check was broken off"))
  }).finally(() => signal.removeEventListener("abort", end))
}
