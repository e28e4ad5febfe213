/**
 * `Wakeups` for all processes on one Postgres server, by NOTIFY.
 *
 * **Details**
 *
 * - The line is one connection. It stands beside the pool, so that no hint waits for a statement or takes part in a transaction.
 * - A connection that is the server's own, as its process tells, hears everybody. One that a pooler lends may not.
 */
import * as PgConnection from "@effect/sql-pg/PgConnection"
import { wakeTogether } from "@kittiwake/core/internal/waking/wakeTogether"
import { Wakeups } from "@kittiwake/core/waking/Wakeups"
import { Duration, Effect, Layer, Queue, Scope } from "effect"
import { toParameter } from "./columnTypes.ts"
import { answerTimeoutOf, connectionConfig, type PgOptions } from "./connectionConfig.ts"
import { heardWithin } from "./heardWithin.ts"
import { sqlUnreachable } from "./sqlFailure.ts"

const channel = "kittiwake_wakeups"

type Session = Pick<PgConnection.PgConnection, "processId" | "query">

/** Whether nothing stands between that lends the server's connections out: the server knows the session by the number it told. */
const isServersOwn = ({ processId, query }: Session) =>
  Effect.map(query("select pg_backend_pid() as pid", []), ({ rows }) => Number(rows[0]?.["pid"]) === processId)

const make = (options: PgOptions) => {
  const config = connectionConfig(options)
  const answerTimeout = answerTimeoutOf(options)
  const silent = sqlUnreachable(`no answer came within ${Duration.format(answerTimeout)}`, "notify")

  const notify = ({ query }: Session, words: ReadonlyArray<string>) =>
    query("select pg_notify($1, x) from unnest($2) x", [channel, words].map(toParameter)).pipe(
      heardWithin(answerTimeout, () => silent),
      Effect.asVoid
    )

  return wakeTogether(
    Effect.fnUntraced(function* (cut: Scope.Scope) {
      const session = yield* Effect.flatMap(Scope.provide(PgConnection.make(config), cut), (made) => made.pin)
      const hearsAll = yield* isServersOwn(session)
      const notified = yield* session.listen(channel)
      return {
        hearsAll,
        heard: Effect.map(Queue.takeAll(notified), (heard) =>
          heard.filter(({ processId }) => processId !== session.processId).map(({ payload }) => payload)
        ),
        tell: (words: ReadonlyArray<string>) => notify(session, words)
      }
    })
  )
}

/** `Wakeups` over the server of these options. Nothing is connected before the first use. */
export const layer = (options: PgOptions): Layer.Layer<Wakeups> => Layer.effect(Wakeups, make(options))
