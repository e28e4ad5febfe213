/** Runs the tests of one mutant, in processes of their own: the files in the work tree are never touched. */
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { run } from "../../scripts/run.ts"
import { withMutant } from "./environment.ts"
import type { Mutant } from "./Mutant.ts"

/** `broken`: no test ran, which says nothing of the mutant. */
export type Fate = "killed" | "survived" | "broken"

export interface Verdict {
  readonly fate: Fate
  readonly seconds: number
  readonly output: string
}

interface Report {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly testResults: ReadonlyArray<{
    readonly name: string
    readonly message: string
    readonly assertionResults: ReadonlyArray<{
      readonly status: string
      readonly fullName: string
      readonly failureMessages: ReadonlyArray<string>
    }>
  }>
}

/**
 * Longest time for a test that names none: on a busy machine one that takes long anyway would fail by the clock, which
 * looks like a mutant that was killed.
 */
const testTimeoutMillis = 60_000

/** Which tests failed and how, and which files could not be run. */
const failuresOf = ({ testResults }: Report): string =>
  testResults
    .flatMap(({ assertionResults, message, name }) => [
      ...(message === "" ? [] : [`${name}: ${message}`]),
      ...assertionResults
        .filter(({ status }) => status === "failed")
        .map(({ failureMessages, fullName }) => `${name}: ${fullName}\n${failureMessages.join("\n")}`)
    ])
    .join("\n")

/** Runs test files, with a mutant or as they are. */
const runTests = async (tests: ReadonlyArray<string>, env: NodeJS.ProcessEnv) => {
  const folder = await mkdtemp(join(tmpdir(), "kittiwake-mutant-"))
  try {
    const outputFile = join(folder, "report.json")
    // A run inside a run must not take itself for a part of the outer one.
    const own = Object.entries(process.env).filter(([name]) => !name.startsWith("VITEST") && name !== "TEST")
    const config = [
      "--config",
      "test/mutants/vitest.config.ts",
      "--bail=1",
      "--maxWorkers=1",
      `--testTimeout=${testTimeoutMillis}`
    ]
    const ended = await run("vitest", ["run", ...config, "--reporter=json", `--outputFile=${outputFile}`, ...tests], {
      // Whatever the day is.
      env: { ...Object.fromEntries(own), KITTIWAKE_ALL_TURNS: "1", ...env }
    })
    const text = await readFile(outputFile, "utf8").catch(() => null)
    const report: Report = text === null ? { numPassedTests: 0, numFailedTests: 0, testResults: [] } : JSON.parse(text)
    return { code: ended.code, output: `${ended.output}\n${failuresOf(report)}`, report }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export const runMutant = async (mutant: Mutant): Promise<Verdict> => {
  const began = process.hrtime.bigint()
  const { code, output, report } = await runTests(mutant.tests, withMutant(mutant))
  const fate = report.numFailedTests > 0 ? "killed" : code === 0 && report.numPassedTests > 0 ? "survived" : "broken"
  return { fate, seconds: Number((process.hrtime.bigint() - began) / 1_000_000n) / 1_000, output }
}

/** Whether the tests pass without any mutant: tests that fail anyway kill everything. */
export const testsPass = async (mutants: ReadonlyArray<Mutant>): Promise<Verdict> => {
  const began = process.hrtime.bigint()
  const tests = [...new Set(mutants.flatMap((mutant) => mutant.tests))]
  const { code, output, report } = await runTests(tests, {})
  const fate = code === 0 && report.numPassedTests > 0 ? "survived" : "broken"
  return { fate, seconds: Number((process.hrtime.bigint() - began) / 1_000_000n) / 1_000, output }
}
