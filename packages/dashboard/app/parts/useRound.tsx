/**
 * Keeps who walks by Tab within a dialog: beyond the last that can have the focus comes the first, and before the first the last. Browsers
 * let them go to what is around the page.
 */
import { useRef } from "react"

export const useRound = () => {
  const first = useRef<HTMLElement>(null)
  const end = useRef<HTMLSpanElement>(null)
  const isWalkingBack = useRef(false)
  return {
    /** Of the first in the dialog that can have the focus. */
    first: {
      ref: (one: HTMLElement | null) => {
        first.current = one
      },
      onKeyDown: ({ key, shiftKey }: { readonly key: string; readonly shiftKey: boolean }) => {
        if (key !== "Tab" || !shiftKey) return
        // From the end the browser walks back by itself, to the last.
        isWalkingBack.current = true
        end.current?.focus()
      }
    },
    /** Stands last in the dialog. */
    end: (
      // biome-ignore lint/a11y/noStaticElementInteractions: it hands the focus on at once
      <span
        ref={end}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it hands the focus on at once
        tabIndex={0}
        onFocus={() => {
          if (!isWalkingBack.current) first.current?.focus()
          isWalkingBack.current = false
        }}
      />
    )
  }
}
