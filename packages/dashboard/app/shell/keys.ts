/** Shortcuts: a screen names keys and what they do while it is shown. */
import { useLayoutEffect, useRef } from "react"

/** What a key does, by its name: `e`, `?`, `enter`, `arrowdown`. It is not told of keys that are typed into a field. */
export type KeyMap = Readonly<Record<string, (event: KeyboardEvent) => void>>

/** What is pressed for the palette, as the keyboard of this machine calls it. */
export const paletteKeys = /mac|iphone|ipad/i.test(navigator.platform) ? "⌘K" : "Ctrl K"

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches("input:not([type=checkbox]):not([type=radio]), textarea, select"))

/** Whether the key presses what has the focus: a button is pressed by it, whatever the screen does with the key. */
const isPressing = ({ key, target }: KeyboardEvent): boolean =>
  key === "Enter" && target instanceof HTMLElement && target.matches("a, button, summary, input")

const isInDialog = (): boolean => document.querySelector("dialog[open]") !== null

/**
 * Listens to keys while the component is shown. `isFirst` is asked before all others, also of letters that it does not name, which
 * are then given to nobody: its `*`.
 */
export const useKeys = (keys: KeyMap, isOn = true, isFirst = false): void => {
  const current = useRef(keys)
  current.current = keys
  // At once, so that of two keys that follow each other closely the second finds what the first began.
  useLayoutEffect(() => {
    if (!isOn) return
    const listener = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return
      if (isTyping(event.target) || isPressing(event) || isInDialog()) return
      const act =
        current.current[event.key.length > 1 ? event.key.toLowerCase() : event.key] ??
        (event.key.length === 1 ? current.current["*"] : undefined)
      if (act === undefined) return
      event.preventDefault()
      act(event)
    }
    window.addEventListener("keydown", listener, isFirst)
    return () => window.removeEventListener("keydown", listener, isFirst)
  }, [isOn, isFirst])
}
