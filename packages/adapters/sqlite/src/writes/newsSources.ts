/** Sources of news, and who asks which host. */
import { mostOfSite, whoYields } from "@kittiwake/core/internal/news/domain/roomForSources"
import type { Connection } from "../Connection.ts"
import { leaseBounds } from "./leaseBounds.ts"

/** A source as it stands in its table; `dueAt` is nothing for one that is gone. */
export interface SourceRow {
  readonly url: string
  readonly host: string
  readonly listed: number
  readonly failing: number
  readonly dueAt: number | null
  readonly goneAt: number | null
  readonly entry: string
  readonly site: string
  readonly broughtBy: string
  readonly fruitful: number
  readonly addedAt: number
}

export interface PutRows {
  readonly sources: ReadonlyArray<SourceRow>
  readonly most: number
  readonly look: { readonly domain: string; readonly at: number } | null
}

export interface ClaimRow {
  readonly entry: string
  readonly token: number
}

/** Looks that are older than this say nothing any more. */
const lookMillis = 30 * 86_400_000

const countOf = (db: Connection): number =>
  db.get<{ readonly count: number }>("select count(*) as count from news_sources")!.count

/** What was found stays whose it is: whoever read it before somebody asked for it does not know. */
const write = (db: Connection, source: SourceRow) =>
  db.run(
    `insert into news_sources
      (url, host, listed, failing, due_at, gone_at, entry, site, brought_by, fruitful, added_at)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    on conflict do update set host = excluded.host, listed = excluded.listed, failing = excluded.failing,
      due_at = excluded.due_at, gone_at = excluded.gone_at, site = excluded.site, fruitful = excluded.fruitful,
      added_at = excluded.added_at,
      brought_by = iif(listed = 0 and excluded.listed = 0 and brought_by <> '', brought_by, excluded.brought_by),
      entry = iif(listed = 0 and excluded.listed = 0 and brought_by not in ('', excluded.brought_by),
        json_set(excluded.entry, '$.broughtBy', brought_by), excluded.entry)`,
    ...[source.url, source.host, source.listed, source.failing, source.dueAt, source.goneAt, source.entry],
    ...[source.site, source.broughtBy, source.fruitful, source.addedAt]
  )

/** A host is due when one of its sources is. */
const settleHost = (db: Connection, host: string) =>
  db.run(
    `insert into news_hosts (host, due_at) select ?1, min(due_at) from news_sources where host = ?1 and due_at is not null
    on conflict do update set due_at = excluded.due_at`,
    host
  )

/** Each is due or gone: asked in two, it is found along an index, and among those that are gone. */
const hasSources = (db: Connection, host: string): boolean =>
  ["due_at", "gone_at"].some(
    (moment) =>
      db.get(`select 1 from news_sources where host = ? and ${moment} is not null limit 1`, host) !== undefined
  )

/** Settles a host that may have lost its last source, and removes it where it did. */
const leaveHost = (db: Connection, host: string): void => {
  if (hasSources(db, host)) settleHost(db, host)
  else db.run("delete from news_hosts where host = ?", host)
}

/** Whoever holds the host holds it no more. */
const takeOver = (db: Connection, source: SourceRow) => {
  write(db, source)
  settleHost(db, source.host)
  db.run("update news_hosts set token = token + 1, lease_until = null where host = ?", source.host)
}

/** What was nobody's is of whoever asks for it. */
const give = (db: Connection, { broughtBy, url }: SourceRow) =>
  db.run(
    "update news_sources set brought_by = ?1, entry = json_set(entry, '$.broughtBy', ?1) where url = ?2",
    ...[broughtBy, url]
  )

interface Dropped {
  readonly url: string
  readonly host: string
  readonly listed: number
  readonly broughtBy: string
}

const dropped = "url, host, listed, brought_by as broughtBy"

const drop = (db: Connection, source: Dropped | undefined): Dropped | undefined => {
  if (source === undefined) return undefined
  db.run("delete from news_sources where url = ?", source.url)
  // Whoever holds it removes it when he records, and where he never does, whoever finds it due.
  if (hasSources(db, source.host)) settleHost(db, source.host)
  else db.run("delete from news_hosts where host = ? and lease_until is null", source.host)
  return source
}

/** Who brought how many of those that were found. */
const heldBy = (db: Connection): Map<string, number> =>
  new Map(
    db
      .all<{ readonly broughtBy: string; readonly count: number }>(
        "select brought_by as broughtBy, count(*) as count from news_sources where listed = 0 group by brought_by"
      )
      .map(({ broughtBy, count }) => [broughtBy, count])
  )

/** Makes room for sources among those that are there. It counts once, however many come. */
const makeRoom = (db: Connection, most: number) => {
  let count = countOf(db)
  let held: Map<string, number> | undefined

  const note = (source: Pick<SourceRow, "broughtBy" | "listed">, change: 1 | -1) => {
    count += change
    if (source.listed === 0) held?.set(source.broughtBy, (held.get(source.broughtBy) ?? 0) + change)
  }
  const goes = (source: Dropped | undefined): boolean => {
    const gone = drop(db, source)
    if (gone !== undefined) note(gone, -1)
    return gone !== undefined
  }

  const ofSite = ({ addedAt, listed, site }: SourceRow): boolean => {
    if (listed === 1) return true
    const { all } = db.get<{ readonly all: number }>(
      'select count(*) as "all" from news_sources where site = ? and listed = 0',
      site
    )!
    if (all < mostOfSite) return true
    return goes(
      db.get<Dropped>(
        `select ${dropped} from news_sources where site = ? and listed = 0 and added_at < ?
          and (gone_at is not null or fruitful = 0)
        order by gone_at is null, fruitful, added_at, url limit 1`,
        ...[site, addedAt]
      )
    )
  }

  const ofAll = ({ addedAt, broughtBy, listed }: SourceRow): boolean => {
    if (count < most) return true
    const gone = `select ${dropped} from news_sources where gone_at is not null order by gone_at, url limit 1`
    if (goes(db.get<Dropped>(gone))) return true
    held ??= heldBy(db)
    return whoYields(held, listed === 1 ? null : broughtBy).some((yielding) =>
      goes(
        db.get<Dropped>(
          `select ${dropped} from news_sources where listed = 0 and brought_by = ? and fruitful <= ? and added_at < ?
          order by fruitful, added_at, url limit 1`,
          ...[yielding.broughtBy, yielding.isBarrenOnly ? 0 : 1, addedAt]
        )
      )
    )
  }

  return {
    for: (source: SourceRow): boolean => ofSite(source) && ofAll(source),
    taken: (source: SourceRow) => note(source, 1),
    /** What was nobody's is somebody's now. */
    given: (source: SourceRow) => {
      note({ listed: 0, broughtBy: "" }, -1)
      note(source, 1)
    }
  }
}

export const newsSourceWrites = {
  "NewsSourceStore.put": (db: Connection, { look, most, sources }: PutRows) => {
    const added: Array<string> = []
    const refused: Array<string> = []
    let known = 0
    const room = makeRoom(db, most)
    for (const source of sources) {
      const before = db.get<{ readonly listed: number; readonly goneAt: number | null; readonly broughtBy: string }>(
        "select listed, gone_at as goneAt, brought_by as broughtBy from news_sources where url = ?",
        source.url
      )
      if (before !== undefined) {
        const isChosen = source.listed === 1 && (before.listed === 0 || before.goneAt !== null)
        if (isChosen) takeOver(db, source)
        if (isChosen) added.push(source.url)
        else known += 1
        if (before.listed === 0 && before.broughtBy === "" && source.listed === 0 && source.broughtBy !== "") {
          give(db, source)
          room.given(source)
        }
        continue
      }
      if (!room.for(source)) {
        refused.push(source.url)
        continue
      }
      write(db, source)
      settleHost(db, source.host)
      room.taken(source)
      added.push(source.url)
    }
    if (look !== null) {
      db.run("delete from news_looks where looked_at < ?", look.at - lookMillis)
      db.run(
        "insert into news_looks (domain, looked_at) values (?, ?) on conflict do update set looked_at = excluded.looked_at",
        ...[look.domain, look.at]
      )
    }
    return { added, known, refused }
  },

  "NewsSourceStore.claim": (
    db: Connection,
    {
      beyond,
      clock,
      lease,
      limit,
      now
    }: {
      readonly now: number
      /** What would come later than this was written by a clock that was ahead. */
      readonly beyond: number
      readonly clock: number
      readonly lease: number
      readonly limit: number
    }
  ): ReadonlyArray<ClaimRow> =>
    db
      .all<{ readonly host: string; readonly token: number }>(
        `select host, token from news_hosts
        where (due_at <= ?1 or due_at > ?2) and (quiet_until is null or quiet_until <= ?1 or quiet_until > ?2)
          and (lease_until is null or lease_until <= ?3 or lease_until > ?4)
        order by due_at, host limit ?5`,
        ...[now, beyond, ...leaseBounds(clock, lease), limit]
      )
      .flatMap(({ host, token }) => {
        const first = (least: number) =>
          db.get<{ readonly entry: string }>(
            "select entry from news_sources where host = ? and due_at > ? order by due_at, url limit 1",
            ...[host, least]
          )
        const due = first(beyond) ?? first(-1)
        if (due === undefined) {
          leaveHost(db, host)
          return []
        }
        db.run(
          "update news_hosts set token = token + 1, lease_until = ?, quiet_until = null where host = ?",
          ...[clock + lease, host]
        )
        return [{ entry: due.entry, token: token + 1 }]
      }),

  "NewsSourceStore.record": (
    db: Connection,
    {
      quietUntil,
      source,
      token
    }: { readonly source: SourceRow; readonly token: number; readonly quietUntil: number | null }
  ): boolean => {
    const held = db.get(
      "select 1 from news_hosts where host = ? and token = ? and lease_until is not null",
      ...[source.host, token]
    )
    if (held === undefined) return false
    if (db.get("select 1 from news_sources where url = ?", source.url) === undefined) {
      leaveHost(db, source.host)
      return false
    }
    write(db, source)
    settleHost(db, source.host)
    db.run(
      `update news_hosts set lease_until = null,
        quiet_until = nullif(max(coalesce(quiet_until, 0), coalesce(?, 0)), 0)
      where host = ?`,
      ...[quietUntil, source.host]
    )
    return true
  },

  "NewsSourceStore.replace": (db: Connection, source: SourceRow): boolean => {
    if (db.get("select 1 from news_sources where url = ?", source.url) === undefined) return false
    takeOver(db, source)
    return true
  }
}
