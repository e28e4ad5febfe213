/** What a view shows, in a line. */
import { useStrings } from "../../i18n/strings.ts"
import { useGrants } from "../../parts/useGrants.ts"
import type { Filters } from "./savedViews.ts"

export const useFilterWords = () => {
  const { importance, inbox, monitors, views } = useStrings()
  const grants = useGrants()
  return (filters: Filters): string => {
    const { change_detection_type, grant_id, monitor_id, q, status, tag, target_type, triage } = filters
    const parts = [
      ...(triage === undefined ? [] : [inbox.filters[triage]]),
      ...(filters.importance === undefined || filters.importance.length === 0
        ? []
        : [`${inbox.importance}: ${filters.importance.map((one) => importance[one]).join(", ")}`]),
      ...(status === undefined ? [] : [monitors.statuses[status]]),
      ...(target_type === undefined ? [] : [monitors.types[target_type]]),
      ...(change_detection_type === undefined ? [] : [monitors.settings.detections[change_detection_type]]),
      ...(tag === undefined ? [] : [`${inbox.tag}: ${tag}`]),
      ...(monitor_id === undefined ? [] : [`${views.monitor}: ${monitor_id}`]),
      ...(grant_id === undefined ? [] : [`${monitors.madeBy}: ${grants?.get(grant_id) ?? grant_id}`]),
      ...(q === undefined ? [] : [views.quoted(q)])
    ]
    return parts.length === 0 ? views.everything : parts.join(" · ")
  }
}
