/** Findings as a doctor tells them to people. */
import type { Finding } from "./Finding.ts"

const marks = { ok: "ok     ", absent: "absent ", broken: "BROKEN " } as const

const page = /\bdocs\/[\w/-]+\.md/

/** Findings, one a line, with what to do below; and the folder of the documentation, where they name a page of it. */
export const findingsText = (findings: ReadonlyArray<Finding>, docs: string | null = null): string =>
  [
    ...findings.flatMap(({ mend, message, state, subject }) => [
      `${marks[state]} ${subject}: ${message}`,
      ...(mend === null ? [] : [`         ${mend}`])
    ]),
    ...(docs === null || !findings.some(({ mend }) => mend !== null && page.test(mend))
      ? []
      : ["", `Pages of docs/ stand in ${docs}.`])
  ].join("\n")
