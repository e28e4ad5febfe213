/** What stands above the screen until it is answered. The browser keeps the focus in it, and Escape closes it. */
import { useId, useLayoutEffect, useRef } from "react"
import { useStrings } from "../i18n/strings.ts"
import { Icon } from "./Icon.tsx"

export const Dialog = ({
  children,
  onClose,
  title,
  wide = false
}: {
  readonly title: string
  readonly onClose: () => void
  readonly wide?: boolean
  readonly children: React.ReactNode
}) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const { common } = useStrings()
  // It is closed while it is still there, so that the browser puts the focus back to where it was.
  useLayoutEffect(() => {
    const { current } = dialog
    if (current !== null && !current.open) {
      current.showModal()
      // Else the close button would have the focus at first.
      current.querySelector<HTMLElement>("[data-first]")?.focus()
    }
    return () => current?.close()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does for keys what a click beside it does
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => event.target === dialog.current && onClose()}
      className={`max-h-[85vh] rounded-m border border-line bg-surface p-0 text-m text-ink shadow-float backdrop:bg-[rgb(0_0_0/.35)] ${
        wide ? "w-[min(880px,calc(100vw-24px))]" : "w-[min(520px,calc(100vw-24px))]"
      }`}
    >
      <div className="flex flex-col gap-4 p-5">
        <div className="flex items-start justify-between gap-3">
          <h2 id={id} className="text-l font-strong">
            {title}
          </h2>
          <button type="button" className="button button-quiet px-1" aria-label={common.close} onClick={onClose}>
            <Icon name="close" />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  )
}
