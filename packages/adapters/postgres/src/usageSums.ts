/**
 * The sums of hours and days, and how what was counted gets into them.
 *
 * **Model.** Usage is added to three sums of its hour and three of its day: by path, by caller, and by status. A history is
 * split by one of them or by nothing, and what it is split by sums to the whole, whichever it is. Six sums are much to
 * write for one call, so usage is written beside its rows as a tally first, and from time to time all tallies are added to
 * their sums at once (`foldTallies`). A history is told from both.
 *
 * **Invariants**
 *
 * - A row and its tally appear together. A tally goes in the statement that adds it to its sums.
 * - Several processes may fold at once: each takes tallies that the others leave.
 */
import type { GroupBy } from "@kittiwake/core/usage/domain/History"
import { Clock, Duration, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

/** What a call or a charge is split by, as columns of what is counted. */
export const splits: { readonly [G in GroupBy]: string } = {
  path: "path",
  key_id: "key_id",
  status_code: "status_code::text"
}

/** The split that has the fewest sums; it tells the whole soonest. */
export const coarsestSplit: GroupBy = "status_code"

/** The columns of a tally. */
export const tallyTypes = {
  organization_id: "text",
  hour: "timestamptz",
  path: "text",
  key_id: "text",
  status_code: "integer",
  credits_used: "bigint",
  request_count: "bigint"
}

/** A part of a `with` that tallies the rows of its part `counted` (`logCounts`, `chargeCounts`). */
export const countedTallied = `
counted_tallied as (
  insert into usage_tallies (${Object.keys(tallyTypes).join(", ")})
  select organization_id, date_trunc('hour', at, 'UTC'), path, key_id, status_code, sum(credits_used), sum(request_count)
  from counted
  group by 1, 2, 3, 4, 5
)`

const values = Object.entries(splits).map(([name, column]) => `('${name}', ${column})`)

const grown = (table: string, start: string) => `
${table}_grown as (
  insert into ${table} as u (organization_id, split_by, start, value, credits_used, request_count)
  select t.organization_id, s.split_by, ${start}, s.value, sum(t.credits_used)::bigint, sum(t.request_count)::bigint
  from tallied t cross join lateral (values ${values.join(", ")}) s(split_by, value)
  group by 1, 2, 3, 4
  order by 1, 2, 3, 4
  on conflict (organization_id, split_by, start, value) do update
  set credits_used = u.credits_used + excluded.credits_used, request_count = u.request_count + excluded.request_count
)`

/** Most tallies that one statement folds. */
const foldedAtOnce = 10_000

// In every statement the sums of hours come before those of days, and the sums of each are written in the order of their
// keys, so that statements that meet on several sums do not wait for each other in a circle.
const folding = `
with taken as (
  delete from usage_tallies where ctid = any (array(
    select ctid from usage_tallies limit ${foldedAtOnce} for update skip locked
  ))
  returning *
),
tallied as (
  select organization_id, hour, path, key_id, status_code,
    sum(credits_used) as credits_used, sum(request_count) as request_count
  from taken
  group by 1, 2, 3, 4, 5
),${grown("usage_hours", "t.hour")},${grown("usage_days", "date_trunc('day', t.hour, 'UTC')")}
select count(*) as folded from taken`

/** Adds all tallies to their sums; tells how many there were. */
export const foldTallies = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  let folded = 0
  for (;;) {
    const [row] = yield* sql.unsafe<{ readonly folded: number }>(folding)
    folded += row!.folded
    if (row!.folded < foldedAtOnce) return folded
  }
})

/** How often tallies are folded. A history reads those of its organization that were not yet. */
const foldEvery = Duration.seconds(5)

/** How often it is looked for tallies while there are none. */
const lookEvery = Duration.minutes(2)

/** Folds from time to time while the scope lasts. `afterwards` runs when there was anything to fold. */
export const foldLayer = <E>(
  afterwards: Effect.Effect<void, E, SqlClient.SqlClient> = Effect.void
): Layer.Layer<never, never, SqlClient.SqlClient> =>
  Layer.effectDiscard(
    foldTallies.pipe(
      Effect.tap((folded) => (folded === 0 ? Effect.void : afterwards)),
      Effect.catchCause((cause) =>
        Effect.logWarning("usage: tallies were not folded and will be", cause).pipe(Effect.as(1))
      ),
      Effect.flatMap((folded) => Effect.sleep(folded === 0 ? lookEvery : foldEvery)),
      Effect.forever,
      // No answer depends on when: the machine's own clock counts, also where a test has put another in place.
      Effect.provideService(Clock.Clock, Clock.Clock.defaultValue()),
      Effect.forkScoped
    )
  )
