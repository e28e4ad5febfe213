/** Offers the demonstration: by a press to the operator, by its command to others. */
import { useMutation, useQuery } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { goTo, isDemonstration } from "../../api/place.ts"
import { asked, changing } from "../../api/queries.ts"
import { session } from "../../api/session.ts"
import { useStrings } from "../../i18n/strings.ts"
import { Code } from "../../parts/Code.tsx"
import { Refusal } from "../../parts/Refusal.tsx"

/** How often it is asked whether it is ready, in milliseconds. */
const asksEvery = 500

const ByCommand = () => {
  const { demonstration } = useStrings()
  return (
    <div className="flex flex-col gap-2">
      <p className="text-ink-2">{demonstration.command}</p>
      <Code text="npx kittiwake demo" />
    </div>
  )
}

const ByPress = () => {
  const { demonstration } = useStrings()
  const [isWanted, setWanted] = useState(false)
  const standing = useQuery({
    ...asked("demonstration.standing", {}),
    retry: false,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.state === "preparing" ? asksEvery : false)
  })
  const begin = useMutation(changing("demonstration.begin", ["demonstration"], { onSuccess: () => setWanted(true) }))
  const state = standing.data?.state
  const isThere = state === "showing" || state === "shown"
  useEffect(() => {
    if (isWanted && isThere) goTo("demonstration")
  }, [isWanted, isThere])
  // A server that shows none, such as one that a program embeds.
  if (standing.isError) return <ByCommand />
  const isOnItsWay = begin.isPending || state === "preparing" || (isWanted && isThere)
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-ink-2">{demonstration.offer}</p>
      <button
        type="button"
        className="button"
        disabled={isOnItsWay || standing.isPending}
        onClick={() => (isThere ? goTo("demonstration") : begin.mutate({}))}
      >
        {isThere ? demonstration.open : demonstration.show}
      </button>
      <p role="status" className="hint">
        {isOnItsWay ? demonstration.preparing : ""}
      </p>
      <Refusal error={begin.error} />
      {state === "failed" && (
        <p role="alert">
          {demonstration.failed} {standing.data?.problem}
        </p>
      )}
    </div>
  )
}

export const ShowMe = () => {
  const { data: who } = useQuery(session)
  if (isDemonstration) return null
  return who?.session.kind === "operator" ? <ByPress /> : <ByCommand />
}
