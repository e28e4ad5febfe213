/** A change as it stands in every list: whether it is new, whose it is, what happened, what it means, and when. */
import type { Row } from "../api/operations.ts"
import { Importance } from "./Importance.tsx"
import { SiteIcon } from "./SiteIcon.tsx"
import { Time } from "./Time.tsx"
import { useMonitorNames } from "./useMonitorNames.ts"

type ChangeRow = Row<"monitors.allChanges">

/** The columns that a line stands in: what it is in, a link or an option of a list, has these. */
export const changeLine =
  "grid w-full grid-cols-[8px_24px_minmax(0,1fr)_auto] items-start gap-x-[10px] gap-y-[2px] px-4 py-[10px] text-left text-ink no-underline"

export const ChangeLine = ({ change }: { readonly change: ChangeRow }) => {
  const nameOf = useMonitorNames()
  const isOpen = (change.triage ?? "open") === "open"
  return (
    <>
      <span aria-hidden="true" className={`mt-[6px] size-2 rounded-full ${isOpen ? "bg-new" : ""}`} />
      <SiteIcon url={change.url} />
      <span dir="auto" className={`line-clamp-2 ${isOpen ? "font-strong" : "text-ink-2"}`}>
        {change.title}
      </span>
      <span className="text-s leading-5 text-ink-3">
        <Time at={change.detected_at} />
      </span>
      <span className="col-start-3 col-end-5 flex min-w-0 items-center gap-[6px] text-s text-ink-2">
        <Importance of={change.importance} />
        <span aria-hidden="true">·</span>
        <span className="truncate" dir="auto">
          {nameOf(change.monitor_id) ?? change.url}
        </span>
      </span>
    </>
  )
}
