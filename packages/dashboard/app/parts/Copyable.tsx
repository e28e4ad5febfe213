import { useState } from "react"
import { useStrings } from "../i18n/strings.ts"

/** An id or another short text, to be copied with a click. */
export const Copyable = ({ text, label }: { readonly text: string; readonly label?: string }) => {
  const { common } = useStrings()
  const [isCopied, setCopied] = useState(false)
  const copy = () => {
    void navigator.clipboard?.writeText(text).then(() => {
      setCopied(true)
      setTimeout(() => setCopied(false), 1_500)
    })
  }
  return (
    <button
      type="button"
      onClick={copy}
      title={isCopied ? common.copied : common.copy}
      className="rounded-m px-1 text-left font-mono text-s text-ink-3 hover:bg-sunken"
    >
      {label ?? text}
      <span className="sr-only" aria-live="polite">
        {isCopied ? common.copied : common.copy}
      </span>
    </button>
  )
}
