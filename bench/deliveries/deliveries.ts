/** Signed deliveries a second, stored before and recorded after, against a loop that only sends the same bodies. */
import { startChild } from "../children.ts"
import { interleaved, type Round } from "../measure.ts"
import { type BenchOptions, type Finding, findingOf, tell } from "../report.ts"
import { type StorageName, type StoragePlace, startProduct, withStorage } from "../storages.ts"

const targets: Readonly<Record<StorageName, string | null>> = { Postgres: "≥ 8,000/s", SQLite: null }

const runOn = async (name: StorageName, place: StoragePlace, { isQuick }: BenchOptions): Promise<Finding> => {
  const receiver = await startChild(new URL("./receiver.ts", import.meta.url))
  const bare = await startChild(new URL("./bare.ts", import.meta.url))
  const product = await startProduct(new URL("./product.ts", import.meta.url), await place.empty())
  const port = await receiver.call<number>("listen")
  await Promise.all([bare.call("open", port), product.call("open", port)])
  const count = isQuick ? 6_400 : 19_200
  tell(`deliveries on ${place.label}: ${count} a round`)
  const contenders = {
    yardstick: () => bare.call<Round>("round", count),
    ours: () => product.call<Round>("round", count)
  }
  await interleaved(1, contenders)
  const rounds = await interleaved<"ours" | "yardstick", Round>(isQuick ? 3 : 5, contenders)
  await Promise.all([product.end(), bare.end()])
  await receiver.end()
  return findingOf({ what: `signed deliveries on ${place.label}`, target: targets[name] }, rounds)
}

/** Both storages, one after the other. */
export const deliveries = async (options: BenchOptions): Promise<ReadonlyArray<Finding>> => {
  const on = (name: StorageName) => withStorage(name, options.databaseUrl, (place) => runOn(name, place, options))
  return [await on("Postgres"), await on("SQLite")]
}
