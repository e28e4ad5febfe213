/**
 * Claiming and recording a second by the size of a batch: on Postgres against a bare `skip locked` loop over one table, on
 * SQLite against a bare loop that writes the same rows.
 */
import { type Child, startChild } from "../children.ts"
import { interleaved, type Round } from "../measure.ts"
import { type BenchOptions, type Finding, findingOf, tell } from "../report.ts"
import { type StorageName, type StoragePlace, startProduct, storageEnv, withStorage } from "../storages.ts"
import { type ClaimRound, lanes } from "./round.ts"

const sizes = [1, 10, 100] as const

const compare = async (
  place: StoragePlace,
  {
    bare,
    batch,
    product,
    rounds,
    count
  }: ClaimRound & { readonly bare: Child; readonly product: Child; readonly rounds: number }
): Promise<ReadonlyArray<Finding>> => {
  tell(`claims on ${place.label}: by ${batch}`)
  const round: ClaimRound = { batch, count }
  const found = await interleaved<"bareRuns" | "runs" | "bareDeliveries" | "deliveries", Round>(rounds, {
    bareRuns: () => bare.call("runs", round),
    runs: () => product.call("runs", round),
    bareDeliveries: () => bare.call("deliveries", round),
    deliveries: () => product.call("deliveries", round)
  })
  const yardsticks = { runs: found.bareRuns, deliveries: found.bareDeliveries }
  return (["runs", "deliveries"] as const).map((kind) =>
    findingOf(
      { what: `${kind} claimed and recorded by ${batch} on ${place.label}`, target: "≥ 0.5" },
      { ours: found[kind], yardstick: yardsticks[kind] }
    )
  )
}

const runOn = async (place: StoragePlace, { isQuick }: BenchOptions): Promise<ReadonlyArray<Finding>> => {
  const yardstick = place.label === "SQLite" ? "./bareSqlite.ts" : "./bare.ts"
  const bare = await startChild(new URL(yardstick, import.meta.url), storageEnv(await place.empty()))
  const product = await startProduct(new URL("./product.ts", import.meta.url), await place.empty())
  const most = isQuick ? 1_000 : 4_000
  await Promise.all([bare.call("open", place.label === "SQLite" ? most : lanes), product.call("open", most)])
  const findings: Array<Finding> = []
  for (const batch of sizes) {
    const count = batch === 1 ? most / 4 : most
    const options = { batch, count, bare, product, rounds: isQuick ? 2 : 3 }
    findings.push(...(await compare(place, options)))
  }
  await Promise.all([product.end(), bare.end()])
  return findings
}

/** Both storages, one after the other. */
export const claims = async (options: BenchOptions): Promise<ReadonlyArray<Finding>> => {
  const on = (name: StorageName) => withStorage(name, options.databaseUrl, (place) => runOn(place, options))
  return [...(await on("Postgres")), ...(await on("SQLite"))]
}
