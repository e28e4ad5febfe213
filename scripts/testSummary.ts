/**
 * Reads the report of a test run and closes with the one line that says how it went.
 *
 * In CI a test that did not run has failed, unless it lacks what CI may lack (`test/setup/needs.ts`). So has a step of
 * `.ci/run`: the line never says that nothing failed when something did.
 */
import { readFile } from "node:fs/promises"
import { isAbsolute, relative } from "node:path"
import { stripVTControlCharacters } from "node:util"
import { mayLackInCi, type Need, needs } from "../test/setup/needs.ts"
import { root } from "./workspace.ts"

/** The part of vitest's JSON report that is read here. */
export interface TestReport {
  readonly testResults: ReadonlyArray<{
    readonly name: string
    readonly status: string
    /** Failed outside its tests, and did not when it was run again by itself. */
    readonly failedAtFirst?: boolean
    readonly assertionResults: ReadonlyArray<TestResult>
  }>
}

export interface TestResult {
  readonly fullName: string
  /** `passed` or `failed`; whatever else it says, the test did not run. */
  readonly status: string
  /** Why it failed. Whether it comes with colours and with its stack is the writer's affair. */
  readonly failureMessages?: ReadonlyArray<string>
  /** Why it failed before it passed by itself. */
  readonly failedAtFirst?: string
  readonly meta: { readonly lacks?: Need }
}

export interface SummaryOptions {
  readonly isCi: boolean
  /** What failed beside the tests, in words. */
  readonly otherFailures?: ReadonlyArray<string>
  /** What CI may lack, with the reasons. */
  readonly mayLack?: { readonly [need in Need]?: string }
}

/** How a run went. */
export interface TestSummary {
  readonly isGood: boolean
  /** The last one counts; those before it say what did not run and why. */
  readonly lines: ReadonlyArray<string>
}

interface TestOfFile extends TestResult {
  readonly file: string
}

/** The path of a test file below the root. */
export const pathOf = (name: string) => (isAbsolute(name) ? relative(root, name) : name)

const testsOf = ({ testResults }: TestReport): ReadonlyArray<TestOfFile> =>
  testResults.flatMap(({ assertionResults, name }) => assertionResults.map((test) => ({ ...test, file: pathOf(name) })))

/** A failed test in two lines: the whole story stands far above, and is cut off where only the end of a log is kept. */
const failedLines = ({ failureMessages = [], file, fullName }: TestOfFile): ReadonlyArray<string> => [
  `FAILED ${file}: ${fullName}`,
  ...failureMessages.slice(0, 1).map((message) => `  ${firstLine(message)}`)
]

const firstLine = (message: string) => stripVTControlCharacters(message).split("\n")[0]?.slice(0, 300)

/** What passed by itself after it had failed: nothing fails for it, and nobody is to overlook it. */
const unsteadyLines = (report: TestReport): ReadonlyArray<string> => [
  ...testsOf(report).flatMap(({ failedAtFirst, file, fullName }) =>
    failedAtFirst === undefined ? [] : [`UNSTEADY ${file}: ${fullName}`, `  at first: ${firstLine(failedAtFirst)}`]
  ),
  ...report.testResults.flatMap(({ failedAtFirst, name }) =>
    failedAtFirst === true ? [`UNSTEADY outside its tests: ${pathOf(name)}`] : []
  )
]

/** Files that failed though none of their tests did: they did not load, or what stands before or after a test failed. */
const brokenFiles = ({ testResults }: TestReport): ReadonlyArray<string> =>
  testResults
    .filter((file) => file.status === "failed" && !file.assertionResults.some(({ status }) => status === "failed"))
    .map(({ name }) => pathOf(name))

const tests = (count: number) => (count === 1 ? "1 test" : `${count} tests`)

const perFile = (skipped: ReadonlyArray<TestOfFile>): ReadonlyArray<string> => {
  const files = Map.groupBy(skipped, ({ file }) => file)
  return [...files].map(([file, some]) => `  ${file}: ${some.length}`)
}

const lacking = (skipped: ReadonlyArray<TestOfFile>, reasons: SummaryOptions["mayLack"] = {}): ReadonlyArray<string> =>
  [...Map.groupBy(skipped, ({ meta }) => meta.lacks)].flatMap(([need, some]) => {
    if (need === undefined) {
      const names = some.map(({ file, fullName }) => `  ${file}: ${fullName}`)
      return [`SKIPPED ${tests(some.length)} without a need that is named:`, ...names]
    }
    const { howToMend, what } = needs[need]
    return [`SKIPPED ${tests(some.length)} for want of ${what}. ${reasons[need] ?? howToMend}`, ...perFile(some)]
  })

/** The closing lines of a run. */
export const testSummary = (report: TestReport, options: SummaryOptions): TestSummary => {
  const { isCi, mayLack = mayLackInCi, otherFailures = [] } = options
  const results = testsOf(report)
  const failedTests = results.filter(({ status }) => status === "failed")
  const passed = results.filter(({ status }) => status === "passed").length
  const broken = brokenFiles(report)
  const skipped = results.filter(({ status }) => status !== "passed" && status !== "failed")
  const mayBeSkipped = ({ meta }: TestOfFile) => !isCi || (meta.lacks !== undefined && meta.lacks in mayLack)
  const refused = skipped.filter((test) => !mayBeSkipped(test)).length
  const others = results.length === 0 && broken.length === 0 ? [...otherFailures, "no test ran"] : otherFailures
  const failed = failedTests.length + broken.length + refused + others.length
  const left = skipped.length - refused
  return {
    isGood: failed === 0,
    lines: [
      ...unsteadyLines(report),
      ...failedTests.flatMap(failedLines),
      ...broken.map((file) => `FAILED outside its tests: ${file}`),
      ...others.map((other) => `FAILED: ${other}`),
      ...lacking(skipped, isCi ? mayLack : {}),
      ...(refused === 0 ? [] : [`In CI ${tests(refused)} of these may not be skipped, and count as failed.`]),
      `${passed} passed, ${failed} failed${left === 0 ? "" : `, ${left} skipped`}`
    ]
  }
}

if (import.meta.main) {
  const [file = "", ...failedSteps] = process.argv.slice(2)
  const report = JSON.parse(await readFile(file, "utf8")) as TestReport
  // The step of the tests fails with them; it counts by itself only when no test says why.
  const hasFailed = report.testResults.some(({ status }) => status === "failed")
  const otherFailures = failedSteps.filter((step) => step !== "test" || !hasFailed).map((step) => `the step ${step}`)
  const { isGood, lines } = testSummary(report, { isCi: true, otherFailures })
  console.log(lines.join("\n"))
  if (!isGood) process.exitCode = 1
}
