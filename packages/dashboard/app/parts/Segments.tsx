/** A choice among few, all of them seen: where they do not stand beside each other, some stand below. No word of ours is broken. */
export const Segments = <K extends string>({
  label,
  onChange,
  options,
  value
}: {
  readonly label: string
  readonly value: K
  readonly options: Readonly<Record<K, string>>
  readonly onChange: (value: K) => void
}) => (
  <fieldset className="inline-flex max-w-full flex-none flex-wrap self-start overflow-hidden rounded-m border border-line-strong text-s">
    <legend className="sr-only">{label}</legend>
    {(Object.entries(options) as Array<[K, string]>).map(([key, text]) => (
      <button
        key={key}
        type="button"
        aria-pressed={key === value}
        onClick={() => onChange(key)}
        className={`flex-auto px-[10px] py-[3px] wrap-break-word ${key === value ? "bg-action-weak font-strong text-ink" : "bg-surface text-ink-2"}`}
      >
        {text}
      </button>
    ))}
  </fieldset>
)
