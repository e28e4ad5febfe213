/** Short notices of what was done and cannot be seen otherwise, with a way to take it back. */
import { useSyncExternalStore } from "react"
import { useStrings } from "../i18n/strings.ts"

interface Notice {
  readonly id: number
  readonly text: string
  readonly undo: (() => void) | null
}

let notices: ReadonlyArray<Notice> = []
let nextId = 1
const listeners = new Set<() => void>()

const set = (next: ReadonlyArray<Notice>): void => {
  notices = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Says that something was done. It goes away by itself, a while after `settled`: what a slow server has not answered yet can be taken back as
 * long as anything else. The last one alone is shown.
 */
export const notify = (
  text: string,
  undo: (() => void) | null = null,
  settled: Promise<unknown> = Promise.resolve()
): void => {
  const id = nextId++
  set([{ id, text, undo }])
  const goAway = () => void setTimeout(() => set(notices.filter((notice) => notice.id !== id)), 8_000)
  settled.then(goAway, goAway)
}

export const Notices = () => {
  const shown = useSyncExternalStore(subscribe, () => notices)
  const { common } = useStrings()
  return (
    <div aria-live="polite" className="fixed inset-x-0 bottom-16 z-20 flex flex-col items-center gap-2 bar:bottom-4">
      {shown.map(({ id, text, undo }) => (
        <div key={id} className="flex items-center gap-4 rounded-m bg-ink px-4 py-2 text-bg shadow-float">
          {text}
          {undo !== null && (
            <button
              type="button"
              className="font-strong underline"
              onClick={() => {
                undo()
                set(notices.filter((notice) => notice.id !== id))
              }}
            >
              {common.undo}
            </button>
          )}
        </div>
      ))}
    </div>
  )
}
