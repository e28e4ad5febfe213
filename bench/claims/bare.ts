/** The yardstick on Postgres: one table, one statement to claim and one to record, with fencing token and state check. */
import pg from "pg"
import { answerCalls } from "../children.ts"
import { timed } from "../measure.ts"
import type { ClaimRound } from "./round.ts"

const storage = process.env.BENCH_STORAGE ?? ""

interface Claimed {
  readonly id: string
  readonly token: string
  readonly payload: unknown
}

/** The two statements as a session prepares and repeats them. */
interface Session {
  readonly query: (text: string, params: ReadonlyArray<unknown>) => Promise<ReadonlyArray<unknown>>
  readonly end: () => Promise<void>
}

const pgSession = async (): Promise<Session> => {
  const client = new pg.Client({ connectionString: storage })
  await client.connect()
  return {
    query: async (text, params) =>
      (await client.query({ text, values: [...params], ...(params.length > 0 ? { name: text.slice(0, 60) } : {}) }))
        .rows,
    end: () => client.end()
  }
}

const open = (lanes: number): Promise<ReadonlyArray<Session>> => Promise.all(Array.from({ length: lanes }, pgSession))

const claim = `update jobs set state = 'held', token = token + 1, lease_until = now() + interval '1 minute'
  where id in (select id from jobs where state = 'due' and due_at <= now() order by due_at limit $1 for update skip locked)
  returning id, token, payload`

const record = `update jobs j set state = 'done', result = $3, lease_until = null
  from unnest($1::bigint[], $2::bigint[]) as x(id, token)
  where j.id = x.id and j.token = x.token and j.state = 'held'`

let sessions: ReadonlyArray<Session> = []

const round = async ({ batch, count }: ClaimRound) => {
  await sessions[0]!.query(
    `insert into jobs (due_at, state, payload) select now(), 'due', jsonb_build_object('page', n)
      from generate_series(1, $1::integer) n`,
    [count]
  )
  return timed(async () => {
    let done = 0
    const lane = async (session: Session) => {
      for (;;) {
        const claimed = (await session.query(claim, [batch])) as ReadonlyArray<Claimed>
        if (claimed.length === 0) return
        await session.query(record, [claimed.map(({ id }) => id), claimed.map(({ token }) => token), { ok: true }])
        done += claimed.length
      }
    }
    await Promise.all(sessions.map(lane))
    return done
  })
}

answerCalls(
  {
    open: async (lanes: number) => {
      sessions = await open(lanes)
      await sessions[0]!.query(
        `create table jobs (id bigint generated always as identity primary key, due_at timestamptz not null,
          state text not null, token bigint not null default 0, lease_until timestamptz, payload jsonb not null, result jsonb)
          with (fillfactor = 70)`,
        []
      )
      await sessions[0]!.query(`create index jobs_due on jobs (due_at) where state = 'due'`, [])
    },

    // A job is a job: the same loop stands beside runs and beside deliveries.
    runs: round,
    deliveries: round
  },
  async () => {
    for (const session of sessions.toReversed()) await session.end()
  }
)
