/** What a form asks for, with its name above and what helps below. */
export const Field = ({
  children,
  hint,
  id,
  label
}: {
  readonly id: string
  readonly label: string
  readonly hint?: React.ReactNode
  readonly children: React.ReactNode
}) => (
  <div className="flex flex-col gap-1">
    <label htmlFor={id} className="label">
      {label}
    </label>
    {children}
    {hint !== undefined && <div className="hint">{hint}</div>}
  </div>
)
