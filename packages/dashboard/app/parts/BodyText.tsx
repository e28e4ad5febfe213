/** What was sent or answered, as text: laid out where it is JSON, or as it was. */
import { useMemo, useState } from "react"
import { useFormats, useStrings } from "../i18n/strings.ts"
import { Code } from "./Code.tsx"
import { Segments } from "./Segments.tsx"

/** Characters that are drawn before one asks for more: a browser that lays out a megabyte stands still. */
const shownMost = 40_000

const laidOut = (text: string): string | null => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return null
  }
}

const sizeOf = (text: string): number => new TextEncoder().encode(text).length

export const BodyText = ({
  aside,
  label,
  text
}: {
  readonly text: string
  readonly label: string
  readonly aside?: (size: string) => string
}) => {
  const { body: words } = useStrings()
  const formats = useFormats()
  const [view, setView] = useState<"pretty" | "raw">("pretty")
  const [isWhole, setWhole] = useState(false)
  const pretty = useMemo(() => laidOut(text), [text])
  const size = useMemo(() => sizeOf(text), [text])
  const shown = view === "pretty" && pretty !== null ? pretty : text
  const bytes = formats.bytes(size)
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-3">
        {pretty !== null && <Segments label={label} value={view} options={words.views} onChange={setView} />}
        <span className="hint">{aside === undefined ? bytes : aside(bytes)}</span>
      </div>
      <div className="*:*:max-h-[60vh] *:*:whitespace-pre-wrap">
        <Code label={label} text={isWhole ? shown : shown.slice(0, shownMost)} />
      </div>
      {!isWhole && shown.length > shownMost && (
        <button type="button" className="button self-start" onClick={() => setWhole(true)}>
          {words.whole}
        </button>
      )}
    </div>
  )
}
