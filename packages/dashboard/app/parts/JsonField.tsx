/** JSON as text. What is wrong is said, and is not sent. */
import { useEffect, useRef, useState } from "react"
import { useStrings } from "../i18n/strings.ts"
import type { Control } from "./Refusal.tsx"

export const JsonField = ({
  onChange,
  rows,
  value,
  ...control
}: Control & {
  readonly value: unknown
  readonly rows: number
  readonly onChange: (value: unknown) => void
}) => {
  const { parts } = useStrings()
  const given = value === undefined ? "" : JSON.stringify(value, null, 2)
  const [text, setText] = useState(given)
  const [isWrong, setWrong] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  // What is wrong is not sent: the form that this stands in is not valid meanwhile.
  useEffect(() => area.current?.setCustomValidity(isWrong ? parts.notJson : ""), [isWrong, parts])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed is not taken back while it is not whole
  useEffect(() => {
    try {
      if (JSON.stringify(text === "" ? undefined : JSON.parse(text)) === JSON.stringify(value)) return
    } catch {
      return
    }
    setText(given)
    setWrong(false)
  }, [given])
  return (
    <>
      <textarea
        ref={area}
        {...control}
        {...(isWrong ? { "aria-invalid": true, "aria-describedby": `${control.id}-wrong` } : {})}
        className="input font-mono text-s"
        spellCheck="false"
        rows={Math.min(rows, Math.max(3, text.split("\n").length))}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          try {
            const next: unknown = target.value.trim() === "" ? undefined : JSON.parse(target.value)
            setWrong(false)
            onChange(next)
          } catch {
            setWrong(true)
          }
        }}
      />
      {isWrong && (
        <p id={`${control.id}-wrong`} role="alert" className="text-s text-rem">
          {parts.notJson}
        </p>
      )}
    </>
  )
}
