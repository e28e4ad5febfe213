/** How long it takes to compare two texts of a megabyte line by line, against `git diff` on the same texts as files. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { textChange } from "@kittiwake/core/monitors/domain/Diff"
import { interleaved, median } from "../measure.ts"
import { type BenchOptions, type Finding, tell } from "../report.ts"

const linesOfText = 21_000

/** Numbers that look drawn by lot and are the same at every run. */
const makeDice = (seed: number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state
  }
}

/** Some 48 characters. */
const makeLine = (dice: () => number): string =>
  Array.from({ length: 6 }, () => dice().toString(36).padStart(7, "0")).join(" ")

const makeLines = (dice: () => number): ReadonlyArray<string> =>
  Array.from({ length: linesOfText }, () => makeLine(dice))

const pairs = (): ReadonlyArray<{ readonly what: string; readonly after: ReadonlyArray<string> }> => {
  const dice = makeDice(2)
  const changed = (oneIn: number) => before.map((line) => (dice() % 1_000 < 1_000 / oneIn ? makeLine(dice) : line))
  return [
    { what: "1 % of the lines changed", after: changed(100) },
    { what: "30 % of the lines changed", after: changed(10 / 3) },
    { what: "nothing in common", after: makeLines(dice) },
    { what: "all lines, in another order", after: before.toSorted() }
  ]
}

const before = makeLines(makeDice(1))

const gitMillis = async (files: ReadonlyArray<string>): Promise<number> => {
  const began = performance.now()
  const [code] = await once(spawn("git", ["diff", "--no-index", ...files], { stdio: "ignore" }), "close")
  // It says with 1 that the files differ.
  if (code !== 1) throw new Error(`git diff ended with ${code}`)
  return performance.now() - began
}

const ownMillis = (texts: readonly [string, string]): number => {
  const began = performance.now()
  const { diff } = textChange(...texts)
  if (diff === "") throw new Error("no difference was found")
  return performance.now() - began
}

/** Ours in this process, once its code is warm; git as a process, its start included. */
export const diff = async ({ isQuick }: BenchOptions): Promise<ReadonlyArray<Finding>> => {
  const folder = await mkdtemp(join(tmpdir(), "kittiwake-diff-"))
  const findings: Array<Finding> = []
  try {
    for (const { after, what } of pairs()) {
      tell(`diff of 1 MB: ${what}`)
      const texts = [`${before.join("\n")}\n`, `${after.join("\n")}\n`] as const
      const files = [join(folder, "before"), join(folder, "after")]
      await Promise.all(files.map((file, index) => writeFile(file, texts[index]!)))
      const contenders = { yardstick: () => gitMillis(files), ours: async () => ownMillis(texts) }
      await interleaved(3, contenders)
      const { ours, yardstick } = await interleaved(isQuick ? 7 : 21, contenders)
      findings.push({
        what: `line diff of 1 MB, ${what}`,
        target: "≤ 3× git diff, ≤ 250 ms",
        ours: median(ours),
        yardstick: median(yardstick),
        unit: "ms",
        notes: [
          `ours at most ${Math.max(...ours).toFixed(1)} ms, git diff at most ${Math.max(...yardstick).toFixed(1)} ms`
        ]
      })
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return findings
}
