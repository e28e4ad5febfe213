/** The thread of reads that may take long. It does one after the other, in the order they were sent. */
import { parentPort, workerData } from "node:worker_threads"
import { buffersOf } from "@kittiwake/storage/ownBytes"
import type { Methods } from "./groupCommit.ts"
import type { FromThread, ThreadStart, ToThread } from "./messages.ts"
import { openReader } from "./openConnection.ts"
import { reads } from "./reads.ts"
import { failureOf } from "./sqliteFailure.ts"

const { file } = workerData as ThreadStart
const port = parentPort!
const methods: Methods = reads

/** Memory of an answer that is handed over instead of being copied: bytes that stand in it by themselves. */
const memoryOf = (value: unknown): Array<ArrayBuffer> =>
  typeof value === "object" && value !== null ? buffersOf(Object.values(value)) : []

const send = (message: FromThread, memory: Array<ArrayBuffer> = []) => port.postMessage(message, memory)

try {
  const db = openReader(file)
  port.on("message", (message: ToThread) => {
    if ("close" in message) {
      db.close()
      port.close()
      return
    }
    for (const { id, input, operation } of message.calls) {
      try {
        const value = methods[operation]!(db, input as never)
        send({ answers: [{ id, ok: true, value }] }, memoryOf(value))
      } catch (error) {
        send({ answers: [{ id, ok: false, failure: failureOf(error) }] })
      }
    }
  })
  send({ answers: [{ id: 0, ok: true, value: null }] })
} catch (error) {
  send({ answers: [{ id: 0, ok: false, failure: failureOf(error) }] })
}
