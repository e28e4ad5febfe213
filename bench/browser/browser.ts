/** A page of 200 KB read, and drawn as a whole, by the browser adapter; beside it a fresh context of the same browser. */
import { startChild } from "../children.ts"
import { interleaved, percentile } from "../measure.ts"
import { type BenchOptions, type Finding, tell } from "../report.ts"

/** One round: so many readings of the page, so many at once. */
export interface Reading {
  readonly url: string
  readonly count: number
  readonly concurrency: number
  readonly isPicture: boolean
}

interface Way {
  readonly what: string
  readonly isPicture: boolean
  readonly concurrency: number
}

const readings: ReadonlyArray<Way> = [
  { what: "read, one at a time", isPicture: false, concurrency: 1 },
  { what: "read, two at once", isPicture: false, concurrency: 2 },
  { what: "drawn as a whole", isPicture: true, concurrency: 1 }
]

const millisNote = (name: string, millis: ReadonlyArray<number>): string =>
  `${name}: p50 ${percentile(millis, 0.5).toFixed(0)} ms, p95 ${percentile(millis, 0.95).toFixed(0)} ms`

/** Rates are of the median: what is told is how often the median fits into a second. */
const findingOf = (what: string, ours: ReadonlyArray<number>, yardstick: ReadonlyArray<number>): Finding => ({
  what: `page of 200 KB ${what}`,
  target: "≥ 0.77 (p50 ≤ 1.3×)",
  ours: 1_000 / percentile(ours, 0.5),
  yardstick: 1_000 / percentile(yardstick, 0.5),
  notes: [millisNote("ours", ours), millisNote("yardstick", yardstick)]
})

/** Each way of reading, in turns with the yardstick. */
export const browser = async ({ isQuick }: BenchOptions): Promise<ReadonlyArray<Finding>> => {
  const [site, bare, product] = await Promise.all(
    ["./site.ts", "./bare.ts", "./product.ts"].map((file) => startChild(new URL(file, import.meta.url)))
  )
  if (site === undefined || bare === undefined || product === undefined) return []
  const url = `http://127.0.0.1:${await site.call<number>("listen")}/`
  await bare.call("open")
  await product.call("open")
  const findings: Array<Finding> = []
  for (const { concurrency, isPicture, what } of readings) {
    tell(`browser: ${what}`)
    const reading: Reading = { url, count: isQuick ? 6 : 12, concurrency, isPicture }
    const contenders = {
      yardstick: () => bare.call<ReadonlyArray<number>>("read", reading),
      ours: () => product.call<ReadonlyArray<number>>("read", reading)
    }
    await interleaved(1, contenders)
    const found = await interleaved<"ours" | "yardstick", ReadonlyArray<number>>(isQuick ? 3 : 5, contenders)
    findings.push(findingOf(what, found.ours.flat(), found.yardstick.flat()))
  }
  await Promise.all([product.end(), bare.end()])
  await site.end()
  return findings
}
