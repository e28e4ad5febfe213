/** The thread of the yardstick. */
import { parentPort, workerData } from "node:worker_threads"
import { migrate } from "../../packages/adapters/sqlite/src/migrate.ts"
import { openWriter } from "../../packages/adapters/sqlite/src/openConnection.ts"
import type { BareCall } from "./bare.ts"

const db = openWriter({ file: workerData as string, synchronous: "full" })
// The product chooses its moments; left to itself, SQLite copies the log every thousand pages.
db.exec("pragma wal_autocheckpoint = 1000")
migrate(db)

const add = db.database.prepare("insert into ledger_entries values (?, ?, ?, ?, ?, ?, null)")
const gain = db.database.prepare(
  `insert into accounts (organization_id, balance, held, lasting) values (?, ?, 0, 0)
  on conflict (organization_id) do update set balance = balance + excluded.balance`
)

let waiting: Array<BareCall> = []

const commit = () => {
  const calls = waiting
  waiting = []
  db.exec("begin immediate")
  for (const { entry } of calls) {
    gain.run(entry.organizationId, entry.credits)
    add.run(entry.id, entry.organizationId, entry.causeKind, entry.causeId, entry.credits, entry.at)
  }
  db.exec("commit")
  parentPort!.postMessage(calls.map(({ id }) => id))
}

parentPort!.on("message", (calls: ReadonlyArray<BareCall>) => {
  if (waiting.length === 0) setImmediate(commit)
  waiting = waiting.concat(calls)
})
