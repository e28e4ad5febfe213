/** Filters that stand in the address and have no field of their own: said, and each taken away with a press. */
import { useStrings } from "../../i18n/strings.ts"
import { Icon } from "../../parts/Icon.tsx"

export const FilterChips = <K extends string>({
  filters,
  onRemove
}: {
  readonly filters: { readonly [P in K]: string | undefined }
  readonly onRemove: (name: K) => void
}) => {
  const { common } = useStrings()
  const names = Object.keys(filters) as ReadonlyArray<K>
  return names.map((name) => {
    const value = filters[name]
    return (
      value !== undefined && (
        <button
          key={name}
          type="button"
          className="chip max-w-[24ch]"
          aria-label={common.without(value)}
          title={common.without(value)}
          onClick={() => onRemove(name)}
        >
          <span dir="auto" className="truncate">
            {value}
          </span>
          <Icon name="close" />
        </button>
      )
    )
  })
}
