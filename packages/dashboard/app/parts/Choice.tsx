/** A choice among many, of which one is seen: a filter of a list. */
export const Choice = <K extends string>({
  label,
  onChange,
  options,
  value
}: {
  readonly label: string
  readonly value: K
  readonly options: ReadonlyArray<readonly [K, string]>
  readonly onChange: (value: K) => void
}) => (
  <select
    aria-label={label}
    title={label}
    className="chip max-w-[24ch] truncate pr-1"
    value={value}
    onChange={({ target }) => onChange(target.value as K)}
  >
    {options.map(([key, text]) => (
      <option key={key} value={key}>
        {text}
      </option>
    ))}
  </select>
)
