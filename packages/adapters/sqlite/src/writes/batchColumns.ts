/** Batches as rows, for both sides of a thread. */

/** A batch as `batchColumns` selects it. */
export interface BatchRow {
  readonly id: string
  readonly organizationId: string
  readonly body: string
  readonly status: string
  readonly startedAt: number | null
  readonly ending: string | null
  readonly files: string | null
  readonly subscriptionUrl: string | null
  readonly events: string
  readonly retry: string | null
  readonly secret: string
  readonly failure: string | null
  readonly createdAt: number
  /** Its counts, as a JSON list of `[code, pages, recovered pages, example]`. */
  readonly counts: string
}

/** Selects a batch `b` with its subscription `s`. */
export const batchColumns = `
  b.id, b.organization_id as organizationId, b.body, b.status, b.started_at as startedAt, b.ending, b.files,
  s.url as subscriptionUrl, s.events, s.retry, s.secret, s.failure,
  b.created_at as createdAt,
  (select json_group_array(json_array(c.code, c.pages, c.recovered_pages, c.example)) from batch_counts c
    where c.batch_id = b.id) as counts`

/** The same of what a list shows, and how long the body is where it is kept: refused entries and selectors stay there. */
export const listedColumns = batchColumns.replace(
  "b.body,",
  `json_replace(b.body, '$.invalidUrls', json('[]'), '$.options.includeSelectors', json('[]'),
    '$.options.excludeSelectors', json('[]')) as body, octet_length(b.body) as bodyBytes,`
)

/** A batch as `listedColumns` selects it. */
export interface ListedRow extends BatchRow {
  readonly bodyBytes: number
}

/** What a batch takes where all of it is read, about: its selectors may be of a megabyte, and nothing beside its body is as large. */
export const readBytes = ({ body }: BatchRow): number => body.length

export const batchTables = "batches b left join subscriptions s on s.id = b.id"

/** Pages of a batch that were attempted, and pages that are under way. */
export const attempted = "(select ifnull(sum(c.pages), 0) from batch_counts c where c.batch_id = b.id)"
export const underWay = `(select count(*) from batch_items i indexed by batch_items_under_way
  where i.batch_id = b.id and i.state = 1)`
export const isWaiting = `exists (select 1 from batch_items i indexed by batch_items_waiting
  where i.batch_id = b.id and i.state = 0)`

/** The first and the last host at which pages of it wait. */
export const firstHost = `(select min(i.host) from batch_items i indexed by batch_items_waiting
  where i.batch_id = b.id and i.state = 0)`
export const lastHost = firstHost.replace("min", "max")

/** Whether nothing is left to do. */
export const isDone = `(${underWay} = 0 and (b.status = 'cancelling' or not ${isWaiting} or ${attempted} >= b.reserved))`
