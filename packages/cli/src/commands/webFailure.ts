/** Why a command could not read the web, as one line. */

import { seeFirst } from "@kittiwake/core/internal/pages/acting"
import type { WebError } from "@kittiwake/core/pages/errors"
import type { SearchUnavailable } from "@kittiwake/core/search/errors"
import { waitBesideOthers } from "@kittiwake/core/web/TurnWaits"
import { refusalOf, type TimeoutExceedsMaximum, type TimeoutTooShortForWait } from "@kittiwake/http/errors"
import { type CommandFailed, failed, unavailable, wrongUsage } from "../CommandFailed.ts"
import { type FlagNames, typedAs } from "../flagNames.ts"

/** Which flag or argument sets a field, in most commands. */
const usualFlags: FlagNames = {
  url: "URL",
  input: "COMPANY",
  numCompetitors: "--count",
  maxProducts: "--max",
  minResults: "--min",
  maxResults: "--max",
  domain: "SITE",
  directUrl: "SITE",
  urlRegex: "--match",
  maxPages: "--max-pages",
  maxDepth: "--max-depth",
  stopAfterMs: "--stop-after",
  includeSelectors: "--include",
  excludeSelectors: "--exclude",
  query: "QUERY",
  numResults: "--count",
  includeDomains: "--site",
  excludeDomains: "--without",
  freshness: "--freshness",
  country: "--country",
  schema: "--schema",
  json_format: "--format",
  task: "TASK",
  instructions: "--instructions",
  selectors: "--include or --exclude",
  headers: "--header",
  actions: "--actions",
  waitForMs: "--wait",
  timeoutMS: "--timeout",
  pdf: "--pages",
  viewport: "--size",
  scrollOffset: "--from",
  extension: "--type"
}

/** What a caller names wrongly, and what a file is wrong about: only the first is the command line's fault. */
const ofInput = (flags: FlagNames, field: string, message: string): CommandFailed => {
  if (field === "body" || field === "bytes") return failed(message)
  if (field === "") return wrongUsage(message)
  const path = field.replaceAll(/\[(\d+)\]/g, ".$1")
  return wrongUsage(`${typedAs(flags, path) ?? field}: ${message}`)
}

type Failure = SearchUnavailable | WebError | TimeoutExceedsMaximum | TimeoutTooShortForWait

/** The line, and the exit code that goes with it, of a command that calls some fields otherwise than most do. */
export const webFailureOf =
  (own: FlagNames) =>
  (error: Failure): CommandFailed =>
    error._tag === "InvalidInput" ? ofInput({ ...usualFlags, ...own }, error.field, error.message) : webFailure(error)

/** Networks of one's own, as an address names them: no name that leads there, and no place where a cloud keeps credentials. */
const ownNetwork = /^(?:localhost|127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|\[::1\]$)/

const notAllowed = "The address may not be reached from here."

/** What is said of a server that somebody runs, of a command that whoever typed it runs. */
const inOwnWords = (message: string, address: string | null): string => {
  const url = address === null ? null : URL.parse(address)
  if (url !== null && message.startsWith(notAllowed) && ownNetwork.test(url.hostname)) {
    const port = url.port === "" ? (url.protocol === "https:" ? "443" : "80") : url.port
    return `${notAllowed} To let this command reach it, set KITTIWAKE_EGRESS_ALLOW=${url.hostname}:${port}.`
  }
  return message
    .replace("Whoever operates this server can let it be reached with", "To let this command reach it, set")
    .replace(", in a program with egressAllow", "")
}

/** The line, and the exit code that goes with it, of a command that reads one address. */
export const webFailureAt =
  (address: string) =>
  (error: Failure): CommandFailed =>
    error._tag === "WebsiteInaccessible" ? failed(inOwnWords(error.message, address)) : webFailure(error)

/** The line, and the exit code that goes with it. */
export const webFailure = (error: Failure): CommandFailed => {
  switch (error._tag) {
    case "InvalidInput":
      return ofInput(usualFlags, error.field, error.message)
    case "TimeoutTooShortForWait":
      return wrongUsage(`--timeout: must be at least ${error.leastMillis}, 10000 more than --wait`)
    case "TimeoutExceedsMaximum":
      return wrongUsage(`--timeout: must be at most ${error.maxMillis}`)
    case "CapabilityMissing":
    case "SlowDown":
    case "SearchUnavailable":
    case "TooBusy":
      return unavailable(error.message)
    case "DeadlinePassed":
      return failed(
        `The time was over before there was an answer${error.waited === undefined ? "" : `: the request ${waitBesideOthers(error.waited)}`}. ${error.mayHaveActed === true ? `${seeFirst} Then give more` : "Give more"} with --timeout.`
      )
    case "PdfImagesOnly":
      return failed(
        error.isNameless === true
          ? "The fonts of the PDF do not say which letters they show. Give --ocr to read its pages by their looks."
          : "The PDF holds pictures of its pages. Give --ocr to read the text in them."
      )
    default:
      return failed(inOwnWords(refusalOf(error).message, null))
  }
}
