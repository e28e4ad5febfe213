/** Due page monitors a second, against a loop that only fetches and hashes the same pages. */
import { startChild } from "../children.ts"
import { interleaved, type Round } from "../measure.ts"
import { type BenchOptions, type Finding, findingOf, tell } from "../report.ts"
import { type StorageName, type StoragePlace, startProduct, withStorage } from "../storages.ts"
import type { Watched } from "./site.ts"

const pages = 500

const targets: Readonly<Record<StorageName, string>> = { SQLite: "≥ 0.25", Postgres: "≥ 1,000/s" }

/** Ways in which a page can say the same again. */
const sorts = [
  { what: "each answer with a token of its own", hasTokens: true },
  { what: "unchanged pages the same to the byte", hasTokens: false }
] as const

const runOn = async (
  name: StorageName,
  place: StoragePlace,
  { isQuick }: BenchOptions
): Promise<ReadonlyArray<Finding>> => {
  const site = await startChild(new URL("./pages.ts", import.meta.url))
  const bare = await startChild(new URL("./bare.ts", import.meta.url))
  const product = await startProduct(new URL("./product.ts", import.meta.url), await place.empty())
  const { bytes, port } = await site.call<{ port: number; bytes: number }>("listen", pages)
  const watched: Watched = { port, pages, monitors: isQuick ? 1_000 : 5_000 }
  tell(`monitors on ${place.label}: storing ${watched.monitors} monitors on ${pages} pages of ${bytes} bytes`)
  await bare.call("round", watched)
  await product.call("prepare", watched)
  await site.call("changeAfter", watched.monitors)
  const findings: Array<Finding> = []
  for (const { hasTokens, what } of sorts) {
    tell(`monitors on ${place.label}: ${what}`)
    await site.call("tokens", hasTokens)
    const round = () => product.call<Round>("round", isQuick ? 3_000 : 6_000)
    await round()
    const rounds = await interleaved<"ours" | "yardstick", Round>(isQuick ? 3 : 5, {
      yardstick: () => bare.call("round", watched),
      ours: round
    })
    const target = hasTokens ? targets[name] : null
    findings.push(findingOf({ what: `runs of page monitors on ${place.label}, ${what}`, target }, rounds))
  }
  const seen = await product.call<Record<string, number>>("outcomes")
  tell(`monitors on ${place.label}: ${JSON.stringify(seen)}`)
  await Promise.all([product.end(), bare.end()])
  await site.end()
  return findings
}

/** Both storages, one after the other. */
export const monitors = async (options: BenchOptions): Promise<ReadonlyArray<Finding>> => {
  const on = (name: StorageName) => withStorage(name, options.databaseUrl, (place) => runOn(name, place, options))
  return [...(await on("SQLite")), ...(await on("Postgres"))]
}
