/**
 * Fills the index of what was read by statements of its own, since a million pages put one after the other as readers put them take hours.
 * What it writes are the rows that the stores write: `sameRows` puts some pages both ways and compares all that stands afterwards.
 */
import { hash } from "node:crypto"
import { isDeepStrictEqual } from "node:util"
import { type IndexedPage, PageIndex } from "@kittiwake/core/search/PageIndex"
import { type IndexEntry, toEntry } from "@kittiwake/storage/indexedPages"
import { spacedTerms } from "@kittiwake/storage/indexSpaces"
import { Effect, ManagedRuntime, Redacted } from "effect"
import pg from "pg"
import { Connection } from "../../packages/adapters/sqlite/src/Connection.ts"
import { dataDirectoryAt } from "../../packages/adapters/sqlite/src/dataDirectory.ts"
import { pageIndexWrites } from "../../packages/adapters/sqlite/src/writes/pageIndex.ts"
import { pageIdentity } from "../../packages/core/src/search/domain/indexEntry.ts"
import { termsOfPage } from "../../packages/core/src/search/domain/indexTerms.ts"
import type { StorageName } from "../storages.ts"

/** Pages that are made and written together. */
const together = 2_000

export const runtimeOf = async (name: StorageName, storage: string) => {
  if (name === "SQLite") {
    const { layer } = await import("@kittiwake/sqlite/embedded")
    return ManagedRuntime.make<PageIndex, unknown>(layer({ dataDirectory: storage }))
  }
  const { layer } = await import("@kittiwake/postgres/postgres")
  return ManagedRuntime.make<PageIndex, unknown>(layer({ url: Redacted.make(storage) }))
}

/** Makes the tables as the product does. */
const makeTables = async (name: StorageName, storage: string): Promise<void> => {
  const runtime = await runtimeOf(name, storage)
  await runtime.runPromise(PageIndex.use((index) => index.size))
  await runtime.dispose()
}

export interface Filling {
  /** The n-th page, which has an address of its own. What those of one text have in common is found by it. */
  readonly pageOf: (n: number) => IndexedPage
  readonly count: number
  readonly onProgress: (done: number) => void
}

const digestOf = (text: string): string => hash("sha256", text, "buffer").subarray(0, 16).toString("base64url")

/** What pages of one text have in common. */
interface Common {
  readonly content: string
  readonly entry: IndexEntry
  readonly terms: ReadonlyArray<string>
}

const nothing = { title: "", description: "", headings: "", text: "" } as const

/** Entries as `toEntry` makes them, but for the order of their terms; a text that many pages have is cut and packed once. */
const makeEntries = ({ count, pageOf }: Filling) => {
  const known = new Map<string, Common>()
  const commonOf = (page: IndexedPage): Common => {
    const common: Common = {
      content: JSON.stringify([page.title, page.description, page.headings, page.text]),
      entry: toEntry(page),
      terms: termsOfPage({ ...page, url: "" })
    }
    known.set(page.text, common)
    return common
  }
  const entryOf = (page: IndexedPage): IndexEntry => {
    const { content, entry, terms } = known.get(page.text) ?? commonOf(page)
    const publishedAt = page.publishedAt?.epochMilliseconds ?? null
    return {
      ...entry,
      organizationId: page.organizationId,
      identity: digestOf(pageIdentity(page.url)),
      digest: digestOf(`${page.url}\n${page.language ?? ""}\n${publishedAt ?? ""}\n${content}`),
      url: page.url,
      publishedAt,
      readAt: page.readAt.epochMilliseconds,
      terms: [...new Set([...terms, ...termsOfPage({ ...nothing, url: page.url })])]
    }
  }
  return (from: number): ReadonlyArray<IndexEntry> =>
    Array.from({ length: Math.min(together, count - from) }, (_, at) => entryOf(pageOf(from + at)))
}

/** With the statements of the store itself, in its own thread and in few transactions. */
const fillSqlite = (storage: string, filling: Filling): void => {
  const entriesFrom = makeEntries(filling)
  const db = new Connection(dataDirectoryAt(storage).database, { readOnly: false })
  db.exec("pragma synchronous = off; pragma cache_size = -500000; pragma temp_store = memory")
  for (let from = 0; from < filling.count; from += together) {
    const entries = entriesFrom(from)
    db.atomically(() => pageIndexWrites["PageIndex.put"](db, { entries, until: Number.MAX_SAFE_INTEGER }))
    filling.onProgress(from + entries.length)
  }
  db.exec("pragma wal_checkpoint(truncate)")
  db.close()
}

const dropIndexes = `
  drop index index_terms_by_term; drop index index_pages_of_space; drop index index_pages_read;
  alter table index_terms drop constraint index_terms_page_no_fkey;`

const makeIndexes = [
  "set maintenance_work_mem = '1GB'",
  "create index index_pages_of_space on index_pages (space, read_at)",
  "create index index_pages_read on index_pages (read_at)",
  "create index index_terms_by_term on index_terms using gin (terms)",
  "alter table index_terms add foreign key (page_no) references index_pages on delete cascade",
  "select setval(pg_get_serial_sequence('index_spaces', 'space'), (select max(space) from index_spaces))",
  "select setval(pg_get_serial_sequence('index_pages', 'page_no'), (select max(page_no) from index_pages))",
  "vacuum analyze index_pages",
  "vacuum analyze index_terms"
]

/** With numbers given here, so that words need no row to be asked for its own; what finds them is made when all are there. */
const fillPostgres = async (storage: string, filling: Filling): Promise<void> => {
  const entriesFrom = makeEntries(filling)
  const client = new pg.Client({ connectionString: storage })
  await client.connect()
  await client.query("set synchronous_commit = off")
  await client.query(dropIndexes)
  const spaces = new Map<string, { readonly space: number; pages: number; bytes: number }>()
  let pageNo = 0
  for (let from = 0; from < filling.count; from += together) {
    const rows = entriesFrom(from).map((entry) => {
      const known = spaces.get(entry.organizationId) ?? { space: spaces.size + 1, pages: 0, bytes: 0 }
      spaces.set(entry.organizationId, known)
      const terms = spacedTerms(known.space, known.pages, entry.terms).join("\n")
      known.pages += 1
      known.bytes += entry.bytes
      pageNo += 1
      return { ...entry, pageNo, space: known.space, terms }
    })
    const column = <Key extends keyof (typeof rows)[number]>(key: Key) => rows.map((row) => row[key])
    await client.query(
      `insert into index_spaces (space, organization_id, pages, bytes, next_seq) overriding system value
      select space, id, pages, bytes, pages
      from unnest($1::integer[], $2::text[], $3::bigint[], $4::bigint[]) as x(space, id, pages, bytes)
      on conflict (organization_id) do update set pages = excluded.pages, bytes = excluded.bytes, next_seq = excluded.next_seq`,
      [
        [...spaces.values()].map(({ space }) => space),
        [...spaces.keys()],
        [...spaces.values()].map(({ pages }) => pages),
        [...spaces.values()].map(({ bytes }) => bytes)
      ]
    )
    await client.query(
      `insert into index_pages (page_no, space, identity, digest, url, language, published_at, read_at, bytes, content)
      overriding system value select * from unnest(
        $1::bigint[], $2::integer[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::bigint[],
        $9::integer[], $10::bytea[])`,
      [
        ...[column("pageNo"), column("space"), column("identity"), column("digest"), column("url")],
        ...[column("language"), column("publishedAt"), column("readAt"), column("bytes")],
        column("content").map((bytes) => Buffer.from(bytes))
      ]
    )
    await client.query(
      `insert into index_terms (page_no, terms)
      select page_no, string_to_array(terms, E'\\n') from unnest($1::bigint[], $2::text[]) as x(page_no, terms)`,
      [column("pageNo"), column("terms")]
    )
    filling.onProgress(from + rows.length)
  }
  for (const statement of makeIndexes) await client.query(statement)
  await client.end()
}

/** Makes the tables of an empty storage and fills them. */
export const fillPages = async (name: StorageName, storage: string, filling: Filling): Promise<void> => {
  await makeTables(name, storage)
  if (name === "SQLite") fillSqlite(storage, filling)
  else await fillPostgres(storage, filling)
}

/** Numbers of spaces have gaps in Postgres, so that the organization stands for each. */
const tables = [
  "select organization_id, pages, bytes, next_seq from index_spaces order by organization_id",
  `select page_no, organization_id, identity, digest, url, language, published_at, read_at, p.bytes, content
  from index_pages p join index_spaces s on s.space = p.space order by page_no`
]

/** All that stands in the tables. */
const rowsOf = async (name: StorageName, storage: string): Promise<unknown> => {
  if (name === "SQLite") {
    const db = new Connection(dataDirectoryAt(storage).database, { readOnly: false })
    db.exec("create virtual table temp.words using fts5vocab(main, index_terms, instance)")
    const all = [...tables, "select term, doc from temp.words order by term, doc"].map((one) => db.all(one))
    db.close()
    return all
  }
  const client = new pg.Client({ connectionString: storage })
  await client.connect()
  const terms = `
    select page_no, array(select split_part(t, ':', 2) || split_part(t, ':', 3) from unnest(terms) t order by 1) as words
    from index_terms order by page_no`
  const all = []
  for (const one of [...tables, terms]) all.push((await client.query(one)).rows)
  await client.end()
  return all
}

/** Dies where filling writes other rows than the store does that pages are put into one by one. */
export const sameRows = async (
  name: StorageName,
  empty: () => Promise<string>,
  pageOf: Filling["pageOf"]
): Promise<void> => {
  const count = 300
  const [filled, put] = [await empty(), await empty()]
  await fillPages(name, filled, { pageOf, count, onProgress: () => {} })
  const runtime = await runtimeOf(name, put)
  for (let n = 0; n < count; n++) {
    await runtime.runPromise(Effect.flatMap(PageIndex, (index) => index.put([pageOf(n)], pageOf(n).readAt)))
  }
  await runtime.dispose()
  const [ours, theirs] = [await rowsOf(name, filled), await rowsOf(name, put)]
  if (!isDeepStrictEqual(ours, theirs)) throw new Error(`filling ${name} writes other rows than its store`)
}
