/** Saved views. */
import type { Connection } from "../Connection.ts"

export interface ViewRow {
  readonly id: string
  readonly organizationId: string
  readonly list: string
  readonly name: string
  readonly filters: string
  readonly createdAt: number
  readonly updatedAt: number
}

export const viewColumns = `
  id, organization_id as organizationId, list, name, filters, created_at as createdAt, updated_at as updatedAt`

export interface Place {
  readonly organizationId: string
  readonly id: string
}

export interface ChangeInput extends Place {
  readonly name: string | null
  readonly filters: string | null
  readonly at: number
}

const put = (db: Connection, { max, view }: { readonly view: ViewRow; readonly max: number }): boolean => {
  const isCounted = db.run(
    `insert into view_counts as c (organization_id, views) select ?1, 1 where ?2 > 0
    on conflict (organization_id) do update set views = c.views + 1 where c.views < ?2`,
    view.organizationId,
    max
  )
  if (isCounted === 0) return false
  db.run(
    `insert into views (id, organization_id, list, name, filters, created_at, updated_at) values (?, ?, ?, ?, ?, ?, ?)`,
    view.id,
    view.organizationId,
    view.list,
    view.name,
    view.filters,
    view.createdAt,
    view.updatedAt
  )
  return true
}

export const viewWrites = {
  /** Adds a view unless the organization has as many as it may; tells whether it did. */
  "ViewStore.put": put,

  /** The view as it is then; null when there is none. */
  "ViewStore.change": (db: Connection, { at, filters, id, name, organizationId }: ChangeInput): ViewRow | null =>
    db.get<ViewRow>(
      `update views set name = coalesce(?, name), filters = coalesce(?, filters), updated_at = ?
      where id = ? and organization_id = ? returning ${viewColumns}`,
      name,
      filters,
      at,
      id,
      organizationId
    ) ?? null,

  "ViewStore.remove": (db: Connection, { id, organizationId }: Place): boolean => {
    const removed = db.run("delete from views where id = ? and organization_id = ?", id, organizationId)
    if (removed > 0) db.run("update view_counts set views = views - 1 where organization_id = ?", organizationId)
    return removed > 0
  }
}
