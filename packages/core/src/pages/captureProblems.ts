/** Failures of the doors to the web, as what they mean for whoever asked for a page. */

import { ProfileUnusable } from "../profiles/errors.ts"
import {
  CapabilityMissing,
  ContentTooLarge,
  ContentUnsupported,
  DeadlinePassed,
  MayHaveActed,
  NoExit,
  PdfImagesOnly,
  type ReadingError,
  SlowDown,
  TargetNotFound,
  TooBusy,
  WebsiteBlocked,
  WebsiteInaccessible,
  WebsiteNotFound
} from "../web/errors.ts"
import type { PageUnreachable } from "../web/HttpFetcher.ts"
import type { BrowserUnavailable } from "./Browser.ts"
import type { DocumentUnreadable } from "./DocumentReader.ts"
import type { PageProblem, Wall } from "./domain/PageProblem.ts"

/** Nothing may be fetched from the address. What it leads to is not told, and only its operator can mend it. */
export const addressForbidden = () =>
  new WebsiteInaccessible({
    message:
      "The address may not be reached from here. Whoever operates this server can let it be reached with KITTIWAKE_EGRESS_ALLOW, in a program with egressAllow; an item is such as 127.0.0.1:3000 or wiki.corp."
  })

/** What an exchange that failed means. */
export const ofExchange = ({ isOfUrl, isOurs, message, reason, status }: PageUnreachable): ReadingError => {
  const said = { message, ...(status === undefined ? {} : { status }) }
  switch (reason) {
    case "no_exit":
      return new NoExit({ message })
    case "unknown_host":
      return new WebsiteNotFound({ message })
    case "timeout":
      return new DeadlinePassed()
    case "no_turn":
      return new TooBusy({ message })
    case "too_large":
      return new ContentTooLarge(said)
    case "unsupported_content":
      return new ContentUnsupported(said)
    case "robots":
      return new WebsiteBlocked({ message, isForbidden: true })
    case "out_of_scope":
      return new WebsiteBlocked({ message, isOutOfScope: true })
    case "forbidden_address":
      return isOfUrl === true ? new WebsiteInaccessible({ message }) : addressForbidden()
    case "busy":
      return new TooBusy({ message })
    case "may_have_acted":
      return new MayHaveActed({ message, ...(isOurs === true ? { isOurs } : {}) })
    default:
      return new WebsiteInaccessible(said)
  }
}

/** What a rendering that failed means. */
export const ofRendering = (failure: PageUnreachable | BrowserUnavailable): ReadingError =>
  failure._tag === "BrowserUnavailable" ? new CapabilityMissing({ message: failure.message }) : ofExchange(failure)

/** What an answer that is not the page means. */
export const ofPage = ({ finalUrl, kind, message, retryAfterSeconds, status }: PageProblem): ReadingError => {
  const said = { message, ...(status === undefined ? {} : { status }) }
  const asked = retryAfterSeconds === undefined ? {} : { retryAfterSeconds }
  switch (kind) {
    case "not_found":
      return new TargetNotFound({ ...said, ...(finalUrl === undefined ? {} : { finalUrl }) })
    case "blocked":
      return new WebsiteBlocked({ ...said, ...asked })
    case "timeout":
    case "unusable":
      return new WebsiteInaccessible({ ...said, ...asked, answered: true })
  }
}

/** What a file at an address that cannot be read means. */
export const ofDocument = ({ message, reason, retryAfterSeconds = 1 }: DocumentUnreadable): ReadingError => {
  switch (reason) {
    case "images_only":
      return new PdfImagesOnly()
    case "letters_unnamed":
      return new PdfImagesOnly({ isNameless: true })
    case "ocr_unavailable":
      return new CapabilityMissing({ message })
    case "timeout":
      return new DeadlinePassed()
    case "unsupported_content":
      return new ContentUnsupported({ message })
    case "busy":
      return new TooBusy({ message })
    case "slow_down":
      return new SlowDown({ message, retryAfterSeconds })
    default:
      return new WebsiteInaccessible({ message })
  }
}

/** The same failure, of a page whose server answered with this status: something came, and could not be read. */
export const ofAnswer = (error: ReadingError, status: number): ReadingError => {
  switch (error._tag) {
    case "PdfImagesOnly":
      return new PdfImagesOnly({ ...(error.isNameless === undefined ? {} : { isNameless: error.isNameless }), status })
    case "ContentTooLarge":
      return new ContentTooLarge({ message: error.message, status })
    case "ContentUnsupported":
      return new ContentUnsupported({ message: error.message, status })
    case "CapabilityMissing":
      return new CapabilityMissing({ message: error.message, status })
    case "WebsiteInaccessible":
      // One that has said more says also what was answered, or that nobody asked.
      return error.answered === undefined && error.status === undefined && error.isUnasked === undefined
        ? new WebsiteInaccessible({ message: error.message, status })
        : error
    default:
      return error
  }
}

/** What a page that a profile does not open means. */
export const ofProfilePage = ({ message, wall = "refusal" }: PageProblem): ProfileUnusable =>
  new ProfileUnusable({ reason: profileReasons[wall], message })

const profileReasons: { readonly [W in Wall]: ProfileUnusable["reason"] } = {
  sign_in: "reauthentication_required",
  robots: "interaction_required",
  refusal: "authentication_unknown"
}
