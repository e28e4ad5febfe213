/** What the status, the address and the content of a page say about whether it is what was asked for. */
import { secondsInWords } from "../../web/domain/retryAfter.ts"
import type { PageFacts } from "./PageFacts.ts"

/** What stands before a page that is blocked. */
export type Wall = "sign_in" | "robots" | "refusal"

/** Why a page is not its content. */
export interface PageProblem {
  readonly kind: "not_found" | "blocked" | "timeout" | "unusable"
  /** In words for the owner of the page. */
  readonly message: string
  /** What the server answered, where that is known: also 200, of a page that says itself that it is another. */
  readonly status?: number
  /** Address of the last hop, where it is known. */
  readonly finalUrl?: string
  /** Of a page that is blocked: what stands before it. */
  readonly wall?: Wall
  /** Where the server is asked too often: when it wants to be asked again, and null when it does not say. Absent where it is not. */
  readonly retryAfterSeconds?: number | null
}

const problem = (kind: PageProblem["kind"], message: string): PageProblem => ({ kind, message })

const blocked = (wall: Wall, message: string): PageProblem => ({
  kind: "blocked",
  message,
  wall
})

const ofStatus = (status: number): PageProblem | null => {
  if (status === 404 || status === 410) return problem("not_found", `The page answered ${status}.`)
  if (status === 401 || status === 403 || status === 407 || status === 429 || status === 451) {
    return blocked("refusal", `The page refused access with status ${status}.`)
  }
  if (status === 408 || status === 504) return problem("timeout", `The page answered ${status}.`)
  return status < 200 || status >= 300 ? problem("unusable", `The page answered ${status}.`) : null
}

/** When its site wants to be asked again, for whoever asked. */
const inWords = (seconds: number | null): string =>
  seconds === null || seconds === 0 ? "" : ` Its site asks to be asked again in ${secondsInWords(seconds)}.`

/**
 * Why a page with this status is not its content; null when the status is fine. `retryAfterSeconds` is when its server wants to be asked
 * again, where it says so: with 503 that means that it is asked too often, as 429 does in any case.
 */
export const statusProblem = (status: number, retryAfterSeconds: number | null = null): PageProblem | null => {
  const found = ofStatus(status)
  if (found === null) return null
  const throttles = status === 429 || (status === 503 && retryAfterSeconds !== null)
  return throttles
    ? { ...found, status, message: `${found.message}${inWords(retryAfterSeconds)}`, retryAfterSeconds }
    : { ...found, status }
}

/** Marks of pages that show a wall instead of their content, even with status 200 (spec/service.md, Errors). */
const walls: ReadonlyArray<RegExp> = [
  /<title>\s*(just a moment|attention required|access denied|are you a robot|(please )?verify you are (a )?human)/i,
  /<title>\s*(pardon our interruption|human verification|vercel security checkpoint|ddos-guard|robot check|checking your browser)/i,
  /<title>\s*(nur einen moment|un instant|un momento|um momento|een ogenblik geduld|请稍候|しばらくお待ちください)(…|\.\.\.)/i,
  /<iframe[^>]{0,300}\/_Incapsula_Resource\?|\bvar dd=\{[^}]{0,500}captcha-delivery\.com/i,
  /id="(challenge-form|challenge-running|px-captcha|cf-wrapper)"/i
]

/** Only the beginning of a page is searched for a wall. */
const wallSearchLength = 16_384

/** Pages with more text than this are content that happens to mention a wall. */
export const wallMaxBodyLength = 100_000

/** Whether the page shows a check for robots instead of its content. */
export const showsWall = (body: string): boolean => {
  const beginning = body.slice(0, wallSearchLength)
  return body.length <= wallMaxBodyLength && walls.some((wall) => wall.test(beginning))
}

/** A check for robots that stands in place of the content. */
export const robotsWall: PageProblem = blocked("robots", "The page showed a check for robots instead of its content.")

/** The wall that stands in place of the content; null when none does. */
export const wallProblem = (body: string): PageProblem | null => (showsWall(body) ? robotsWall : null)

/** What the status says, of a page that shows a check for robots: a server that checks them need not be asked too often. */
const beforeWall = (problem: PageProblem): PageProblem => {
  const { retryAfterSeconds, ...rest } = problem
  const saysWhen = problem.status === 429 && retryAfterSeconds !== null
  return retryAfterSeconds === undefined || saysWhen ? problem : rest
}

/** Why a page with this status is not its content, where `wall` may stand in place of it; null when it is its content. */
export const problemOf = (
  status: number,
  retryAfterSeconds: number | null,
  wall: PageProblem | null
): PageProblem | null => {
  const found = statusProblem(status, retryAfterSeconds)
  if (found === null) return wall === null ? null : { ...wall, status }
  return wall === null ? found : beforeWall(found)
}

/** Why a page with this status and body is not its content, whose server may say that it is a check for robots; null when it is. */
export const answerProblem = (
  status: number,
  body: string,
  retryAfterSeconds: number | null = null,
  isChallenge = false
): PageProblem | null => problemOf(status, retryAfterSeconds, isChallenge ? robotsWall : wallProblem(body))

/** A page that says "not found" with status 200 says it in its title, and little else. */
const notFoundTitle =
  /^\W*(?:(?:error|http)\W*)?404\b|\b(?:page|seite|página|pagina)\s+(?:was\s+|wurde\s+|could\s+)?(?:not|nicht|no|non)\s+(?:be\s+)?(?:found|gefunden|encontrada|trovata)|\bpage introuvable\b/i

const signInTitle = /\b(?:log\s?in|sign\s?in|anmelden|einloggen|connexion|iniciar sesión|accedi)\b/i

const signInPath = /\/(?:log[-_]?in|sign[-_]?in|auth|sso|anmelden|connexion)(?:[/.?]|$)/i

/** Most characters of text of a page that is nothing but a message or a form. */
const messageTextLength = 1_500

/** The same as the first line of a page whose title is that of its site. */
const notFoundHeading =
  /^\W*(?:(?:error|http)\W*)?404\W*(?:$|(?:error|page|seite|p[aá]gina|not found)\b)|^\W*(?:(?:error|oops|sorry)\W*)?(?:this |the |that |diese |die )?(?:page|seite|página|pagina)\s+(?:was\s+|wurde\s+|could\s+)?(?:not|nicht|no|non)\s+(?:be\s+)?(?:found|gefunden|encontrada|trovata)\W*$|^\W*page introuvable\W*$/i

/** Whether who asked for one address was sent to a form to sign in at another. Who asked for such a form gets it. */
export const isSentToSignIn = (sourceUrl: string, finalUrl: string): boolean =>
  finalUrl !== sourceUrl && signInPath.test(finalUrl) && !signInPath.test(sourceUrl)

/** What a page that answered well says of itself: that it is not there, or that one must sign in; null when neither. */
export const contentProblem = (page: {
  readonly title: string | null
  /** The first line of what it says, where that is known. */
  readonly heading?: string
  readonly facts: Pick<PageFacts, "textLength" | "hasPasswordField">
  /** What its server answered, where that is known. */
  readonly status?: number
  readonly sourceUrl: string
  readonly finalUrl: string
}): PageProblem | null => {
  const wasSent = isSentToSignIn(page.sourceUrl, page.finalUrl)
  // However much a form to sign in says beside itself, nobody asked for it.
  if (page.facts.textLength > messageTextLength && !wasSent) return null
  const title = page.title ?? ""
  const answered = page.status === undefined ? {} : { status: page.status }
  const isMissing = notFoundTitle.test(title) || notFoundHeading.test(page.heading ?? "")
  if (isMissing && page.facts.textLength <= messageTextLength)
    return {
      ...problem("not_found", "The page says that it does not exist."),
      ...answered,
      finalUrl: page.finalUrl
    }
  return page.facts.hasPasswordField && (wasSent || (signInTitle.test(title) && !signInPath.test(page.sourceUrl)))
    ? { ...blocked("sign_in", "The page asks to sign in instead of showing its content."), ...answered }
    : null
}
