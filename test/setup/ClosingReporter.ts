/** Closes a test run with what was skipped, for want of what, and the counts. In CI a skipped test fails the run. */
import type { Reporter, TestModule, TestRunEndReason, Vitest } from "vitest/node"
import { testSummary } from "../../scripts/testSummary.ts"
import { saidOfTurn } from "./filesInTurn.ts"

/** What was thrown need not be an error. */
const wordsOf = (thrown: { readonly message?: string | undefined }) => thrown.message ?? JSON.stringify(thrown)

export default class ClosingReporter implements Reporter {
  #isFiltered = false

  onInit({ config }: Vitest) {
    this.#isFiltered = config.testNamePattern !== undefined
  }

  onTestRunEnd(modules: ReadonlyArray<TestModule>, errors: ReadonlyArray<unknown>, reason: TestRunEndReason) {
    // Who asks for tests by their names wants the others skipped.
    if (this.#isFiltered || reason === "interrupted") return
    const testResults = modules.map((module) => ({
      name: module.moduleId,
      status: module.ok() ? "passed" : "failed",
      assertionResults: [...module.children.allTests()].map((test) => ({
        fullName: test.fullName,
        status: test.result().state,
        failureMessages: (test.result().errors ?? []).map(wordsOf),
        meta: test.meta()
      }))
    }))
    const otherFailures = errors.map(() => "an error that no test caught")
    const { isGood, lines } = testSummary({ testResults }, { isCi: process.env.CI === "true", otherFailures })
    console.log(`\n${[...(saidOfTurn === null ? [] : [saidOfTurn]), ...lines].join("\n")}`)
    if (!isGood) process.exitCode = 1
  }
}
