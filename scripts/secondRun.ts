/**
 * Runs the few files again, one after the other, in which tests failed, and writes the second result into the report. What
 * passes then is named in the closing lines as unsteady: a defect of the test or of what it tests, which a crowded machine
 * showed. Many failed files are not run again, and neither is a run that ended with no test to blame.
 */
import { spawn } from "node:child_process"
import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { pathOf, type TestReport } from "./testSummary.ts"
import { root } from "./workspace.ts"

/** More than these are no accident. */
const mostFiles = 4

/** Files to run again, none where there are too many; as paths below the root. */
export const filesToRepeat = ({ testResults }: TestReport): ReadonlyArray<string> => {
  const failed = testResults.filter(({ status }) => status === "failed").map(({ name }) => pathOf(name))
  return failed.length > mostFiles ? [] : failed
}

/** The first report with the files of the second in their place. What failed at first keeps its message. */
export const withSecondRun = (first: TestReport, second: TestReport): TestReport => {
  const again = new Map(second.testResults.map((file) => [pathOf(file.name), file]))
  return {
    testResults: first.testResults.map((file) => {
      const repeated = again.get(pathOf(file.name))
      if (repeated === undefined) return file
      const failures = new Map(
        file.assertionResults
          .filter(({ status }) => status === "failed")
          .map(({ failureMessages = [], fullName }) => [fullName, failureMessages[0] ?? ""])
      )
      return {
        ...repeated,
        failedAtFirst: file.status === "failed" && failures.size === 0,
        assertionResults: repeated.assertionResults.map((test) => {
          const failure = failures.get(test.fullName)
          return failure === undefined || test.status !== "passed" ? test : { ...test, failedAtFirst: failure }
        })
      }
    })
  }
}

const testAgain = (files: ReadonlyArray<string>, report: string) =>
  new Promise<number>((resolve) => {
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`]
    const child = spawn("npm", ["test", "--silent", "--", "--maxWorkers=1", ...reporters, ...files], {
      cwd: root,
      stdio: "inherit"
    })
    child.once("close", (code) => resolve(code ?? 1))
  })

if (import.meta.main) {
  const [file = ""] = process.argv.slice(2)
  const first = JSON.parse(await readFile(file, "utf8")) as TestReport
  const files = filesToRepeat(first)
  process.exitCode = 1
  if (files.length > 0) {
    console.log(`\n== again, by themselves: ${files.join(", ")}`)
    const second = join(file, "..", "again.json")
    process.exitCode = await testAgain(files, second)
    const repeated = JSON.parse(await readFile(second, "utf8")) as TestReport
    await writeFile(file, JSON.stringify(withSecondRun(first, repeated)))
  }
}
