/** Who was told, and what they answered. */
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { asked } from "../../api/queries.ts"
import { useStrings } from "../../i18n/strings.ts"
import { Problem } from "../../parts/Problem.tsx"
import { Skeleton } from "../../parts/Skeleton.tsx"
import { Status } from "../../parts/Status.tsx"
import { Time } from "../../parts/Time.tsx"

const Told = ({ monitorId, runId }: { readonly monitorId: string; readonly runId: string }) => {
  const { change: words, deliveries, status } = useStrings()
  const { data, error, isPending, refetch } = useQuery(
    asked("monitors.runOf", { params: { monitor_id: monitorId, run_id: runId } })
  )
  if (isPending) return <Skeleton rows={2} />
  if (error !== null) return <Problem error={error} onRetry={() => void refetch()} />
  const told = data.webhook_deliveries ?? []
  const ids = data.webhook_delivery_ids ?? []
  if (ids.length === 0) return <p className="text-ink-2">{words.toldNobody}</p>
  return (
    <ul className="card divide-y divide-line">
      {ids.map((id) => {
        const one = told.find(({ delivery_id }) => delivery_id === id)
        return (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-3 py-2">
            <Status
              kind={one === undefined ? "waiting" : one.status === "delivered" ? "well" : "needs-you"}
              word={
                one === undefined
                  ? status.waiting
                  : one.status === "skipped_unsafe_url" || one.status === "rejected"
                    ? deliveries.statuses.failed
                    : deliveries.statuses[one.status]
              }
            />
            <Link to="/deliveries/$deliveryId" params={{ deliveryId: id }} className="link">
              {one === undefined ? id : (deliveries.events[one.event] ?? one.event)}
            </Link>
            {one !== undefined && one.http_status !== null && <span>HTTP {one.http_status}</span>}
            {one !== undefined && one.error !== null && <span className="text-ink-2">{one.error.message}</span>}
            {one !== undefined && (
              <span className="ml-auto text-s text-ink-3">
                <Time at={one.attempted_at} />
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}

export default Told
