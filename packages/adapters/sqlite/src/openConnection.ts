/** Opens connections the way this package wants them. */
import { checkRegularSync } from "@kittiwake/storage/regularFile"
import { Connection, usualPatienceMillis } from "./Connection.ts"
import type { ThreadStart } from "./messages.ts"

/** Memory for pages of the file, in KiB: for the one that writes, and for each that reads. */
const cacheKib = { writer: 16_000, reader: 4_000 }

/** Longest that a log stays when it starts over, in bytes; one that grew beyond was waiting for a reader. */
const logSizeLimit = 67_108_864

/** Opens the connection that writes, which makes the file when it is not there. */
export const openWriter = ({ file, synchronous }: Pick<ThreadStart, "file" | "synchronous">): Connection => {
  const db = new Connection(file, { readOnly: false })
  try {
    // Checkpoints are made by `checkpoints.ts`, at moments of its own choice.
    db.exec(`
      pragma journal_mode = wal;
      pragma synchronous = ${synchronous};
      pragma wal_autocheckpoint = 0;
      pragma journal_size_limit = ${logSizeLimit};
      pragma foreign_keys = on;
      -- Without it, "insert or replace" would remove a row past the triggers that keep the ledger.
      pragma recursive_triggers = on;
      -- What a row held is overwritten in the pages that are written anyway, so that a secret does not outlive its sealing.
      pragma secure_delete = fast;
      pragma cache_size = -${cacheKib.writer};
      pragma temp_store = memory;
    `)
  } catch (error) {
    db.close()
    throw error
  }
  return db
}

/** Opens a connection that reads a file which has its tables. The thread that asks stands still while another program keeps it out. */
export const openReader = (file: string, patienceMillis = usualPatienceMillis): Connection => {
  // SQLite would wait for a pipe, and this thread with it.
  checkRegularSync(file)
  const db = new Connection(file, { readOnly: true, patienceMillis })
  db.exec(`pragma query_only = on; pragma cache_size = -${cacheKib.reader}; pragma temp_store = memory;`)
  return db
}
