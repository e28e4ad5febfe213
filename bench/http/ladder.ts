/** What each part of metering costs: servers with one part more each, side by side. */
import { startChild } from "../children.ts"
import { interleaved } from "../measure.ts"
import { type BenchOptions, tell } from "../report.ts"
import { type StoragePlace, startProduct } from "../storages.ts"
import { asked, type Measured, measured, microsOfRounds } from "./measured.ts"
import { parts } from "./parts.ts"
import { seeded } from "./seeded.ts"

const organizations = 1_000

const line = (name: string, rounds: ReadonlyArray<Measured>, below: ReadonlyArray<Measured> | undefined): string => {
  const [now, before] = [microsOfRounds(rounds), below === undefined ? { all: 0, main: 0 } : microsOfRounds(below)]
  const others = now.all - now.main - (before.all - before.main)
  return `${name} ${(now.main - before.main).toFixed(1)} + ${others.toFixed(1)}`
}

/**
 * Microseconds of a request by part, on the main thread and on others; the database's own process is not among them. Each
 * part's is what a server has more that has it.
 */
export const ladder = async (place: StoragePlace, { isQuick }: BenchOptions): Promise<string> => {
  tell(`parts of an authenticated GET on ${place.label}`)
  const load = await startChild(new URL("./load.ts", import.meta.url))
  const effect = await startChild(new URL("./effect.ts", import.meta.url))
  const children = [load, effect]
  const contenders: Record<string, () => Promise<Measured>> = {}
  const millis = isQuick ? 1_000 : 3_000

  for (const [rung, name] of ["the door", ...parts].entries()) {
    const { keys, storage } = await seeded(place, { organizations, requests: "by plan" })
    const child = await startProduct(new URL("./rungs.ts", import.meta.url), storage)
    children.push(child)
    const server = await asked(child, { keys, rung, bucket: null })
    contenders[name] = () => measured(load, keys, server, millis)
    if (rung > 0) continue
    const yardstick = await asked(effect, keys)
    contenders["Effect's HttpApi"] = () => measured(load, keys, yardstick, millis)
  }

  // The compiler is at work for seconds, longest on the longest path.
  await interleaved(4, contenders)
  const found = await interleaved(5, contenders)
  await Promise.all(children.map((child) => child.end()))
  const rungs = ["the door", ...parts].map((name, index, all) => line(name, found[name]!, found[all[index - 1] ?? ""]))
  return `µs of a request, main thread + others: ${[line("Effect's HttpApi", found["Effect's HttpApi"]!, undefined), ...rungs].join("; ")}`
}
