/** What an owner's change of a monitor does to what its page is compared with (contract/monitors.md, PATCH). */
import type { Monitor } from "@kittiwake/core/monitors/domain/Monitor"
import { Equal } from "effect"
import type { MonitorRow } from "../../../packages/core/src/memory/Database.ts"

/** What is watched and how it is compared, apart from the lines of a page that are told or not. */
const watchedBy = ({ changeDetection, target }: Monitor): object => {
  const { freedLines: _, pinnedLines: __, ...watched } = { freedLines: null, pinnedLines: null, ...target }
  return { changeDetection, watched }
}

/** Says of a row that is about to be changed whether what it is compared with went when it should, and only then. */
export const resetOf = (row: MonitorRow | undefined, next: Monitor, violated: (what: string) => void): (() => void) => {
  if (row === undefined) return () => {}
  const { baseline, monitor } = row
  const isOther = !Equal.equals(watchedBy(monitor), watchedBy(next))
  return () => {
    const isGone = row.baseline === null && row.monitor.baseline === null
    if (isOther && !isGone) violated("a monitor is compared with what it watched before its owner changed it")
    if (!isOther && row.baseline !== baseline) violated("a change of a monitor lost what it is compared with")
  }
}
