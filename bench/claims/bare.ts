/** The least on Postgres: one table, one statement to claim and one to record, with fencing token and state check. */
import { answerCalls } from "../children.ts"
import { timed } from "../measure.ts"
import type { ClaimRound } from "./round.ts"
import { drain, endSessions, openSessions, type Session } from "./sessions.ts"

interface Claimed {
  readonly id: string
  readonly token: string
  readonly payload: unknown
}

const claim = {
  name: "claim",
  text: `update jobs set state = 'held', token = token + 1, lease_until = now() + interval '1 minute'
    where id in (select id from jobs where state = 'due' and due_at <= now() order by due_at limit $1 for update skip locked)
    returning id, token, payload`
}

const record = {
  name: "record",
  text: `update jobs j set state = 'done', result = $3, lease_until = null
    from unnest($1::bigint[], $2::bigint[]) as x(id, token)
    where j.id = x.id and j.token = x.token and j.state = 'held'`
}

let sessions: ReadonlyArray<Session> = []

const round = async ({ batch, count }: ClaimRound) => {
  await sessions[0]!.query(
    `insert into jobs (due_at, state, payload) select now(), 'due', jsonb_build_object('page', n)
      from generate_series(1, $1::integer) n`,
    [count]
  )
  return timed(() =>
    drain(
      sessions,
      (session) => session.query<Claimed>(claim, [batch]),
      (session, claims) =>
        session.query(record, [claims.map(({ id }) => id), claims.map(({ token }) => token), { ok: true }])
    )
  )
}

answerCalls(
  {
    open: async (lanes: number) => {
      sessions = await openSessions(process.env.BENCH_STORAGE ?? "", lanes)
      await sessions[0]!.query(
        `create table jobs (id bigint generated always as identity primary key, due_at timestamptz not null,
          state text not null, token bigint not null default 0, lease_until timestamptz, payload jsonb not null, result jsonb)
          with (fillfactor = 70)`
      )
      await sessions[0]!.query(`create index jobs_due on jobs (due_at) where state = 'due'`)
    },

    // A job is a job: the same loop stands beside runs and beside deliveries.
    runs: round,
    deliveries: round
  },
  () => endSessions(sessions)
)
