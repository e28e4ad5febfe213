/** Lists that an organization has, and each of its monitors. */
import type { Connection, Value } from "../Connection.ts"
import type { SliceRow } from "../newestFirst.ts"
import { type StretchedList, stretched } from "./stretches.ts"

/** A list of an organization, or of one of its monitors. */
export interface OwnedList {
  readonly organizationId: string
  readonly monitorId: string | null
  /** No row from before is wanted. */
  readonly since: number
  readonly slice: SliceRow
}

/**
 * The same list by the organization and by the monitor: whichever has fewer rows is walked through. `also` is what else the indexes
 * of both know.
 */
export const ofEither = <Row>(
  alias: string,
  list: Omit<StretchedList<Row>, "owned"> & { readonly also?: ReadonlyArray<string> }
) => {
  const within = [...(list.also ?? []), `${list.at} >= ?`]
  const ofOrganization = stretched<Row>({ ...list, owned: [`${alias}.organization_id = ?`, ...within] })
  const ofMonitor = stretched<Row>({
    ...list,
    owned: [`${alias}.monitor_id = ?`, ...within],
    conditions: [`${alias}.organization_id = ?`, ...list.conditions]
  })
  return (
    db: Connection,
    { monitorId, organizationId, since, slice }: OwnedList,
    values: ReadonlyArray<Value>,
    also: ReadonlyArray<Value> = []
  ) =>
    monitorId === null
      ? ofOrganization(db, [organizationId, ...also, since], slice, values)
      : ofMonitor(db, [monitorId, ...also, since], slice, [organizationId, ...values])
}
