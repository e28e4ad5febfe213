/** What the operations on monitors can answer instead of what was asked. */
import { Schema } from "effect"

/** The organization has no such monitor. */
export class MonitorNotFound extends Schema.TaggedError<MonitorNotFound>()("MonitorNotFound", {}) {
  override readonly message = "The organization has no such monitor."
}

/** The organization has no such run, or it is another monitor's. */
export class RunNotFound extends Schema.TaggedError<RunNotFound>()("RunNotFound", {}) {
  override readonly message = "The organization has no such run, or it is another monitor's."
}

/** The organization has no such change. */
export class ChangeNotFound extends Schema.TaggedError<ChangeNotFound>()("ChangeNotFound", {}) {
  override readonly message = "The organization has no such change."
}

/**
 * A link to a change leads nowhere: it was not made here (`unknown`), or its time is over, it was taken back, or its change or
 * the organization that gave it is gone (`over`). Whoever shared the change can share it again.
 */
export class ChangeLinkUnusable extends Schema.TaggedError<ChangeLinkUnusable>()("ChangeLinkUnusable", {
  reason: Schema.Literals(["unknown", "over"])
}) {}

/** The monitor is paused. Resume it first; no run was queued. */
export class MonitorPaused extends Schema.TaggedError<MonitorPaused>()("MonitorPaused", {}) {
  override readonly message = "The monitor is paused. Resume it first."
}

/** The monitor has no webhook. Configure one first. */
export class MonitorHasNoWebhook extends Schema.TaggedError<MonitorHasNoWebhook>()("MonitorHasNoWebhook", {}) {
  override readonly message = "The monitor has no webhook. Configure one first."
}

/** The monitor has no such version, or no longer. */
export class VersionNotFound extends Schema.TaggedError<VersionNotFound>()("VersionNotFound", {}) {}

/** The organization tries other rules already. Try again when that has ended. */
export class BacktestRunning extends Schema.TaggedError<BacktestRunning>()("BacktestRunning", {}) {}
