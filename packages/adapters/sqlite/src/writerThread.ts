/** The thread that owns the connection which writes. */
import { parentPort, receiveMessageOnPort, workerData } from "node:worker_threads"
import { copyLog } from "./generations.ts"
import { makeGroupCommit } from "./groupCommit.ts"
import type { FromThread, ThreadStart, ToThread } from "./messages.ts"
import { openWriter } from "./openConnection.ts"
import { prepare } from "./prepare.ts"
import { failureOf } from "./sqliteFailure.ts"
import { writes } from "./writes.ts"

const start = workerData as ThreadStart
const port = parentPort!

const send = (message: FromThread) => port.postMessage(message)

try {
  const group = makeGroupCommit({
    open: () => openWriter(start),
    methods: writes,
    answer: (answers) => send({ answers }),
    nowMillis: () => performance.now()
  })
  const ran = prepare(group.connection(), start)

  let isClosing = false
  const take = (message: ToThread) => {
    if ("close" in message) {
      isClosing = true
      return
    }
    group.take(message.calls)
  }

  const end = () => {
    try {
      group.connection().exec("pragma optimize")
      // Closing would copy it as well, and in another order.
      copyLog(group.connection())
    } catch {
      // What is in the log is safe there; the next start reads it.
    }
    group.close()
    port.close()
  }

  port.on("message", (first: ToThread) => {
    take(first)
    // What has arrived meanwhile comes along; what arrives during the commit makes an event of its own.
    for (;;) {
      const next = receiveMessageOnPort(port)
      if (next === undefined) break
      take(next.message as ToThread)
    }
    while (group.commit());
    if (isClosing) end()
  })
  send({ answers: [{ id: 0, ok: true, value: ran }] })
} catch (error) {
  send({ answers: [{ id: 0, ok: false, failure: failureOf(error) }] })
}
