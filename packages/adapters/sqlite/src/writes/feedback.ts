/** What callers say of the service. */
import type { Connection } from "../Connection.ts"

export interface FeedbackRow {
  readonly organizationId: string
  readonly saidAt: number
  readonly id: string
  readonly said: string
}

/** Keeps what was said, and of the organization the newest so many. */
const put = (db: Connection, { most, row }: { readonly row: FeedbackRow; readonly most: number }): null => {
  db.run(
    "insert into feedback (organization_id, said_at, id, said) values (?, ?, ?, ?)",
    row.organizationId,
    row.saidAt,
    row.id,
    row.said
  )
  db.run(
    `delete from feedback where organization_id = ? and (said_at, id) <= (
      select said_at, id from feedback where organization_id = ? order by said_at desc, id desc limit 1 offset ?)`,
    row.organizationId,
    row.organizationId,
    most
  )
  return null
}

export const feedbackWrites = { "FeedbackStore.put": put }
