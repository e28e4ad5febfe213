/** Filters that stand in the address and have no field of their own: said, and each taken away with a press. */
import { useStrings } from "../../i18n/strings.ts"
import { Icon } from "../../parts/Icon.tsx"

export const FilterChips = <K extends string>({
  filters,
  onRemove
}: {
  readonly filters: ReadonlyArray<readonly [name: K, value: string | undefined]>
  readonly onRemove: (name: K) => void
}) => {
  const { common } = useStrings()
  return filters.map(
    ([name, value]) =>
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
}
