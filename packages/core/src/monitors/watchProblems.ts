/** Failures of the doors to the web, as what they mean for the run of a monitor. */
import { Effect } from "effect"
import type { PageProblem, Wall } from "../pages/domain/PageProblem.ts"
import type { ProfileError } from "../profiles/errors.ts"
import type { Throttling } from "../sharing/domain/HostRests.ts"
import type { ReadingError } from "../web/errors.ts"
import type { PageUnreachable } from "../web/HttpFetcher.ts"
import type { RunErrorCode } from "./domain/RunError.ts"
import { NoRoom, Unusable } from "./Unusable.ts"

const reasonCodes: { readonly [R in PageUnreachable["reason"]]: RunErrorCode } = {
  unknown_host: "fetch_failed",
  forbidden_address: "blocked",
  robots: "blocked",
  out_of_scope: "blocked",
  timeout: "timeout",
  no_turn: "internal_error",
  connection_failed: "fetch_failed",
  too_large: "fetch_failed",
  too_many_redirects: "fetch_failed",
  bad_response: "fetch_failed",
  unsupported_content: "extraction_failed",
  no_exit: "fetch_failed",
  busy: "internal_error",
  may_have_acted: "fetch_failed"
}

const problemCodes: { readonly [K in PageProblem["kind"]]: RunErrorCode } = {
  not_found: "not_found",
  blocked: "blocked",
  timeout: "timeout",
  unusable: "fetch_failed"
}

const readingCodes: { readonly [T in ReadingError["_tag"]]: RunErrorCode | null } = {
  WebsiteNotFound: "fetch_failed",
  WebsiteInaccessible: "fetch_failed",
  NoExit: "fetch_failed",
  WebsiteBlocked: "blocked",
  TargetNotFound: "not_found",
  PdfSkipped: "fetch_failed",
  PdfImagesOnly: "empty_content",
  ContentTooLarge: "fetch_failed",
  ContentUnsupported: "extraction_failed",
  DeadlinePassed: "timeout",
  CapabilityMissing: "internal_error",
  // It counts: a page that ends each browser that acts on it is acted on no more after some runs.
  MayHaveActed: "fetch_failed",
  // Others have the room or the turn: the look begins again.
  TooBusy: null,
  SlowDown: null
}

const profileProblems = {
  ProfileBusy: "Another look or call uses the browser profile of the target. It is lent to one at a time.",
  ProfileNotFound: "The browser profile of the target is gone. Give the monitor another, or none.",
  ProfileUnusable: "The browser profile of the target does not open the page."
} as const

const saidOf = (error: ReadingError): string => {
  switch (error._tag) {
    case "DeadlinePassed":
      return "The page was not there in time."
    case "PdfImagesOnly":
      return "The file holds pictures of pages and no text."
    case "PdfSkipped":
      return "The target is a PDF."
    default:
      return error.message
  }
}

const failed = (
  code: RunErrorCode,
  message: string,
  finalUrl: string | null = null,
  throttling: Throttling | null = null,
  wall: Wall | null = null
) => new Unusable({ code, message }, false, finalUrl, throttling, wall)

/** What the site of a page answered, where it is asked too often. */
const throttlingOf = ({
  retryAfterSeconds,
  status
}: {
  readonly status?: number
  readonly retryAfterSeconds?: number | null
}): Throttling | null =>
  status === undefined || retryAfterSeconds === undefined ? null : { status, retryAfterSeconds }

/** What an exchange that failed means. */
export const ofUnreachable = ({ isOurs, message, reason }: PageUnreachable): NoRoom | Unusable =>
  reason === "busy" ? new NoRoom(message) : failed(isOurs === true ? "internal_error" : reasonCodes[reason], message)

/** What an answer that is not the page means. */
export const ofProblem = (problem: PageProblem): Unusable =>
  failed(problemCodes[problem.kind], problem.message, problem.finalUrl, throttlingOf(problem), problem.wall ?? null)

/** What a page that could not be read, or not with its profile, means. */
export const ofReading = (error: ReadingError | ProfileError | PageProblem): NoRoom | Unusable => {
  if ("kind" in error) return ofProblem(error)
  if (error._tag === "ProfileBusy") return new NoRoom(profileProblems.ProfileBusy)
  if (error._tag === "ProfileNotFound") return failed("blocked", profileProblems.ProfileNotFound)
  if (error._tag === "ProfileUnusable") {
    const wall = error.reason === "session_expired" ? "sign_in" : null
    return failed("blocked", `${profileProblems.ProfileUnusable} ${error.message}`, null, null, wall)
  }
  const isOurs = error._tag === "MayHaveActed" && error.isOurs === true
  const code = isOurs ? "internal_error" : readingCodes[error._tag]
  if (code === null) return new NoRoom(saidOf(error))
  const isOfSite = error._tag === "WebsiteBlocked" || error._tag === "WebsiteInaccessible"
  return failed(code, saidOf(error), null, isOfSite ? throttlingOf(error) : null)
}

/** Fails with what `problem` means, if there is one. */
export const failIf = (problem: PageProblem | null): Effect.Effect<void, Unusable> =>
  problem === null ? Effect.void : Effect.fail(ofProblem(problem))
