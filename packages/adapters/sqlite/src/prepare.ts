/** What happens to a database before anybody uses it. */
import type { Connection } from "./Connection.ts"
import { copyLog, damaged, lossOf } from "./generations.ts"
import type { ThreadStart } from "./messages.ts"
import { migrate } from "./migrate.ts"

/** Files up to this size are read whole at every start, which takes tenths of a second; `kittiwake doctor` reads any. */
const checkedBytes = 67_108_864

const check = (db: Connection): void => {
  const loss = lossOf(db)
  if (loss !== null) throw damaged(loss)
  const pages = db.get<{ readonly page_count: number }>("pragma page_count")?.page_count ?? 0
  if (pages * 4_096 > checkedBytes) return
  const line = db.get<{ readonly quick_check: string }>("pragma quick_check(1)")?.quick_check
  if (line !== undefined && line !== "ok") throw damaged(line)
}

/** Checks the database and brings it up to date; tells which migrations ran. */
export const prepare = (db: Connection, { isFilled }: Pick<ThreadStart, "isFilled">): ReadonlyArray<string> => {
  check(db)
  const ran = migrate(db, isFilled)
  // Tables that stood in the log alone would be gone with it, without a word.
  if (ran.length > 0) copyLog(db)
  return ran
}
