/** Sources of news, and who asks which host. */
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

const write = (db: Connection, { dueAt, entry, failing, goneAt, host, listed, url }: SourceRow) =>
  db.run(
    `insert into news_sources (url, host, listed, failing, due_at, gone_at, entry) values (?, ?, ?, ?, ?, ?, ?)
    on conflict do update set host = excluded.host, listed = excluded.listed, failing = excluded.failing,
      due_at = excluded.due_at, gone_at = excluded.gone_at, entry = excluded.entry`,
    ...[url, host, listed, failing, dueAt, goneAt, entry]
  )

/** A host is due when one of its sources is. */
const settleHost = (db: Connection, host: string) =>
  db.run(
    `insert into news_hosts (host, due_at) select ?1, min(due_at) from news_sources where host = ?1 and due_at is not null
    on conflict do update set due_at = excluded.due_at`,
    host
  )

/** Whoever holds the host holds it no more. */
const takeOver = (db: Connection, source: SourceRow) => {
  write(db, source)
  settleHost(db, source.host)
  db.run("update news_hosts set token = token + 1, lease_until = null where host = ?", source.host)
}

const dropGone = (db: Connection): boolean => {
  const gone = db.get<{ readonly url: string; readonly host: string }>(
    "select url, host from news_sources where gone_at is not null order by gone_at, url limit 1"
  )
  if (gone === undefined) return false
  db.run("delete from news_sources where url = ?", gone.url)
  db.run(
    `delete from news_hosts where host = ?1 and lease_until is null
      and not exists (select 1 from news_sources where host = ?1)`,
    gone.host
  )
  return true
}

export const newsSourceWrites = {
  "NewsSourceStore.put": (db: Connection, { look, most, sources }: PutRows) => {
    const added: Array<string> = []
    const refused: Array<string> = []
    let known = 0
    let count = sources.length === 0 ? 0 : countOf(db)
    for (const source of sources) {
      const before = db.get<{ readonly listed: number; readonly goneAt: number | null }>(
        "select listed, gone_at as goneAt from news_sources where url = ?",
        source.url
      )
      if (before !== undefined) {
        const isChosen = source.listed === 1 && (before.listed === 0 || before.goneAt !== null)
        if (isChosen) takeOver(db, source)
        if (isChosen) added.push(source.url)
        else known += 1
        continue
      }
      if (count >= most) {
        if (!dropGone(db)) {
          refused.push(source.url)
          continue
        }
        count -= 1
      }
      write(db, source)
      settleHost(db, source.host)
      count += 1
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
        if (due === undefined) return []
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
      `select 1 from news_hosts h, news_sources s
      where h.host = ? and h.token = ? and h.lease_until is not null and s.url = ?`,
      ...[source.host, token, source.url]
    )
    if (held === undefined) return false
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
