/** Monitors by the hundred thousand, written as rows, and what became of their runs. */
import pg from "pg"

/** So many monitors of one organization, due one after the other from a moment on. */
export interface Seed {
  readonly organizationId: string
  readonly prefix: string
  readonly count: number
  readonly firstDueAt: Date
  readonly everyMillis: number
  readonly port: number
  /** Hosts they are spread over, from this one on. */
  readonly firstHost: number
  readonly hosts: number
}

/** Pages that each host has. */
export const pagesOfHost = 10

export const openDatabase = async (url: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()

  const seed = async ({ count, everyMillis, firstDueAt, firstHost, hosts, organizationId, port, prefix }: Seed) => {
    await client.query(
      `insert into monitors (id, organization_id, name, target, target_type, change_detection, change_detection_type,
         schedule, tags, status, target_version, anchor_at, next_run_at, failures_in_a_row, skips_in_a_row, created_at,
         updated_at, name_words, url_words, instructions_words, tags_words, run_price, host)
       select $1 || lpad(n::text, 10, '0'), $2, 'Prices',
         jsonb_build_object('type', 'page', 'url', 'http://' || h.host || '/pages/' || n % $3, 'instructions', null,
           'normalizeWhitespace', true, 'includeSelectors', '[]'::jsonb, 'excludeSelectors', '[]'::jsonb, 'actions', '[]'::jsonb),
         'page', '{"type":"exact"}', 'exact', '{"type":"interval","frequency":1,"unit":"hours"}', '{}', 'active', 1,
         d.at, d.at, 0, 0, now(), now(), '', '', '', '', 1, split_part(h.host, ':', 1)
       from generate_series(0, $4::int - 1) n
         cross join lateral (select '127.0.' || ($5 + n % $6) / 250 || '.' || ($5 + n % $6) % 250 + 1 || ':' || $7::text as host) h
         cross join lateral (select $8::timestamptz + n * $9::float8 * interval '1 millisecond' as at) d`,
      [prefix, organizationId, pagesOfHost, count, firstHost, hosts, port, firstDueAt, everyMillis]
    )
  }

  /** How late runs of monitors with a prefix began and ended, in milliseconds after their slots, in the order of those. */
  const lags = async (prefix: string) => {
    const { rows } = await client.query<{ begun: number; ended: number }>(
      `select extract(epoch from started_at - slot_at)::float8 * 1000 as begun,
         extract(epoch from completed_at - slot_at)::float8 * 1000 as ended
       from runs where starts_with(monitor_id, $1) and slot_at is not null and completed_at is not null order by slot_at`,
      [prefix]
    )
    return rows
  }

  const failures = async () => {
    const { rows } = await client.query<{ count: string }>(
      `select count(*) from runs where status in ('failed', 'skipped')`
    )
    return Number(rows[0]!.count)
  }

  return {
    seed,
    lags,
    failures,
    settle: () => client.query("vacuum analyze"),
    end: () => client.end()
  }
}
