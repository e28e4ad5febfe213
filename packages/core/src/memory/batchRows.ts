/** Steps on the tables of batches that both of their stores take the same way. */
import type { StoredBatch } from "../batches/BatchStore.ts"
import type { Batch } from "../batches/domain/Batch.ts"
import type { BatchItem } from "../batches/domain/Item.ts"
import { isWorked } from "../batches/domain/settle.ts"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import type { BatchRow, Tables } from "./Database.ts"

/** A batch that was accepted. */
export type AcceptedRow = BatchRow & { batch: Batch }

const isAccepted = (row: BatchRow): row is AcceptedRow => row.batch !== null && !row.isRemoved

/** The batch of an organization. */
export const acceptedRow = (tables: Tables, organizationId: OrganizationId, id: string): AcceptedRow | undefined => {
  const row = tables.batches.get(id)
  return row !== undefined && row.organizationId === organizationId && isAccepted(row) ? row : undefined
}

export const acceptedRows = ({ batches }: Tables): ReadonlyArray<AcceptedRow> =>
  [...batches.values()].filter(isAccepted)

export const storedBatch = ({ batch, files, tally }: AcceptedRow): StoredBatch => ({ batch, files, tally })

/** Adds a page that waits. */
export const addItem = (row: BatchRow, item: BatchItem): void => {
  const line = row.waiting.get(item.host)
  if (line === undefined) row.waiting.set(item.host, [item.n])
  else line.push(item.n)
  if (item.identity !== null) row.identities.add(item.identity)
  row.items.push({
    item,
    token: 0,
    leaseEndMillis: null,
    losses: 0,
    isBegun: false,
    isDone: false,
    place: null,
    code: ""
  })
}

/** How many pages a batch may begin yet: of a crawl, no more than are paid for and not yet attempted. */
export const leftToBegin = ({ batch, tally, underWay }: AcceptedRow): number =>
  batch.intake.reserved - tally.succeeded - tally.failed - underWay.size

/** Whether nothing is left to do. */
export const isDone = (row: AcceptedRow): boolean =>
  row.underWay.size === 0 && (!isWorked(row.batch.status) || row.waiting.size === 0 || leftToBegin(row) <= 0)
