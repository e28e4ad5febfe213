/** `LimitStore` in a file of SQLite, which the processes of one machine share. */
import { DatabaseSync } from "node:sqlite"
import { LimitStore } from "@kittiwake/core/limits/LimitStore"
import { Clock, Effect, Layer } from "effect"

const tables = `
  create table if not exists windows (
    subject text not null, start integer not null, ends integer not null, used integer not null,
    primary key (subject, start)
  ) strict, without rowid;
  create index if not exists windows_ended on windows (ends);
  create table if not exists slots (
    subject text not null, token text not null, ends integer not null,
    primary key (subject, token)
  ) strict, without rowid;`

/** Opens the file while the layer is in use. Statements wait for those of other processes, for five seconds at most. */
const open = (file: string) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const database = new DatabaseSync(file, { timeout: 5_000 })
      // Counters are forgotten within a minute: what a power cut takes of them hurts nobody.
      database.exec("pragma journal_mode = wal; pragma synchronous = off;")
      database.exec(tables)
      return database
    }),
    (database) => Effect.sync(() => database.close())
  )

/** The store over the file at `file`. */
export const layer = (file: string): Layer.Layer<LimitStore> =>
  Layer.effect(
    LimitStore,
    Effect.map(open(file), (database) => {
      // Both ask and write in one statement, so that nobody comes in between.
      const draw = database.prepare(`
        insert into windows (subject, start, ends, used)
        select :subject, :start, :ends, :weight where :weight <= :limit
        on conflict do update set used = used + excluded.used where used + excluded.used <= :limit
        returning used`)
      const drawn = database.prepare("select used from windows where subject = ? and start = ?")
      const forget = database.prepare("delete from windows where ends <= ?")
      const enter = database.prepare(`
        insert into slots (subject, token, ends)
        select :subject, :token, :ends
        where exists (select 1 from slots where subject = :subject and token = :token)
          or (select count(*) from slots where subject = :subject) < :limit
        on conflict do update set ends = excluded.ends
        returning token`)
      const expire = database.prepare("delete from slots where subject = ? and ends <= ?")
      const taken = database.prepare("select count(*) as count from slots where subject = ?")
      const leave = database.prepare("delete from slots where subject = ? and token = ?")

      return LimitStore.of({
        draw: ({ limit, subject, weight, windowMillis, windowStartMillis: start }) =>
          Clock.clockWith((clock) =>
            Effect.sync(() => {
              const found = draw.get({ subject, start, ends: start + windowMillis, weight, limit })
              if (found !== undefined) return { admitted: true, used: Number(found.used) }
              forget.run(clock.currentTimeMillisUnsafe())
              return { admitted: false, used: Number(drawn.get(subject, start)?.used ?? 0) }
            })
          ),

        enter: ({ leaseMillis, limit, subject, token }) =>
          Clock.clockWith((clock) =>
            Effect.sync(() => {
              const now = clock.currentTimeMillisUnsafe()
              expire.run(subject, now)
              const entered = enter.get({ subject, token, ends: now + leaseMillis, limit })
              return { admitted: entered !== undefined, taken: Number(taken.get(subject)?.count ?? 0) }
            })
          ),

        leave: (subject, token) => Effect.sync(() => void leave.run(subject, token))
      })
    })
  )
