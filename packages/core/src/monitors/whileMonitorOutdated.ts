/** Tries again what another write to a monitor came before. */
import { TooBusy } from "../web/errors.ts"
import { whileOutdated } from "../whileOutdated.ts"

/** Reads, decides and writes again while the monitor changes in between. */
export const whileMonitorOutdated = whileOutdated(
  "MonitorOutdated",
  () =>
    new TooBusy({
      message:
        "This monitor is changed by too many others at the same time. Nothing was changed; try again in a moment."
    })
)
