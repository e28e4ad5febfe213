/** What the status and the content of a page say about a look (contract/monitors.md §1.8, error codes). */
import type { RunError } from "./Monitor.ts"

/** Marks of pages that show a wall instead of their content, even with status 200 (spec/service.md, Errors). */
const walls: ReadonlyArray<RegExp> = [
  /<title>\s*(just a moment|attention required|access denied|are you a robot|(please )?verify you are (a )?human)/i,
  /id="(challenge-form|challenge-running|px-captcha|cf-wrapper)"/i
]

/** Only the beginning of a page is searched for a wall. */
const wallSearchLength = 16_384

/** Pages with more text than this are content that happens to mention a wall. */
const wallMaxBodyLength = 100_000

/** Why a page with this status and body cannot be compared; null when it can. */
export const answerProblem = (status: number, body: string): RunError | null => {
  if (status === 404 || status === 410) return { code: "not_found", message: `The page answered ${status}.` }
  if (status === 401 || status === 403 || status === 407 || status === 429 || status === 451) {
    return { code: "blocked", message: `The page refused access with status ${status}.` }
  }
  if (status === 408 || status === 504) return { code: "timeout", message: `The page answered ${status}.` }
  if (status < 200 || status >= 300) return { code: "fetch_failed", message: `The page answered ${status}.` }
  const beginning = body.slice(0, wallSearchLength)
  if (body.length <= wallMaxBodyLength && walls.some((wall) => wall.test(beginning))) {
    return { code: "blocked", message: "The page showed a check for robots instead of its content." }
  }
  return null
}
