/** `PauseKeeper` on Postgres. */
import { aheadMillis, askTurn, noTurns, type PauseTurns } from "@kittiwake/core/sharing/domain/PauseTurns"
import { type HostRest, type RestsOfAll, restingOf, withRest } from "@kittiwake/core/sharing/domain/restsOfAll"
import { type HostTurnAsked, maxResting, PauseKeeper } from "@kittiwake/core/sharing/PauseKeeper"
import { storableJson } from "@kittiwake/storage/storable"
import { DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { LeaseClock } from "./LeaseClock.ts"
import { orUnavailable } from "./storeFailure.ts"

interface Known {
  readonly now: number
  readonly turns: PauseTurns | null
  readonly version: number | null
}

/** All hosts that rest stand together where no host does, so that one look tells them. */
const restsKey = " rests"

/** Who writes a host while it is looked at makes it be looked at again; who loses so often waits as others do. */
const mostTries = 5

/** Rows that go when one comes: those of hosts that nobody asked for in the last hours. */
const dropped = 20

const hourMillis = 3_600_000

export const layer: Layer.Layer<never, never, SqlClient.SqlClient> = Layer.effect(
  PauseKeeper,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const leaseNow = yield* LeaseClock

    const look = Effect.fnUntraced(function* (host: string) {
      const at = yield* leaseNow
      const [known] = yield* sql<Known>`
        select floor(extract(epoch from coalesce(${at === null ? null : DateTime.formatIso(at)}::timestamptz,
            clock_timestamp())) * 1000)::bigint as now, p.turns, p.version
        from (values (1)) one left join host_pauses p on p.host = ${host}`
      return known!
    })

    const forget = (hour: number) => sql`
      delete from host_pauses where host in (
        select host from host_pauses where hour < ${hour - 1} order by hour limit ${dropped}::integer for update skip locked
      )`

    const add = (host: string, turns: string, hour: number) =>
      Effect.andThen(
        forget(hour),
        sql`
          insert into host_pauses (host, turns, version, hour) values (${host}, ${turns}::jsonb, 1, ${hour})
          on conflict (host) do nothing returning 1`
      )

    const change = (host: string, turns: string, hour: number, version: number) => sql`
      update host_pauses set turns = ${turns}::jsonb, version = version + 1, hour = ${hour}
      where host = ${host} and version = ${version} returning 1`

    const lookAtRests = Effect.fnUntraced(function* () {
      const { now, turns, version } = yield* look(restsKey)
      return { now, rests: (turns as unknown as RestsOfAll | null) ?? {}, version }
    })

    const rest = Effect.fnUntraced(function* (host: string, known: HostRest) {
      for (let tries = 0; tries < mostTries; tries++) {
        const { now, rests, version } = yield* lookAtRests()
        const text = storableJson(withRest(rests, host, known, now, maxResting))
        const hour = Math.floor(now / hourMillis)
        const written = yield* version === null ? add(restsKey, text, hour) : change(restsKey, text, hour, version)
        if (written.length > 0) return
      }
    })

    const resting = Effect.map(lookAtRests(), ({ now, rests }) => restingOf(rests, now))

    // Nothing is locked between the look and the write: who was overtaken looks again.
    const take = Effect.fnUntraced(function* ({ host, ...asked }: HostTurnAsked) {
      for (let tries = 0; tries < mostTries; tries++) {
        const { now, turns: known, version } = yield* look(host)
        const { turns, waitMillis } = askTurn(known ?? noTurns, asked, now)
        const [text, hour] = [storableJson(turns), Math.floor(now / hourMillis)]
        const written = yield* version === null ? add(host, text, hour) : change(host, text, hour, version)
        if (written.length > 0) return waitMillis
      }
      return aheadMillis
    })

    return {
      take: (asked) => take(asked).pipe(Effect.withSpan("PauseKeeper.take"), orUnavailable("PauseKeeper.take")),
      rest: (host, known) =>
        rest(host, known).pipe(Effect.withSpan("PauseKeeper.rest"), orUnavailable("PauseKeeper.rest")),
      resting: resting.pipe(Effect.withSpan("PauseKeeper.resting"), orUnavailable("PauseKeeper.resting"))
    }
  })
)
