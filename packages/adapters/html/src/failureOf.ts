/** The failures of the port that answers of threads stand for. */
import { InvalidSelector, UnreadablePage } from "@kittiwake/core/pages/PageReader"
import type { PageAnswer } from "./PageWork.ts"

export const failureOf = (
  answer: Exclude<PageAnswer, { kind: "done" | "costly" }>
): InvalidSelector | UnreadablePage =>
  answer.kind === "invalid" ? new InvalidSelector(answer) : new UnreadablePage(answer)
