/** What went wrong, what to do about it, and the way to do it. */
import { ApiError } from "../api/ApiError.ts"
import { dashboard } from "../api/place.ts"
import { useStrings } from "../i18n/strings.ts"
import { Copyable } from "./Copyable.tsx"
import { type FieldNames, problemWords } from "./problemWords.ts"
import { useTitle } from "./useTitle.ts"

/** Where one is, as the screen to sign in takes it. */
export const addressNow = (): string => `${location.pathname.slice(dashboard.length) || "/"}${location.search}`

export const Problem = ({
  error,
  fields,
  isScreen = false,
  onRetry
}: {
  readonly error: unknown
  /** What the form calls the fields that the API may refuse. */
  readonly fields?: FieldNames
  /** Whether it stands in the place of a screen, which it then gives its title. */
  readonly isScreen?: boolean
  readonly onRetry?: () => void
}) => {
  const strings = useStrings()
  const { said, title, todo } = problemWords(error, strings, fields)
  useTitle(isScreen ? title : null)
  const Title = isScreen ? "h1" : "p"
  const box = (
    <div role="alert" className="card flex max-w-[68ch] flex-col gap-2 p-4">
      <Title className="flex items-center gap-2 font-strong">
        <svg viewBox="0 0 10 10" width="10" height="10" aria-hidden="true" className="flex-none text-rem">
          <path d="M5 0.5 9.8 9.5H0.2z" fill="currentColor" />
        </svg>
        {title}
      </Title>
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
  return isScreen ? <div className="p-6">{box}</div> : box
}
