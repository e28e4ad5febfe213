/** How something stands: a shape and a word, never a colour alone. */
export type StatusKind = "well" | "waiting" | "needs-you" | "off"

const shapes: Readonly<Record<StatusKind, string>> = {
  well: "size-2 rounded-full bg-add",
  waiting: "size-2 rounded-full border-2 border-ink-3",
  "needs-you": "triangle",
  off: "h-[2px] w-2 bg-ink-3"
}

export const Status = ({
  isShort = false,
  kind,
  word
}: {
  readonly kind: StatusKind
  readonly word: string
  /** Whether a narrow screen shows the shape alone, and the word to who asks. */
  readonly isShort?: boolean
}) => (
  <span {...(isShort ? { title: word } : {})} className="inline-flex items-center gap-2 align-top whitespace-nowrap">
    {kind === "needs-you" ? (
      <svg viewBox="0 0 10 10" width="10" height="10" aria-hidden="true" className="flex-none text-rem">
        <path d="M5 0.5 9.8 9.5H0.2z" fill="currentColor" />
      </svg>
    ) : (
      <span aria-hidden="true" className={`flex-none ${shapes[kind]}`} />
    )}
    {isShort ? <span className="sr-only bar:not-sr-only bar:whitespace-nowrap">{word}</span> : word}
  </span>
)
