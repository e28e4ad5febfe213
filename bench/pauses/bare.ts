/** The yardstick: one thread with `node:sqlite` that commits together what has arrived together, and copies its log as SQLite does by itself. */
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { Worker } from "node:worker_threads"
import type { EntryRow } from "../../packages/adapters/sqlite/src/writes/accounts.ts"
import { answerCalls } from "../children.ts"
import { entryOf } from "./entries.ts"
import { organizations, type WritingOptions, writeFor } from "./writing.ts"

/** What crosses to the thread. */
export interface BareCall {
  readonly id: number
  readonly entry: EntryRow
}

const file = join(process.env.BENCH_STORAGE ?? "", "bare.db")

const worker = new Worker(new URL("./bareThread.ts", import.meta.url), { workerData: file })

const waiting = new Map<number, () => void>()
let lastId = 0
let unsent: Array<BareCall> = []

worker.on("message", (ids: ReadonlyArray<number>) => {
  for (const id of ids) {
    waiting.get(id)?.()
    waiting.delete(id)
  }
})
worker.on("error", (error) => {
  throw error
})

const send = () => {
  worker.postMessage(unsent)
  unsent = []
}

const write = (organization: string, index: number) =>
  new Promise<void>((resolve) => {
    const id = ++lastId
    waiting.set(id, resolve)
    if (unsent.length === 0) queueMicrotask(send)
    unsent.push({ id, entry: entryOf(organization, index) })
  })

const openReads = () => {
  const db = new DatabaseSync(file, { readOnly: true })
  return db.prepare("select balance, held from accounts where organization_id = ?")
}

let account: ReturnType<typeof openReads> | undefined

answerCalls(
  {
    open: async () => {
      await Promise.all(organizations.map((organization, index) => write(organization, -index - 1)))
      account = openReads()
    },
    round: (options: WritingOptions) =>
      writeFor({ file, write, read: async (organization) => account!.get(organization) }, options)
  },
  () => worker.terminate()
)
