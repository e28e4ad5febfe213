/** A database with many batches, and each operation of the stores on them. */
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { Clock, Effect, Layer, ManagedRuntime } from "effect"
import pg from "pg"
import { manyBatchRows as onPostgres } from "../../packages/adapters/postgres/test/manyBatchRows.ts"
import { manyBatchRows as onSqlite } from "../../packages/adapters/sqlite/test/manyBatchRows.ts"
import {
  eachOperation,
  endingOperations,
  hundredThousand,
  million
} from "../../packages/core/src/testing/manyBatches.ts"
import { answerCalls } from "../children.ts"
import { layerLog, layerStorage } from "../installation.ts"
import { median } from "../measure.ts"

/** What an operation took. */
export interface Took {
  readonly name: string
  readonly millis: number
  readonly longestMillis: number
  /** Of this process, in which an embedded database is. */
  readonly cpuMicros: number
}

const layouts = { hundredThousand, million }

const storage = process.env.BENCH_STORAGE ?? ""

const runtime = ManagedRuntime.make(layerStorage.pipe(Layer.provide(layerLog)))

/** Rounds of all operations. */
const rounds = 20

const fillPostgres = async (layout: keyof typeof layouts) => {
  const client = new pg.Client({ connectionString: storage })
  await client.connect()
  for (const statement of onPostgres(layouts[layout])) await client.query(statement)
  await client.query("analyze")
  await client.end()
}

const fillSqlite = (layout: keyof typeof layouts) => {
  const db = new DatabaseSync(join(storage, "kittiwake.db"))
  db.exec(onSqlite(layouts[layout], Clock.Clock.defaultValue().currentTimeMillisUnsafe()))
  db.close()
}

const found = new Map<string, { readonly millis: Array<number>; readonly cpu: Array<number> }>()

const watch = <A, E, R>(name: string, work: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const [cpu, began] = [process.cpuUsage(), performance.now()]
    const value = yield* work
    const [millis, used] = [performance.now() - began, process.cpuUsage(cpu)]
    const times = found.get(name) ?? { millis: [], cpu: [] }
    times.millis.push(millis)
    times.cpu.push(used.user + used.system)
    found.set(name, times)
    return value
  })

answerCalls(
  {
    fill: async (layout: keyof typeof layouts) => {
      // The tables are there when the runtime is.
      await runtime.runPromise(Effect.void)
      const began = performance.now()
      if (storage.startsWith("postgres")) await fillPostgres(layout)
      else fillSqlite(layout)
      return (performance.now() - began) / 1e3
    },
    operations: async (layout: keyof typeof layouts): Promise<ReadonlyArray<Took>> => {
      const all = Effect.gen(function* () {
        for (let n = 0; n < rounds; n++) yield* eachOperation(watch, layouts[layout])
        yield* endingOperations(watch, layouts[layout])
      })
      await runtime.runPromise(all)
      return [...found].map(([name, { cpu, millis }]) => ({
        name,
        millis: median(millis),
        longestMillis: Math.max(...millis),
        cpuMicros: median(cpu)
      }))
    }
  },
  () => runtime.dispose()
)
