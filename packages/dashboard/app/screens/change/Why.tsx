/** Why it was told: the run as a short story in rows with times. */
import { useQuery } from "@tanstack/react-query"
import { asked } from "../../api/queries.ts"
import { Problem } from "../../parts/Problem.tsx"
import { Skeleton } from "../../parts/Skeleton.tsx"
import { Steps } from "../../parts/Steps.tsx"

const Why = ({ monitorId, runId }: { readonly monitorId: string; readonly runId: string }) => {
  const { data, error, isPending, refetch } = useQuery(
    asked("monitors.runOf", { params: { monitor_id: monitorId, run_id: runId } })
  )
  if (isPending) return <Skeleton rows={5} />
  if (error !== null) return <Problem error={error} onRetry={() => void refetch()} />
  return <Steps steps={data.trace} />
}

export default Why
