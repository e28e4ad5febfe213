import type { Row } from "../../api/operations.ts"
import { useStrings } from "../../i18n/strings.ts"
import { Status } from "../../parts/Status.tsx"

const kinds = { active: "well", paused: "off", failed: "needs-you" } as const

/** How a monitor stands. */
export const MonitorStatus = ({
  isShort = false,
  monitor
}: {
  readonly monitor: Pick<Row<"monitors.list">, "status">
  /** Whether a narrow screen shows the shape alone. */
  readonly isShort?: boolean
}) => {
  const { monitors } = useStrings()
  return <Status isShort={isShort} kind={kinds[monitor.status]} word={monitors.statuses[monitor.status]} />
}
