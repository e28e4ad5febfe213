/** Checks a database file in a thread of its own: reading a large one takes minutes, which nobody should wait for. */
import { Worker } from "node:worker_threads"
import type { CheckStart, Fault } from "./messages.ts"
import { moduleOf } from "./moduleOf.ts"

/** What is wrong with a database file; null when it can be used. */
export const faultOf = (start: CheckStart, signal: AbortSignal): Promise<Fault | null> => {
  const worker = new Worker(moduleOf("checkThread"), { workerData: start, execArgv: [] })
  const end = () => void worker.terminate()
  signal.addEventListener("abort", end, { once: true })
  return new Promise<Fault | null>((resolve) => {
    worker.once("message", resolve)
    worker.once("error", (error) => resolve({ reason: `it could not be checked (${String(error)})`, isSeen: false }))
    // Promises settle once: what ends after it has answered changes nothing.
    worker.once("exit", () => resolve({ reason: "its check was broken off", isSeen: false }))
  }).finally(() => signal.removeEventListener("abort", end))
}
