/** What went wrong, what to do about it, and the way to do it. */
import { ApiError } from "../api/call.ts"
import { type Strings, useStrings } from "../i18n/strings.ts"
import { Copyable } from "./Copyable.tsx"

const wordsFor = (error: unknown, { problem }: Strings): { readonly title: string; readonly todo: string } => {
  if (!(error instanceof ApiError)) return { title: problem.broken, todo: problem.brokenTodo }
  if (error.status === 0) return { title: problem.unreachable, todo: problem.unreachableTodo }
  if (error.status === 401) return { title: problem.unauthorized, todo: problem.unauthorizedTodo }
  if (error.status === 403) return { title: problem.forbidden, todo: problem.forbiddenTodo }
  if (error.status === 404) return { title: problem.notFound, todo: problem.notFoundTodo }
  if (error.status === 429) return { title: problem.tooMany, todo: problem.tooManyTodo(error.retryAfter) }
  if (error.status >= 500) return { title: problem.server, todo: problem.serverTodo }
  return { title: error.message, todo: "" }
}

export const Problem = ({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) => {
  const strings = useStrings()
  const { title, todo } = wordsFor(error, strings)
  const said = error instanceof Error && error.message !== title ? error.message : ""
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
