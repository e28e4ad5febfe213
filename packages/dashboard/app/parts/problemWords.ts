/** What went wrong, and what to do about it, in the words of the reader: by what the API says of it, since one status has several causes. */
import { ApiError } from "../api/ApiError.ts"
import type { Strings } from "../i18n/strings.ts"

/** What a form calls the fields that the API names, by the beginning of these names. */
export type FieldNames = Readonly<Record<string, string>>

/** A field of a call, and what is wrong with it. */
export interface RefusedField {
  readonly field: string
  readonly what: string
}

/** Which field a message of the API is about. */
export const refusedField = (message: string): RefusedField | null => {
  const [, field, what] = /^([A-Za-z_]\w*(?:\.\w+|\[\d+\])*): (.*)$/s.exec(message) ?? []
  return field === undefined || what === undefined ? null : { field, what }
}

/** The longest of some names that a field has, or stands in; undefined where it has none. */
export const nameOf = (field: string, names: FieldNames): string | undefined =>
  Object.keys(names)
    .filter((one) => field === one || field.startsWith(`${one}.`) || field.startsWith(`${one}[`))
    .sort((one, other) => other.length - one.length)[0]

/** A refusal of a field, with the name that the form has for it. */
const named = (message: string, fields: FieldNames): string => {
  const refused = refusedField(message)
  const known = refused === null ? undefined : nameOf(refused.field, fields)
  return refused === null || known === undefined ? message : `${fields[known]}: ${refused.what}`
}

export interface ProblemWords {
  readonly title: string
  /** What the API says beside the title. */
  readonly said: string
  readonly todo: string
}

const noFields: FieldNames = {}

/** Where what was done on a page is unknown, nothing is missing: the message says to see first. */
const mayHaveActed = /\bactions\b/

export const problemWords = (
  error: unknown,
  { problem }: Pick<Strings, "problem">,
  fields: FieldNames = noFields
): ProblemWords => {
  if (!(error instanceof ApiError))
    return { title: problem.broken, said: error instanceof Error ? error.message : "", todo: problem.brokenTodo }
  const { code, isFinal, isOfRecord, lacks, message, retryAfter, status } = error
  const alone = (title: string, todo = ""): ProblemWords => ({ title, said: "", todo })
  const besides = (title: string, todo = ""): ProblemWords => ({ title, said: message, todo })
  const itself = (todo = "") => alone(message === "" ? code : named(message, fields), todo)
  const again = retryAfter === null ? problem.serverTodo : problem.tooManyTodo(retryAfter)
  if (status === 0) return alone(problem.unreachable, problem.unreachableTodo)
  if (status === 401) return alone(problem.unauthorized, problem.unauthorizedTodo)
  if (lacks !== null) return alone(problem.forbidden, problem.lacksTodo(lacks))
  switch (code) {
    case "USAGE_EXCEEDED":
      return besides(problem.noCredits, problem.noCreditsTodo)
    case "MONITOR_LIMIT_EXCEEDED":
    case "BATCH_LIMIT_EXCEEDED":
    case "FORBIDDEN":
      return besides(problem.limit)
    case "PAID_PLAN_REQUIRED":
      return besides(problem.plan, problem.planTodo)
    case "COLLECTION_PAUSED":
      return besides(problem.paused)
    case "DISABLED":
      return alone(problem.disabled, problem.disabledTodo)
    case "CROSS_SITE_REQUEST":
      return alone(problem.elsewhere, problem.elsewhereTodo)
    case "RATE_LIMITED":
      return besides(problem.tooMany, problem.tooManyTodo(retryAfter))
    case "NOT_FOUND":
      return isOfRecord && status === 404 ? besides(problem.notFound, problem.notFoundTodo) : itself()
    case "REQUEST_TIMEOUT":
      return itself()
    case "SEARCH_UNAVAILABLE":
      return itself(again)
  }
  if (status < 500) return itself()
  if (!isFinal) return besides(problem.server, again)
  if (status !== 503) return besides(problem.server)
  return mayHaveActed.test(message) ? itself() : besides(problem.lacking, problem.lackingTodo)
}
