/** What a form asks for, with its name above, and below what was refused of it and what helps: both are read with it. */
import { type Control, useControl } from "./Refusal.tsx"

export const Field = ({
  children,
  className = "",
  error,
  hint,
  id,
  label
}: {
  readonly id: string
  /** None where the control names itself. */
  readonly label?: string
  readonly className?: string
  readonly hint?: React.ReactNode
  /** What the form itself finds wrong. */
  readonly error?: string | null
  readonly children: (control: Control) => React.ReactNode
}) => {
  const { control, refusal } = useControl(id, {
    hasHint: hint !== undefined,
    ...(error === undefined ? {} : { error })
  })
  return (
    <div className={`flex flex-col gap-1 ${className}`}>
      {label !== undefined && (
        <label htmlFor={id} className="label">
          {label}
        </label>
      )}
      {children(control)}
      {refusal}
      {hint !== undefined && (
        <div id={`${id}-hint`} className="hint">
          {hint}
        </div>
      )}
    </div>
  )
}
