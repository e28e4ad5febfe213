/**
 * Claiming and recording a second by the size of a batch, against bare loops that write the same rows; on Postgres also against
 * a `skip locked` loop over one table.
 */
import { type Child, startChild } from "../children.ts"
import { interleaved, type Round } from "../measure.ts"
import { type BenchOptions, type Finding, findingOf, tell } from "../report.ts"
import { type StorageName, type StoragePlace, startProduct, storageEnv, withStorage } from "../storages.ts"
import { type ClaimRound, lanes } from "./round.ts"

const sizes = [1, 10, 100] as const

/** A bare loop, in a process and a database of its own. */
interface Yardstick {
  /** Told where there are several. */
  readonly beside: string
  readonly target: string | null
  readonly module: string
  /** What it is opened with, when there are so many monitors. */
  readonly opened: (monitors: number) => number
}

const yardsticks: Readonly<Record<StorageName, ReadonlyArray<Yardstick>>> = {
  SQLite: [{ beside: "", target: "≥ 0.5", module: "./bareSqlite.ts", opened: (monitors) => monitors }],
  Postgres: [
    {
      beside: ", beside a loop that writes the same rows",
      target: "≥ 0.5",
      module: "./bareRows.ts",
      opened: (monitors) => monitors
    },
    { beside: ", beside a loop over one table", target: null, module: "./bare.ts", opened: () => lanes }
  ]
}

/** A yardstick whose process runs. */
interface Bare extends Pick<Yardstick, "beside" | "target"> {
  readonly child: Child
}

const startBare = async (place: StoragePlace, monitors: number, yardstick: Yardstick): Promise<Bare> => {
  const { beside, module, opened, target } = yardstick
  const child = await startChild(new URL(module, import.meta.url), storageEnv(await place.empty()))
  await child.call("open", opened(monitors))
  return { beside, target, child }
}

const compare = async (
  place: StoragePlace,
  round: ClaimRound & { readonly bares: ReadonlyArray<Bare>; readonly product: Child; readonly rounds: number }
): Promise<ReadonlyArray<Finding>> => {
  const { bares, batch, count, product, rounds } = round
  tell(`claims on ${place.label}: by ${batch}`)
  const findings: Array<Finding> = []
  for (const kind of ["runs", "deliveries"] as const) {
    const roundOf = (child: Child) => () => child.call<Round>(kind, { batch, count } satisfies ClaimRound)
    const found = await interleaved<string, Round>(rounds, {
      ...Object.fromEntries(bares.map(({ beside, child }) => [beside, roundOf(child)])),
      ours: roundOf(product)
    })
    for (const { beside, target } of bares) {
      const what = `${kind} claimed and recorded by ${batch} on ${place.label}${beside}`
      findings.push(findingOf({ what, target }, { ours: found.ours!, yardstick: found[beside]! }))
    }
  }
  return findings
}

const runOn = async (
  name: StorageName,
  place: StoragePlace,
  { isQuick }: BenchOptions
): Promise<ReadonlyArray<Finding>> => {
  const most = isQuick ? 1_000 : 4_000
  const bares: Array<Bare> = []
  for (const yardstick of yardsticks[name]) bares.push(await startBare(place, most, yardstick))
  const product = await startProduct(new URL("./product.ts", import.meta.url), await place.empty())
  await product.call("open", most)
  const findings: Array<Finding> = []
  for (const batch of sizes) {
    const count = batch === 1 ? most / 4 : most
    findings.push(...(await compare(place, { batch, count, bares, product, rounds: isQuick ? 2 : 3 })))
  }
  await Promise.all([product, ...bares.map(({ child }) => child)].map((child) => child.end()))
  return findings
}

/** Both storages, one after the other. */
export const claims = async (options: BenchOptions): Promise<ReadonlyArray<Finding>> => {
  const on = (name: StorageName) => withStorage(name, options.databaseUrl, (place) => runOn(name, place, options))
  return [...(await on("Postgres")), ...(await on("SQLite"))]
}
