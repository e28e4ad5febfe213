/** Findings as a doctor tells them to people. */
import type { Finding } from "./Finding.ts"

const marks = { ok: "ok     ", absent: "absent ", broken: "BROKEN " } as const

/** Findings, one a line, with what to do below. */
export const findingsText = (findings: ReadonlyArray<Finding>): string =>
  findings
    .map(({ mend, message, state, subject }) =>
      [`${marks[state]} ${subject}: ${message}`, ...(mend === null ? [] : [`         ${mend}`])].join("\n")
    )
    .join("\n")
