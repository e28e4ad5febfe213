/**
 * Where a form tells what the API refused of it: under the field that is named, which has the focus then, and else in an alert that is scrolled
 * to.
 *
 * **Details.** `Refusable` stands around the form and knows its controls by the names of the API; `Field` (or `useControl`) asks whether it is the
 * one that is meant, and `Refusal`, where the button is, tells what is told nowhere else.
 */
import { createContext, useContext, useEffect, useRef } from "react"
import { ApiError } from "../api/ApiError.ts"
import { Problem } from "./Problem.tsx"
import { nameOf, refusedField } from "./problemWords.ts"

/** A refusal, and the control that tells it. */
interface Placed {
  readonly error: unknown
  readonly id: string
  readonly what: string
}

const Placed = createContext<Placed | null>(null)

/** The ids of a form's controls, each by the name that the API has for what is typed there, or its beginning. */
export type Controls = Readonly<Record<string, string>>

const placedIn = (error: unknown, controls: Controls): Placed | null => {
  const refused = error instanceof ApiError && error.status < 500 ? refusedField(error.message) : null
  const id = refused === null ? undefined : controls[nameOf(refused.field, controls) ?? ""]
  return refused === null || id === undefined ? null : { error, id, what: refused.what }
}

/** Opens all that a control is folded in. */
export const unfold = (control: HTMLElement): void => {
  for (let part = control.closest("details"); part !== null; part = part.parentElement?.closest("details") ?? null)
    part.open = true
}

/** Brings a control into view and gives it the focus. */
const goTo = (control: HTMLElement): void => {
  unfold(control)
  control.scrollIntoView({ block: "center" })
  control.focus({ preventScroll: true })
}

export const Refusable = ({
  children,
  controls,
  error,
  isNew = true
}: {
  /** What was refused of the form; null where nothing was. */
  readonly error: unknown
  readonly controls: Controls
  /** Whether it comes now, and was not looked up. */
  readonly isNew?: boolean
  readonly children: React.ReactNode
}) => {
  const placed = placedIn(error, controls)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal is gone to once
  useEffect(() => {
    const control = placed === null || !isNew ? null : document.getElementById(placed.id)
    if (control !== null) goTo(control)
  }, [error])
  return <Placed value={placed}>{children}</Placed>
}

/** What ties a control to what is said of it. */
export interface Said {
  readonly "aria-invalid"?: true
  readonly "aria-describedby"?: string
}

/** What a control has of its own: what it takes to find it, and what is said of it. */
export interface Control extends Said {
  readonly id: string
}

/** A control by its id, with what was refused of it, which stands right below. `error` is what the form itself finds wrong. */
export const useControl = (
  id: string,
  { error, hasHint = false }: { readonly error?: string | null; readonly hasHint?: boolean } = {}
): { readonly control: Control; readonly refusal: React.ReactNode } => {
  const placed = useContext(Placed)
  const what = error ?? (placed?.id === id ? placed.what : null)
  const described = [...(what === null ? [] : [`${id}-refused`]), ...(hasHint ? [`${id}-hint`] : [])].join(" ")
  return {
    control: {
      id,
      ...(what === null ? {} : { "aria-invalid": true }),
      ...(described === "" ? {} : { "aria-describedby": described })
    },
    refusal: what !== null && (
      // What the form finds itself moves nobody to the control.
      <p id={`${id}-refused`} role={error == null ? undefined : "alert"} className="text-s text-rem" dir="auto">
        {what}
      </p>
    )
  }
}

/** What came of something that somebody did, where it is nothing good: in view, whatever was in view before. */
export const Refusal = ({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) => {
  const placed = useContext(Placed)
  const alert = useRef<HTMLDivElement>(null)
  const isTold = placed !== null && placed.error === error && document.getElementById(placed.id) !== null
  const isShown = error !== null && !isTold
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal is gone to once
  useEffect(() => {
    if (isShown) alert.current?.scrollIntoView({ block: "nearest" })
  }, [error, isShown])
  if (!isShown) return null
  return (
    <div ref={alert} className="scroll-my-16">
      <Problem error={error} {...(onRetry === undefined ? {} : { onRetry })} />
    </div>
  )
}
