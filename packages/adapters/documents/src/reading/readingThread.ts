/** A thread that reads one file after the other. It is ended from outside when a file takes too long or too much. */
import { parentPort } from "node:worker_threads"
import { boundWasmMemory } from "./boundWasmMemory.ts"
import { giveWay } from "./giveWay.ts"
import type { ThreadReply, ThreadRequest } from "./messages.ts"
import { readFile } from "./readFile.ts"
import { unreadableOf } from "./Unreadable.ts"

boundWasmMemory()
giveWay()

// A parser that leaves a promise behind fails there as well; the file has its answer by then.
process.on("unhandledRejection", () => {})

const reply = (message: ThreadReply) => parentPort?.postMessage(message)

parentPort?.on("message", (request: ThreadRequest) => {
  readFile(request).then(
    (fragment) => reply({ ok: true, fragment }),
    (cause: unknown) => {
      const { message, reason } = unreadableOf(cause)
      reply({ ok: false, reason, message })
    }
  )
})
