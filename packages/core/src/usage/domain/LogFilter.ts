/** Which logged calls a list shows (contract/org-logs.md, GET /logs). */
import { DateTime, Duration, Result, type Schema } from "effect"
import type { Problem } from "./History.ts"
import type { LoggedInput, RequestLog } from "./RequestLog.ts"

/** Conditions on a logged call; all of those given must hold. */
interface LogConditions {
  readonly statusCode?: number | undefined
  readonly errorCode?: string | undefined
  /** Only statuses of 400 and more. */
  readonly errorsOnly?: boolean | undefined
  readonly keyId?: string | undefined
  /** What a program was allowed that called in somebody's name. */
  readonly grantId?: string | undefined
  /** Only what screens of the dashboard asked by themselves, or only what they did not. */
  readonly ofDashboard?: boolean | undefined
  /** A text that the query or the body contains, in either case. */
  readonly search?: string | undefined
  /** The call has at least one of these; no tags are no condition. */
  readonly tags?: ReadonlyArray<string> | undefined
}

/** The list a caller asks for; what it leaves out has a default or is no condition. */
export interface LogRequest extends LogConditions {
  /** Default: 24 hours before `to`. */
  readonly from?: DateTime.Utc | undefined
  /** Default: now. */
  readonly to?: DateTime.Utc | undefined
  /** The path as called, with or without its version. */
  readonly path?: string | undefined
  /** From 1; default: 1. */
  readonly page?: number | undefined
  readonly limit?: number | undefined
}

/** The calls a store is asked for. */
export interface LogFilter extends LogConditions {
  readonly from: DateTime.Utc
  /** Part of the window. */
  readonly to: DateTime.Utc
  /** The path is one of these. */
  readonly paths?: ReadonlyArray<string>
}

/** What a list is asked for, once defaults are filled in. @internal */
export interface LogQuery {
  readonly filter: LogFilter
  readonly page: number
  readonly limit: number
}

/** What a caller may ask for. @internal */
export const logLimits = {
  page: { minimum: 1, maximum: 10_000, default: 1 },
  limit: { minimum: 1, maximum: 100, default: 25 },
  searchLength: 200,
  tags: 20,
  window: Duration.hours(24),
  /** Calls that one list looks through for those with a path, a key, a grant, a label, a text or a status that did not fail. */
  looked: 50_000
} as const

/** Whether the calls of a list stand together, so that none is looked at in vain. @internal */
export const isIndexed = ({
  errorCode,
  errorsOnly,
  grantId,
  keyId,
  ofDashboard,
  paths,
  search,
  statusCode,
  tags
}: LogFilter): boolean =>
  [errorCode, grantId, keyId, paths, search, statusCode].every((condition) => condition === undefined) &&
  (tags === undefined || tags.length === 0) &&
  // Calls that are not the dashboard's stand together, and so do errors; errors that are not the dashboard's do not.
  (ofDashboard === undefined || (!ofDashboard && errorsOnly !== true))

const version = "/v1"

/** The two ways to write one path. */
const spellingsOf = (path: string): ReadonlyArray<string> => {
  const bare = path.startsWith(`${version}/`) ? path.slice(version.length) : path
  return [bare, `${version}${bare}`]
}

const isWithin = (value: number, { maximum, minimum }: { readonly minimum: number; readonly maximum: number }) =>
  Number.isInteger(value) && value >= minimum && value <= maximum

/** The list that a request made at `now` asks for. @internal */
export const logQuery = (request: LogRequest, now: DateTime.Utc): Result.Result<LogQuery, Problem> => {
  const { from: givenFrom, limit = logLimits.limit.default, page = logLimits.page.default, path, ...rest } = request
  const to = request.to ?? now
  const from = givenFrom ?? DateTime.subtractDuration(to, logLimits.window)
  if (DateTime.isGreaterThan(from, to)) return Result.fail({ field: "from", message: "from must not be after to" })
  if (!isWithin(page, logLimits.page)) {
    return Result.fail({ field: "page", message: `page must be a whole number from 1 to ${logLimits.page.maximum}` })
  }
  if (!isWithin(limit, logLimits.limit)) {
    return Result.fail({ field: "limit", message: `limit must be a whole number from 1 to ${logLimits.limit.maximum}` })
  }
  if ((rest.search?.length ?? 0) > logLimits.searchLength) {
    return Result.fail({ field: "search", message: `search must have at most ${logLimits.searchLength} characters` })
  }
  if ((rest.tags?.length ?? 0) > logLimits.tags) {
    return Result.fail({ field: "tags", message: `tags must be at most ${logLimits.tags}` })
  }
  const paths = path === undefined ? {} : { paths: spellingsOf(path) }
  return Result.succeed({ filter: { ...rest, from, to, ...paths }, page, limit })
}

const textsOf = (value: Schema.Json, into: Array<string>): void => {
  if (value === null || typeof value !== "object") into.push(String(value))
  else if (Array.isArray(value)) for (const one of value) textsOf(one, into)
  else {
    for (const [name, one] of Object.entries(value)) {
      into.push(name)
      textsOf(one, into)
    }
  }
}

/** Folds case, so that two texts that differ in nothing else are equal. */
export const foldCase = (text: string): string => text.toLowerCase()

/** What `search` looks through: names and values of query and body, a line each, in one case. */
export const searchText = (input: LoggedInput): string => {
  const texts: Array<string> = []
  textsOf(input.query, texts)
  if (input.body !== undefined) textsOf(input.body, texts)
  return foldCase(texts.join("\n"))
}

/** Whether a list with this filter shows the call. @internal */
export const isShown = (log: RequestLog, filter: LogFilter): boolean =>
  DateTime.between(log.at, { minimum: filter.from, maximum: filter.to }) &&
  (filter.paths === undefined || filter.paths.includes(log.path)) &&
  (filter.statusCode === undefined || log.statusCode === filter.statusCode) &&
  (filter.errorCode === undefined || log.errorCode === filter.errorCode) &&
  (filter.errorsOnly !== true || log.statusCode >= 400) &&
  (filter.keyId === undefined || log.keyId === filter.keyId) &&
  (filter.grantId === undefined || log.grantId === filter.grantId) &&
  (filter.ofDashboard === undefined || log.ofDashboard === filter.ofDashboard) &&
  (filter.search === undefined || searchText(log.input).includes(foldCase(filter.search))) &&
  (filter.tags === undefined || filter.tags.length === 0 || filter.tags.some((tag) => log.tags.includes(tag)))
