/** The thread that owns the connection which writes. */
import { parentPort, receiveMessageOnPort, workerData } from "node:worker_threads"
import { backupTo } from "./backupTo.ts"
import { makeGroupCommit } from "./groupCommit.ts"
import type { Call, FromThread, ThreadStart, ToThread } from "./messages.ts"
import { migrate } from "./migrate.ts"
import { openWriter } from "./openConnection.ts"
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
  const ran = migrate(group.connection())

  /** Copies the file while calls go on. */
  const backup = ({ id, input }: Call) =>
    backupTo(group.connection(), input as string, "in parts").then(
      () => send({ answers: [{ id, ok: true, value: null }] }),
      (error: unknown) => send({ answers: [{ id, ok: false, failure: failureOf(error) }] })
    )

  let isClosing = false
  const take = (message: ToThread) => {
    if ("close" in message) {
      isClosing = true
      return
    }
    for (const call of message.calls) if (call.operation === "backup") void backup(call)
    group.take(message.calls.filter(({ operation }) => operation !== "backup"))
  }

  const end = () => {
    group.connection().exec("pragma optimize")
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
