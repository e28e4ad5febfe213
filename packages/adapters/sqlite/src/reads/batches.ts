/** Lists of batches with conditions that no index knows. */
import type { Connection } from "../Connection.ts"
import type { SliceRow } from "../newestFirst.ts"
import { batchTables, type ListedRow, listedColumns } from "../writes/batchColumns.ts"
import { type Stretch, stretched } from "./stretches.ts"

/** A list takes from a body what it shows: eight megabytes of bodies take some 20 ms. */
const takenOfBody = 1 / 8

const batches = stretched<ListedRow>({
  select: `${listedColumns} from ${batchTables}`,
  table: "batches b",
  owned: ["b.organization_id = ?", "b.state = 'batch'"],
  at: "b.created_at",
  id: "b.id",
  conditions: [
    "b.status = ifnull(?, b.status)",
    "(? is null or exists (select 1 from json_each(b.tags) t where t.value in (select w.value from json_each(?) w)))",
    "not exists (select 1 from json_each(?) t where not instr(b.words, t.value))"
  ],
  large: {
    bytesOf: ({ bodyBytes }) => bodyBytes * takenOfBody,
    placeOf: ({ createdAt, id }) => ({ at: createdAt, id })
  }
})

export interface BatchList {
  readonly organizationId: string
  readonly slice: SliceRow
  readonly status: string | null
  /** A JSON list of tags, of which the batch has one. */
  readonly anyTag: string | null
  /** A JSON list of words with the spaces that stand around them. */
  readonly terms: string | null
}

export const batchReads = {
  "BatchStore.list": (db: Connection, list: BatchList): Stretch<ListedRow> =>
    batches(db, [list.organizationId], list.slice, [list.status, list.anyTag, list.anyTag, list.terms])
}
