/** Tries again what another write to a monitor came before. */
import { whileOutdated } from "../whileOutdated.ts"

/** Reads, decides and writes again while the monitor changes in between. */
export const whileMonitorOutdated = whileOutdated("MonitorOutdated", "monitor")
