/** Findings as a doctor tells them to people. */
import { type Finding, noneAnswers } from "./Finding.ts"

const marks = { ok: "ok     ", absent: "absent ", broken: "BROKEN " } as const

/** What is judged by the settings of this process alone: a server beside it goes by those that it was started with. */
const judgedHere: ReadonlySet<string> = new Set(["browser", "robots.txt", "egress", "language model"])

const isServing = ({ message, subject }: Finding): boolean => subject === "server" && !message.startsWith(noneAnswers)

const page = /\bdocs\/[\w/-]+\.md/

/** Findings, one a line, with what to do below; and the folder of the documentation, where they name a page of it. */
export const findingsText = (findings: ReadonlyArray<Finding>, docs: string | null = null): string => {
  const beside = findings.some(isServing)
  const named = (subject: string) => (beside && judgedHere.has(subject) ? `${subject}, as set in this shell` : subject)
  return [
    ...findings.flatMap(({ mend, message, state, subject }) => [
      `${marks[state]} ${named(subject)}: ${message}`,
      ...(mend === null ? [] : [`         ${mend}`])
    ]),
    ...(docs === null || !findings.some(({ mend }) => mend !== null && page.test(mend))
      ? []
      : ["", `Pages of docs/ stand in ${docs}.`])
  ].join("\n")
}
