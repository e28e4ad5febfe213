/** Asks before what was filled in is lost, whatever would lose it: another screen, another page, a dialog that is closed. */
import { useRouter } from "@tanstack/react-router"
import { useLayoutEffect, useSyncExternalStore } from "react"
import { useStrings } from "../i18n/strings.ts"
import { Confirm } from "./Confirm.tsx"
import { isUnsaved, mayLose, onUnsaved, question } from "./unsaved.ts"

const holds = (): boolean => isUnsaved()

export const Leaving = () => {
  const { unsaved: words } = useStrings().parts
  const { history } = useRouter()
  const isHeld = useSyncExternalStore(onUnsaved, holds)
  const asked = useSyncExternalStore(onUnsaved, question)
  // At once, where the router's own hook waits for the next picture: who types and presses a link at once is asked too.
  useLayoutEffect(() => {
    if (!isHeld) return
    return history.block({
      // A leap within what is shown, as to the content, loses nothing.
      blockerFn: async ({ currentLocation, nextLocation }) =>
        (currentLocation.pathname !== nextLocation.pathname || currentLocation.search !== nextLocation.search) &&
        !(await mayLose()),
      enableBeforeUnload: holds
    })
  }, [history, isHeld])
  if (asked === null) return null
  return (
    <Confirm
      key={asked.id}
      title={words.title}
      body={words.body}
      word={words.lose}
      stay={words.stay}
      onDo={() => asked.answer(true)}
      onClose={() => asked.answer(false)}
    />
  )
}
