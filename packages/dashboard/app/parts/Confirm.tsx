/** Asks before something is lost, and names what. */
import { useStrings } from "../i18n/strings.ts"
import { Dialog } from "./Dialog.tsx"
import { Refusal } from "./Refusal.tsx"

export const Confirm = ({
  body,
  children,
  error = null,
  isDanger = true,
  isPending = false,
  onClose,
  onDo,
  stay,
  title,
  word
}: {
  readonly title: string
  readonly body: string
  /** On the button that does it. */
  readonly word: string
  /** On the button that does nothing; *Cancel* unless given. */
  readonly stay?: string
  readonly isDanger?: boolean
  readonly isPending?: boolean
  readonly error?: Error | null
  readonly onDo: () => void
  readonly onClose: () => void
  readonly children?: React.ReactNode
}) => {
  const { common } = useStrings()
  return (
    <Dialog title={title} onClose={onClose}>
      <p className="text-ink-2">{body}</p>
      {children}
      <Refusal error={error} />
      <div className="flex flex-wrap gap-2">
        <button
          type="button"
          className={`button ${isDanger ? "button-danger" : "button-main"}`}
          disabled={isPending}
          onClick={onDo}
        >
          {word}
        </button>
        <button type="button" className="button" onClick={onClose}>
          {stay ?? common.cancel}
        </button>
      </div>
    </Dialog>
  )
}
