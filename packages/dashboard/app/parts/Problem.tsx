/** What went wrong, what to do about it, and the way to do it. */
import { ApiError } from "../api/call.ts"
import { dashboard } from "../api/place.ts"
import { type Strings, useStrings } from "../i18n/strings.ts"
import { Copyable } from "./Copyable.tsx"

/** What a form calls the fields that the API names, by the beginning of these names. */
export type FieldNames = Readonly<Record<string, string>>

/** Which field a message of the API is about, and what is wrong with it. */
export const refusedField = (message: string): { readonly field: string; readonly what: string } | null => {
  const [, field, what] = /^([A-Za-z_]\w*(?:\.\w+|\[\d+\])*): (.*)$/s.exec(message) ?? []
  return field === undefined || what === undefined ? null : { field, what }
}

/** A refusal of a field, with the name that the form has for it. */
const named = (message: string, fields: FieldNames): string => {
  const refused = refusedField(message)
  if (refused === null) return message
  const { field, what } = refused
  const known = Object.keys(fields)
    .filter((one) => field === one || field.startsWith(`${one}.`) || field.startsWith(`${one}[`))
    .sort((one, other) => other.length - one.length)[0]
  return known === undefined ? message : `${fields[known]}: ${what}`
}

const wordsFor = (
  error: unknown,
  { problem }: Strings,
  fields: FieldNames
): { readonly title: string; readonly todo: string } => {
  if (!(error instanceof ApiError)) return { title: problem.broken, todo: problem.brokenTodo }
  if (error.status === 0) return { title: problem.unreachable, todo: problem.unreachableTodo }
  if (error.status === 401) return { title: problem.unauthorized, todo: problem.unauthorizedTodo }
  if (error.lacks !== null) return { title: problem.forbidden, todo: problem.lacksTodo(error.lacks) }
  if (error.status === 403) return { title: problem.forbidden, todo: problem.forbiddenTodo }
  if (error.status === 404) return { title: problem.notFound, todo: problem.notFoundTodo }
  if (error.status === 429) return { title: problem.tooMany, todo: problem.tooManyTodo(error.retryAfter) }
  if (error.status >= 500) return { title: problem.server, todo: problem.serverTodo }
  return { title: named(error.message, fields), todo: "" }
}

const noFields: FieldNames = {}

/** Where one is, as the screen to sign in takes it. */
export const addressNow = (): string => `${location.pathname.slice(dashboard.length) || "/"}${location.search}`

export const Problem = ({
  error,
  fields = noFields,
  onRetry
}: {
  readonly error: unknown
  /** What the form calls the fields that the API may refuse. */
  readonly fields?: FieldNames
  readonly onRetry?: () => void
}) => {
  const strings = useStrings()
  const { title, todo } = wordsFor(error, strings, fields)
  // What a key lacks is said in the words of the reader.
  const isSaid = error instanceof ApiError && error.lacks !== null
  const said =
    error instanceof Error && !isSaid && error.message !== title && named(error.message, fields) !== title
      ? error.message
      : ""
  return (
    <div role="alert" className="card flex max-w-[68ch] flex-col gap-2 p-4">
      <p className="flex items-center gap-2 font-strong">
        <svg viewBox="0 0 10 10" width="10" height="10" aria-hidden="true" className="flex-none text-rem">
          <path d="M5 0.5 9.8 9.5H0.2z" fill="currentColor" />
        </svg>
        {title}
      </p>
      {said !== "" && <p>{said}</p>}
      {todo !== "" && <p className="text-ink-2">{todo}</p>}
      <div className="flex flex-wrap items-center gap-3">
        {error instanceof ApiError && error.status === 401 && (
          <a className="button button-main" href={`${dashboard}/enter?${new URLSearchParams({ to: addressNow() })}`}>
            {strings.problem.signIn}
          </a>
        )}
        {onRetry !== undefined && (
          <button type="button" className="button" onClick={onRetry}>
            {strings.common.retry}
          </button>
        )}
        {error instanceof ApiError && error.requestId !== null && (
          <span className="text-s text-ink-3">
            {strings.problem.requestId} <Copyable text={error.requestId} />
          </span>
        )}
      </div>
    </div>
  )
}
