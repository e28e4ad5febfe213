/**
 * Batches in the stores alone: a list of 100,000 addresses accepted, its pages claimed and recorded a hundred at a time by one
 * worker that looks at none, and settled. `node bench/batches/stores.ts [pages] [hosts]`
 */

import { heapArguments, startChild } from "../children.ts"
import type { Round } from "../measure.ts"
import { storageEnv, withStorage } from "../storages.ts"

const [pages = 100_000, hosts = 1_000] = process.argv.slice(2).map(Number)

const told = ({ cpuSeconds, done, mainSeconds, seconds }: Round) =>
  `${done} in ${seconds.toFixed(2)} s (processor ${cpuSeconds.toFixed(2)} s, main thread ${mainSeconds.toFixed(2)} s)`

for (const name of ["SQLite", "Postgres"] as const) {
  await withStorage(name, process.env.DATABASE_URL, async ({ empty, label }) => {
    const child = await startChild(
      new URL("./storesProduct.ts", import.meta.url),
      storageEnv(await empty()),
      heapArguments
    )
    try {
      await child.call("intake", { count: 1_000, hosts: 10 })
      await child.call("work", 100)
      await child.call("settle", null)
      const intake = await child.call<Round & { readonly moreMegabytes: number }>("intake", { count: pages, hosts })
      console.log(`${label}: intake ${told(intake)}, ${intake.moreMegabytes.toFixed(0)} MB more at most`)
      console.log(`${label}: claimed and recorded ${told(await child.call<Round>("work", 100))}`)
      console.log(`${label}: settled ${told(await child.call<Round>("settle", null))}`)
    } finally {
      await child.end()
    }
  })
}
