/**
 * The stores of batches among a million pages of forty organizations: the time of each operation, once with the pages and once
 * with a tenth of them. `node bench/batches/many.ts`
 */
import { startChild } from "../children.ts"
import { storageEnv, withStorage } from "../storages.ts"
import type { Took } from "./manyProduct.ts"

const shown = (millis: number) => millis.toFixed(millis < 10 ? 2 : 1)

for (const name of ["SQLite", "Postgres"] as const) {
  await withStorage(name, process.env.DATABASE_URL, async ({ empty, label }) => {
    const found: Array<ReadonlyArray<Took>> = []
    for (const layout of ["hundredThousand", "million"] as const) {
      const child = await startChild(new URL("./manyProduct.ts", import.meta.url), storageEnv(await empty()))
      try {
        console.error(`  ${label}: filled in ${(await child.call<number>("fill", layout)).toFixed(0)} s`)
        found.push(await child.call<ReadonlyArray<Took>>("operations", layout))
      } finally {
        await child.end()
      }
    }
    const [few, many] = [found[0]!, found[1]!]
    console.log(`\n| On ${label} | 100,000: median ms | a million | longest | 100,000: µs of processor | a million |`)
    console.log("|---|---:|---:|---:|---:|---:|")
    for (const [at, one] of many.entries()) {
      const before = few[at]!
      const cells = [before.millis, one.millis, one.longestMillis].map(shown)
      const processor = [before.cpuMicros, one.cpuMicros].map((micros) => Math.round(micros).toLocaleString("en"))
      console.log(`| ${one.name} | ${[...cells, ...processor].join(" | ")} |`)
    }
  })
}
