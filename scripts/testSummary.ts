/** Reads the report of a test run and closes with the one line that says how it went. */
import { readFile } from "node:fs/promises"

/** The part of vitest's JSON report that is read here. */
export interface TestReport {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly numTodoTests: number
  readonly testResults: ReadonlyArray<{
    readonly name: string
    readonly status: string
    readonly assertionResults: ReadonlyArray<unknown>
  }>
}

/** A file that broke before its first test failed as well, though it has no test to count. */
const brokenFiles = ({ testResults }: TestReport) =>
  testResults.filter(({ assertionResults, status }) => status === "failed" && assertionResults.length === 0)

/** The closing lines of a run; what did not run is said before the last. */
export const testSummary = (report: TestReport): ReadonlyArray<string> => {
  const broken = brokenFiles(report)
  const skipped = report.numPendingTests + report.numTodoTests
  return [
    ...broken.map(({ name }) => `did not load: ${name}`),
    ...(skipped === 0 ? [] : [`${skipped} skipped`]),
    `${report.numPassedTests} passed, ${report.numFailedTests + broken.length} failed`
  ]
}

if (import.meta.main) {
  const [file = ""] = process.argv.slice(2)
  const report = JSON.parse(await readFile(file, "utf8")) as TestReport
  console.log(testSummary(report).join("\n"))
}
