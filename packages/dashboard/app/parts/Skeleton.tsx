import { useStrings } from "../i18n/strings.ts"

const widths = ["w-3/4", "w-1/2", "w-2/3", "w-5/6"] as const

/** Where rows will stand. It says so to who does not see it. */
export const Skeleton = ({ rows }: { readonly rows: number }) => {
  const { common } = useStrings()
  return (
    <div role="status" className="flex flex-col gap-4 p-4">
      <span className="sr-only">{common.loading}</span>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows of nothing have no other name
        <div key={index} aria-hidden="true" className={`h-4 rounded-m bg-sunken ${widths[index % widths.length]}`} />
      ))}
    </div>
  )
}
