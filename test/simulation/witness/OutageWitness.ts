/** Counts failures by itself, and says when an outage and its end are to be told: each once. */
import type { Monitor, MonitorId } from "@kittiwake/core/monitors/domain/Monitor"
import type { Run } from "@kittiwake/core/monitors/domain/Run"

interface Standing {
  failures: number
  isTold: boolean
}

/** Runs in a row that must fail before their owner is told (docs: monitors). */
const toldAfter = 3

export class OutageWitness {
  private readonly standing = new Map<MonitorId, Standing>()

  private of(monitorId: MonitorId): Standing {
    const known = this.standing.get(monitorId) ?? { failures: 0, isTold: false }
    this.standing.set(monitorId, known)
    return known
  }

  failuresOf(monitorId: MonitorId): number {
    return this.of(monitorId).failures
  }

  /** What a run that was recorded has to tell of an outage. */
  turnOf({ monitorId, status }: Pick<Run, "monitorId" | "status">): "monitor.failing" | "monitor.recovered" | null {
    const one = this.of(monitorId)
    const wasTold = one.isTold
    if (status === "failed") {
      one.failures++
      one.isTold ||= one.failures >= toldAfter
      return one.isTold && !wasTold ? "monitor.failing" : null
    }
    if (status !== "completed") return null
    one.failures = 0
    one.isTold = false
    return wasTold ? "monitor.recovered" : null
  }

  /** Its owner changed it: what is resumed or watches something else begins to count anew, and its outage goes on. */
  changed(before: Monitor, after: Monitor): void {
    const isResumed = after.status === "active" && before.status !== "active"
    if (isResumed || after.targetVersion !== before.targetVersion) this.of(after.id).failures = 0
  }
}
