/** Pages of the index as rows: putting them with their words, finding them by words, and dropping what is too much. */
import type { TermTree } from "@kittiwake/core/internal/search/domain/readQuestion"
import type { IndexLimits } from "@kittiwake/core/search/PageIndex"
import type { GoneEntry, IndexEntry, StoredPage } from "@kittiwake/storage/indexedPages"
import { spaced, spacedTerms } from "@kittiwake/storage/indexSpaces"
import type { HeaviestPages, IndexSpace, WantedPages } from "@kittiwake/storage/searchPages"
import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"

interface LockedSpace {
  readonly space: number
  readonly organizationId: string
  readonly nextSeq: number
}

interface KnownRow {
  readonly pageNo: number
  readonly space: number
  readonly identity: string
  readonly digest: string
  readonly readAt: number
  readonly bytes: number
}

/** The spaces of organizations, locked in one order until the transaction ends. */
const lockSpaces = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, organizationIds: ReadonlyArray<string>) {
  yield* sql`
    insert into index_spaces (organization_id)
    select id from unnest(${organizationIds}::text[]) as id order by id on conflict do nothing`
  return yield* sql<LockedSpace>`
    select space, organization_id as "organizationId", next_seq as "nextSeq" from index_spaces
    where organization_id = any (${organizationIds}::text[]) order by organization_id for update`
})

/** Drops pages that were locked with their space. */
const dropPages = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  gone: ReadonlyArray<Pick<KnownRow, "bytes" | "pageNo" | "space">>
) {
  if (gone.length === 0) return
  yield* sql`delete from index_pages where page_no = any (${gone.map(({ pageNo }) => pageNo)}::bigint[])`
  yield* sql`
    update index_spaces s set pages = s.pages - g.pages, bytes = s.bytes - g.bytes
    from (
      select space, count(*) as pages, sum(bytes) as bytes
      from unnest(${gone.map(({ space }) => space)}::integer[], ${gone.map(({ bytes }) => bytes)}::bigint[]) as x(space, bytes)
      group by space
    ) g
    where s.space = g.space`
})

/** Puts entries, one of each page, in a transaction. What was read after `until` gives way. */
export const putEntries = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  entries: ReadonlyArray<IndexEntry>,
  until: number
) {
  const locked = yield* lockSpaces(sql, [...new Set(entries.map(({ organizationId }) => organizationId))])
  const spaces = new Map(locked.map((one) => [one.organizationId, { ...one }]))
  const placed = entries.map((entry) => ({ entry, place: spaces.get(entry.organizationId)! }))
  const rows = yield* sql<KnownRow>`
    select page_no as "pageNo", space, identity, digest, read_at as "readAt", bytes
    from index_pages where (space, identity) in (
      select * from unnest(
        ${placed.map(({ place }) => place.space)}::integer[], ${placed.map(({ entry }) => entry.identity)}::text[]
      )
    )`
  const known = new Map(rows.map((row) => [`${row.space} ${row.identity}`, row]))
  const gone: Array<KnownRow> = []
  const same: Array<{ readonly pageNo: number; readonly readAt: number }> = []
  const fresh: Array<object> = []
  for (const { entry, place } of placed) {
    const before = known.get(`${place.space} ${entry.identity}`)
    if (before !== undefined && before.readAt > entry.readAt && before.readAt <= until) continue
    if (before?.digest === entry.digest) {
      same.push({ pageNo: before.pageNo, readAt: entry.readAt })
      continue
    }
    if (before !== undefined) gone.push(before)
    const { bytes, content, digest, identity, language, publishedAt, readAt, terms, url } = entry
    fresh.push({
      ...{ space: place.space, identity, digest, url, language, published_at: publishedAt, read_at: readAt, bytes },
      content: Buffer.from(content).toString("base64"),
      terms: spacedTerms(place.space, place.nextSeq, terms)
    })
    place.nextSeq += 1
  }
  yield* dropPages(sql, gone)
  if (same.length > 0) {
    yield* sql`
      update index_pages p set read_at = x.read_at
      from unnest(${same.map(({ pageNo }) => pageNo)}::bigint[], ${same.map(({ readAt }) => readAt)}::bigint[])
        as x(page_no, read_at)
      where p.page_no = x.page_no`
  }
  if (fresh.length === 0) return
  yield* sql`
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(fresh)}::jsonb) as x(
        space integer, identity text, digest text, url text, language text, published_at bigint, read_at bigint,
        bytes integer, content text, terms text[]
      )
    ),
    put as (
      insert into index_pages (space, identity, digest, url, language, published_at, read_at, bytes, content)
      select space, identity, digest, url, language, published_at, read_at, bytes, decode(content, 'base64') from given
      returning page_no, space, identity
    ),
    found as (
      insert into index_terms (page_no, terms)
      select p.page_no, g.terms from put p join given g on g.space = p.space and g.identity = p.identity
    )
    update index_spaces s set pages = s.pages + g.pages, bytes = s.bytes + g.bytes, next_seq = s.next_seq + g.pages
    from (select space, count(*) as pages, sum(bytes) as bytes from given group by space) g
    where s.space = g.space`
})

/** Drops pages that are gone, in a transaction; tells how many there were. Whoever puts meanwhile waits, or is waited for. */
export const forgetEntries = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  gone: ReadonlyArray<GoneEntry>,
  until: number
) {
  const spaces = yield* sql<LockedSpace>`
    select space, organization_id as "organizationId" from index_spaces
    where organization_id = any (${[...new Set(gone.map(({ organizationId }) => organizationId))]}::text[])
    order by organization_id for update`
  const known = new Map(spaces.map(({ organizationId, space }) => [organizationId, space]))
  const placed = gone.flatMap((entry) => {
    const space = known.get(entry.organizationId)
    return space === undefined ? [] : [{ ...entry, space }]
  })
  if (placed.length === 0) return 0
  const rows = yield* sql<KnownRow>`
    select p.page_no as "pageNo", p.space, p.bytes
    from unnest(
      ${placed.map(({ space }) => space)}::integer[], ${placed.map(({ identity }) => identity)}::text[],
      ${placed.map(({ goneAt }) => goneAt)}::bigint[]
    ) as x(space, identity, gone_at)
    join index_pages p on p.space = x.space and p.identity = x.identity
      and (p.read_at <= x.gone_at or p.read_at > ${until})`
  yield* dropPages(sql, rows)
  return rows.length
})

/**
 * A choice as its parts, with what all of the tree wants in each: so each is one look into the index, and none looks at all pages of what
 * the whole is kept within. The parts must be asked apart: of one condition the planner would take out again what they have in common.
 */
const choicesOf = (tree: TermTree): ReadonlyArray<TermTree> => {
  const parts = "all" in tree ? tree.all : [tree]
  const choice = parts.find((part) => "any" in part && part.any.some((one) => !("term" in one)))
  if (choice === undefined || !("any" in choice)) return [tree]
  const rest = parts.filter((part) => part !== choice)
  return choice.any.map((part) => ({ all: [...("all" in part ? part.all : [part]), ...rest] }))
}

/** A tree of words as a condition on those of a page. Words that must stand together are one look into the index. */
const conditionOf = (sql: SqlClient.SqlClient, space: number, tree: TermTree): Statement.Fragment => {
  const termsOf = (trees: ReadonlyArray<TermTree>) =>
    trees.flatMap((one) => ("term" in one ? [spaced(space, one.term)] : []))
  if ("term" in tree) return sql`terms @> ${[spaced(space, tree.term)]}::text[]`
  const isAll = "all" in tree
  const parts = isAll ? tree.all : tree.any
  const words = termsOf(parts)
  const others = parts.filter((one) => !("term" in one)).map((one) => conditionOf(sql, space, one))
  const together = words.length === 0 ? [] : [isAll ? sql`terms @> ${words}::text[]` : sql`terms && ${words}::text[]`]
  return isAll ? sql.and([...together, ...others]) : sql.or([...together, ...others])
}

/**
 * Looks words up by their index, whatever the planner thinks. It takes rows for small whose words lie beside the table, and would rather read
 * through all of them than through an index of which it believes half: each row is then unpacked, which it does not count.
 */
const byIndex =
  (sql: SqlClient.SqlClient) =>
  <A, E>(look: Effect.Effect<A, E>) =>
    sql.withTransaction(Effect.andThen(sql`set local enable_seqscan = off`, look))

/** How many pages have each of the terms together with `within`. */
export const countTerms = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { space }: IndexSpace,
  terms: ReadonlyArray<string>,
  within: TermTree | null
) {
  const parts = terms.map((term, at) => {
    const tree: TermTree = within === null ? { term } : { all: [{ term }, within] }
    return sql`select ${at}::integer as at, count(*)::integer as n from index_terms where ${conditionOf(sql, space, tree)}`
  })
  if (parts.length === 0) return []
  const all = parts.reduce((sum, part) => sql`${sum} union all ${part}`)
  const rows = yield* byIndex(sql)(sql<{ readonly at: number; readonly n: number }>`${all}`)
  const counts = new Map(rows.map(({ at, n }) => [at, n]))
  return terms.map((_, at) => counts.get(at) ?? 0)
})

/** Of pages that were found those that are not known to be older. */
const ofLate = (sql: SqlClient.SqlClient, publishedSince: number) =>
  sql`join index_pages p on p.page_no = f.page_no and (p.published_at is null or p.published_at >= ${publishedSince})`

/** The newest pages that have the words. */
export const matchPages = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { space }: IndexSpace,
  { before, limit, publishedSince, tree }: WantedPages
) {
  const found = choicesOf(tree)
    .map((part) => sql`select page_no from index_terms where ${conditionOf(sql, space, part)}`)
    .reduce((all, part) => sql`${all} union ${part}`)
  const rows = yield* byIndex(sql)(sql<{ readonly pageNo: number }>`
    with found as materialized (${found})
    select f.page_no as "pageNo" from found f
    ${publishedSince === null ? sql`` : ofLate(sql, publishedSince)}
    where f.page_no < ${before ?? Number.MAX_SAFE_INTEGER} order by f.page_no desc limit ${limit}`)
  return rows.map(({ pageNo }) => pageNo)
})

/** The pages whose terms weigh most together. */
export const heaviestPages = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { space }: IndexSpace,
  { limit, publishedSince, terms, within }: HeaviestPages
) {
  const found = terms
    .map(({ term, weight }) => {
      const tree: TermTree = within === null ? { term } : { all: [{ term }, within] }
      return sql`select page_no, ${weight}::double precision as weight from index_terms where ${conditionOf(sql, space, tree)}`
    })
    .reduce((all, part) => sql`${all} union all ${part}`)
  const rows = yield* byIndex(sql)(sql<{ readonly pageNo: number }>`
    with weighed as materialized (
      select page_no, sum(weight) as weight from (${found}) as each_term group by page_no having count(*) > 1
    )
    select f.page_no as "pageNo" from weighed f
    ${publishedSince === null ? sql`` : ofLate(sql, publishedSince)}
    order by f.weight desc, f.page_no desc limit ${limit}`)
  return rows.map(({ pageNo }) => pageNo)
})

export const loadPages = (sql: SqlClient.SqlClient, pageNos: ReadonlyArray<number>) =>
  sql<StoredPage>`
    select page_no as "pageNo", url, language, published_at as "publishedAt", read_at as "readAt", content
    from index_pages where page_no = any (${pageNos}::bigint[])`

/** One step of pruning, in a transaction; tells how many pages it dropped. Nobody waits for another who prunes. */
export const pruneStep = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { keepSince, maxBytes, maxPages }: IndexLimits,
  limit: number
) {
  const old = yield* sql<{ readonly space: number }>`
    select space from index_pages where read_at < ${keepSince.epochMilliseconds} order by read_at limit 1`
  const full = yield* sql<{ readonly space: number }>`
    select space from index_spaces where pages > ${maxPages} or bytes > ${maxBytes} limit 1`
  const [first] = [...old, ...full]
  if (first === undefined) return 0
  const [space] = yield* sql<{ readonly pages: number; readonly bytes: number }>`
    select pages, bytes from index_spaces where space = ${first.space} for update skip locked`
  if (space === undefined) return 0
  const oldest = yield* sql<KnownRow>`
    select page_no as "pageNo", space, read_at as "readAt", bytes from index_pages
    where space = ${first.space} order by read_at limit ${limit}`
  let { bytes, pages } = space
  const gone: Array<KnownRow> = []
  for (const row of oldest) {
    const isOld = row.readAt < keepSince.epochMilliseconds
    if (!isOld && pages <= maxPages && bytes <= maxBytes) break
    gone.push(row)
    pages -= 1
    bytes -= row.bytes
  }
  yield* dropPages(sql, gone)
  return gone.length
})
