/** Says that this browser is signed in as somebody else than this tab was opened as, and offers the ways on. */
import { useLayoutEffect, useRef } from "react"
import { dashboard } from "../api/place.ts"
import type { SignedIn } from "../api/session.ts"
import { useStrings } from "../i18n/strings.ts"
import { addressNow } from "../parts/Problem.tsx"
import { loseAll } from "../parts/unsaved.ts"
import { useRound } from "../parts/useRound.tsx"

/** Where whoever is signed in now goes on: here, where they may see what is here, or else at home. */
const addressFor = (was: SignedIn, is: SignedIn, actedFor: string | null): string => {
  const before = was.organization?.id ?? actedFor
  const search = new URLSearchParams(location.search)
  search.delete("org")
  if (is.session.kind === "operator") {
    if (before !== null) search.set("org", before)
  } else if (is.organization?.id !== before) return `${dashboard}/`
  return `${location.pathname}${search.size === 0 ? "" : `?${search}`}`
}

/** What stands above everything until one of the ways is taken: behind it nothing can be done that would count for another. */
const SignedInElse = ({
  actedFor,
  is,
  was
}: {
  readonly was: SignedIn
  /** Null where nobody is signed in any more. */
  readonly is: SignedIn | null
  /** For which organization the operator acted. */
  readonly actedFor: string | null
}) => {
  const { whose } = useStrings()
  const dialog = useRef<HTMLDialogElement>(null)
  const { end, first } = useRound()
  useLayoutEffect(() => {
    if (dialog.current?.open === false) dialog.current.showModal()
  }, [])
  const nameOf = ({ organization }: SignedIn): string =>
    organization === null ? whose.operator : whose.keyOf(organization.name)
  const isOtherKey = is !== null && is.organization !== null && is.organization.id === was.organization?.id
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby="whose"
      aria-describedby="whose-body"
      onKeyDown={(event) => event.key === "Escape" && event.preventDefault()}
      onCancel={(event) => event.preventDefault()}
      // Browsers let nobody hold a dialog open against who asks twice, by whatever means.
      onClose={() => dialog.current?.showModal()}
      className="max-h-[85vh] w-[min(520px,calc(100vw-24px))] rounded-m border border-line bg-surface p-0 text-m text-ink shadow-float backdrop:bg-[rgb(0_0_0/.35)]"
    >
      <div className="flex flex-col gap-4 p-5">
        <h2 id="whose" className="text-l font-strong">
          {is === null ? whose.nobody : whose.title}
        </h2>
        <p id="whose-body" dir="auto">
          {is === null
            ? whose.nobodyBody(nameOf(was))
            : whose.body(nameOf(was), isOtherKey ? whose.otherKey : nameOf(is))}{" "}
          {whose.lost}
        </p>
        <div className="flex flex-wrap gap-2">
          {is !== null && (
            <button
              {...first}
              type="button"
              className="button button-main"
              onClick={() => {
                loseAll()
                location.assign(addressFor(was, is, actedFor))
              }}
            >
              {whose.goOn}
            </button>
          )}
          <a
            {...(is === null ? first : {})}
            className={is === null ? "button button-main" : "button"}
            href={`${dashboard}/enter?${new URLSearchParams({ to: addressNow() })}`}
            onClick={loseAll}
          >
            {is === null ? whose.again : whose.asBefore}
          </a>
        </div>
      </div>
      {end}
    </dialog>
  )
}

export default SignedInElse
