import { useMutation } from "@tanstack/react-query"
import { changing } from "../../api/queries.ts"
import { useStrings } from "../../i18n/strings.ts"
import { notify } from "../../parts/notices.tsx"
import { useNotifyProblem } from "../../parts/useNotifyProblem.ts"

/** Looks with a monitor now; what hinders it is told. */
export const useRunNow = () => {
  const { monitors } = useStrings()
  const tell = useNotifyProblem()
  const { mutate } = useMutation(
    changing("monitors.run", ["monitors.runs", "monitors.allRuns", "monitors.get"], {
      onSuccess: () => notify(monitors.queued),
      onError: tell
    })
  )
  return (monitorId: string) => mutate({ params: { monitor_id: monitorId } })
}
