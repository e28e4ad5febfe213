/** Stands above every screen of the demonstration: that it is one, what happens in it now, and the press that removes it. */
import { useMutation } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { call } from "../../api/call.ts"
import { goTo } from "../../api/place.ts"
import { readAgainOf } from "../../api/queries.ts"
import { type Strings, useStrings } from "../../i18n/strings.ts"
import { Dialog } from "../../parts/Dialog.tsx"
import { useNotifyProblem } from "../../parts/useNotifyProblem.ts"
import { Story } from "./Story.tsx"
import { type Demonstration, useStanding } from "./useStanding.ts"

const nowOf = ({ changes, days, events, quiet, state }: Demonstration, { demonstration }: Strings): string => {
  const { now } = demonstration
  if (state === "shown") return now.week
  if (days > 0) return now.day
  if (events !== null) return now.told
  if (changes.length > 0) return now.changed
  return quiet.length > 0 ? now.flickers : now.watching
}

const isGone = (standing: Demonstration): boolean => standing.state === "none" || standing.state === "failed"

export const Banner = () => {
  const strings = useStrings()
  const { demonstration } = strings
  const [isOpen, setOpen] = useState(false)
  const { data } = useStanding()
  const tell = useNotifyProblem()
  const remove = useMutation({
    mutationFn: () => call("demonstration.remove", {}),
    onSuccess: () => goTo("own"),
    onError: tell
  })
  const isOver = data !== undefined && isGone(data)
  const now = data === undefined || isOver ? null : nowOf(data, strings)
  useEffect(() => {
    if (now === null) return
    // Its clock leaps, at which streams of events end: what they would have told is read with every step of the story.
    for (const one of ["monitors", "deliveries", "inbox", "usage", "logs"]) readAgainOf(one)
  }, [now])
  return (
    <section
      aria-label={demonstration.title}
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-mov-weak px-4 py-2 bar:px-8"
    >
      <strong className="font-strong">{demonstration.title}</strong>
      <p role="status" className="mr-auto min-w-0">
        {isOver ? demonstration.ended : now}
      </p>
      {isOver ? (
        <button type="button" className="button" onClick={() => goTo("own")}>
          {demonstration.own}
        </button>
      ) : (
        <>
          <button type="button" className="button" onClick={() => setOpen(true)}>
            {demonstration.what}
          </button>
          <button
            type="button"
            className="button"
            disabled={remove.isPending || remove.isSuccess}
            onClick={() => remove.mutate()}
          >
            {remove.isPending || remove.isSuccess ? demonstration.removing : demonstration.remove}
          </button>
        </>
      )}
      {isOpen && (
        <Dialog title={demonstration.what} onClose={() => setOpen(false)}>
          <Story onGo={() => setOpen(false)} />
        </Dialog>
      )}
    </section>
  )
}
