import { useState } from "react"
import { useStrings } from "../i18n/strings.ts"
import { Icon } from "./Icon.tsx"

/** Text of a program, or data: shown as it is, with a way to copy it. */
export const Code = ({ text, label }: { readonly text: string; readonly label?: string }) => {
  const { common } = useStrings()
  const [isCopied, setCopied] = useState(false)
  const copy = () =>
    void navigator.clipboard?.writeText(text).then(() => {
      setCopied(true)
      setTimeout(() => setCopied(false), 1_500)
    })
  return (
    // The text scrolls beside the button, not under it.
    <div className="card relative bg-sunken pr-12">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section tabIndex={0} aria-label={label ?? common.code} className="overflow-auto">
        <pre className="m-0 p-3 font-mono text-s">{text}</pre>
      </section>
      <button
        type="button"
        className="button absolute top-[5px] right-[5px] min-h-[30px] px-2 py-0"
        aria-label={isCopied ? common.copied : common.copy}
        onClick={copy}
      >
        <Icon name={isCopied ? "check" : "copy"} />
      </button>
    </div>
  )
}
