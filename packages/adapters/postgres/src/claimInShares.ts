/**
 * Claims that take only so much for one organization and one host.
 *
 * **Model.** A statement looks at what is longest due of those who have room, and takes of it what the shares leave room
 * for. What it passed over was of somebody who has no room left, so that the next one leaves these out and looks further:
 * each look but the last fills the room of somebody.
 */
import { type Counted, fullIn, hostPattern, type Room, type Shares, sharesAfter } from "@kittiwake/core/Shares"
import { storableJson } from "@kittiwake/storage/storable"
import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"

/**
 * What stands for the host of the address that `url` selects. Cutting an address costs a fifth of what the pattern does,
 * which a claim would pay for each row it passes over; only a host in brackets may hold what is cut at.
 */
export const hostIn = (sql: SqlClient.SqlClient, url: string): Statement.Fragment => {
  const first = (mark: string, text: string) => `split_part(${text}, '${mark}', 1)`
  const authority = first("#", first("?", first("/", `split_part(${url}, '://', 2)`)))
  return sql`lower(case when ${sql.literal(url)} like '%[%' then coalesce(substring(${sql.literal(url)} from ${hostPattern}::text), '')
    else ${sql.literal(first(":", `split_part(${authority}, '@', -1)`))} end)`
}

/** Leaves out who has no room. */
export const withRoom = (
  sql: SqlClient.SqlClient,
  shares: Shares | undefined,
  { organization, url }: { readonly organization: string; readonly url: string }
): Statement.Fragment => {
  const organizations = shares === undefined ? [] : fullIn(shares.organizations)
  const hosts = shares === undefined ? [] : fullIn(shares.hosts)
  // What is joined to the column hides its statistics: where one organization has nearly all rows, the planner would
  // expect none to be left, and read them all to sort them.
  const ofOthers = sql`and (${sql.literal(organization)} || '') <> all(${organizations}::text[])`
  const elsewhere = sql`and ${hostIn(sql, url)} <> all(${hosts}::text[])`
  return sql`${organizations.length === 0 ? sql.literal("") : ofOthers} ${hosts.length === 0 ? sql.literal("") : elsewhere}`
}

const roomOf = (sql: SqlClient.SqlClient, { each, of }: Room, key: string): Statement.Fragment =>
  sql`coalesce((${storableJson(Object.fromEntries(of))}::jsonb ->> ${sql.literal(key)})::integer, ${each}::integer)`

/** What of `picked` the shares leave room for: its columns, and whoever they count for. */
export const inShares = (sql: SqlClient.SqlClient, shares: Shares | undefined): Statement.Fragment =>
  shares === undefined
    ? sql.literal("select * from picked")
    : sql`select * from (
        select *, row_number() over (partition by organization_id order by due_at, id) as nth_of_organization
        from (select *, row_number() over (partition by host order by due_at, id) as nth_of_host from picked) p
        where nth_of_host <= ${roomOf(sql, shares.hosts, "host")}
      ) q where nth_of_organization <= ${roomOf(sql, shares.organizations, "organization_id")}`

/** Claims by `claim` until there is nothing more for those who have room. */
export const claimInShares = Effect.fnUntraced(function* <A extends Counted, E, R>(
  limit: number,
  shares: Shares | undefined,
  claim: (limit: number, shares: Shares | undefined, claimed: number) => Effect.Effect<ReadonlyArray<A>, E, R>
) {
  if (shares === undefined) return yield* claim(limit, shares, 0)
  const claimed: Array<A> = []
  let left = shares
  while (claimed.length < limit) {
    const taken = yield* claim(limit - claimed.length, left, claimed.length)
    claimed.push(...taken)
    const full = fullIn(left.organizations).length + fullIn(left.hosts).length
    left = sharesAfter(left, taken)
    if (fullIn(left.organizations).length + fullIn(left.hosts).length === full) break
  }
  return claimed
})
