/** Which paths of a site its sitemap is followed for, one a line. */
import { useStrings } from "../../i18n/strings.ts"
import { Field } from "../../parts/Field.tsx"

const names = ["include", "exclude"] as const

export const PathFields = ({
  id,
  onChange,
  ...typed
}: {
  readonly id: string
  readonly include: string
  readonly exclude: string
  readonly onChange: (next: { readonly include: string } | { readonly exclude: string }) => void
}) => {
  const { paths: words } = useStrings().monitors.make
  return (
    <div className="flex flex-col gap-1">
      <div className="grid gap-4 bar:grid-cols-2">
        {names.map((name) => (
          <Field key={name} id={`${id}-${name}`} label={words[name]}>
            {(control) => (
              <textarea
                {...control}
                className="input font-mono text-s"
                rows={2}
                spellCheck="false"
                aria-describedby={[control["aria-describedby"], `${id}-paths`].join(" ").trim()}
                value={typed[name]}
                onChange={({ target: { value } }) =>
                  onChange(name === "include" ? { include: value } : { exclude: value })
                }
              />
            )}
          </Field>
        ))}
      </div>
      <p id={`${id}-paths`} className="hint">
        {words.hint}
      </p>
    </div>
  )
}
