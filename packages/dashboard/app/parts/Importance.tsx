import { useStrings } from "../i18n/strings.ts"

/** How much it matters: a word, and a bar that is yellow only where it is high. */
export const Importance = ({ of }: { readonly of: "low" | "medium" | "high" | undefined }) => {
  const { importance } = useStrings()
  const isHigh = of === "high"
  return (
    <span
      className={`inline-flex flex-none items-center align-top gap-1 whitespace-nowrap ${isHigh ? "font-strong text-ink" : ""}`}
    >
      <span aria-hidden="true" className={`h-[10px] w-[3px] rounded-full ${isHigh ? "bg-new" : "bg-ink-3"}`} />
      {importance[of ?? "unjudged"]}
    </span>
  )
}
