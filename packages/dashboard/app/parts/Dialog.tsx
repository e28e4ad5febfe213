/** What stands above the screen until it is answered: it takes the focus, keeps it, and gives it back. Escape closes it. */
import { useId, useLayoutEffect, useRef } from "react"
import { useStrings } from "../i18n/strings.ts"
import { Icon } from "./Icon.tsx"
import { mayLose, PlaceContext } from "./unsaved.ts"
import { useRound } from "./useRound.tsx"

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
  const isOver = useRef(false)
  const place = useRef({})
  const { end, first } = useRound()
  const id = useId()
  const { common } = useStrings()
  // It is closed while it is still there, so that the browser puts the focus back to where it was.
  useLayoutEffect(() => {
    const { current } = dialog
    const opener = document.activeElement
    isOver.current = false
    if (current !== null && !current.open) {
      current.showModal()
      // Else the close button would have the focus at first.
      current.querySelector<HTMLElement>("[data-first]")?.focus()
    }
    return () => {
      isOver.current = true
      current?.close()
      // What opened it may be gone with what was done: who walks on by the keyboard begins at the content of the screen.
      if (opener?.isConnected === false) document.getElementById("content")?.focus({ preventScroll: true })
    }
  }, [])
  const close = () => void mayLose(place.current).then((may) => may && onClose())
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does for keys what a click beside it does
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        // A choice of a file within it that is called off is told here too.
        if (event.target !== dialog.current) return
        event.preventDefault()
        close()
      }}
      // Browsers let nobody hold a dialog open against who presses Escape twice: it is asked about all the same.
      onClose={() => {
        // It is told later: one that was closed while words were waited for is open again by then.
        if (isOver.current || dialog.current?.open !== false) return
        dialog.current.showModal()
        close()
      }}
      onClick={(event) => event.target === dialog.current && close()}
      className={`max-h-[85vh] rounded-m border border-line bg-surface p-0 text-m text-ink shadow-float backdrop:bg-[rgb(0_0_0/.35)] ${
        wide ? "w-[min(880px,calc(100vw-24px))]" : "w-[min(520px,calc(100vw-24px))]"
      }`}
    >
      <div className="flex flex-col gap-4 p-5">
        <div className="flex items-start justify-between gap-3">
          <h2 id={id} className="text-l font-strong">
            {title}
          </h2>
          <button
            {...first}
            type="button"
            className="button button-quiet px-1"
            aria-label={common.close}
            onClick={close}
          >
            <Icon name="close" />
          </button>
        </div>
        <PlaceContext.Provider value={place.current}>{children}</PlaceContext.Provider>
      </div>
      {end}
    </dialog>
  )
}
