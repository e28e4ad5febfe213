/** What a caller says when it creates or changes a monitor, after defaults were filled in. */
import type { MonitorEventType } from "../../webhooks/domain/Event.ts"
import type { RetryPlan } from "../../webhooks/domain/Subscription.ts"
import type { Schedule } from "./Schedule.ts"
import type { ChangeDetection, Target } from "./Target.ts"

/** A webhook as its owner configures it. */
export interface WebhookInput {
  readonly url: string
  readonly events: ReadonlyArray<MonitorEventType>
  /** Null means one attempt only. */
  readonly retry: RetryPlan | null
}

export interface NewMonitor {
  readonly name: string
  readonly target: Target
  /** Undefined takes the default of the target (contract/monitors.md §1.3). */
  readonly changeDetection?: ChangeDetection
  /** Undefined means once a day. */
  readonly schedule?: Schedule
  readonly tags?: ReadonlyArray<string>
  readonly webhook?: WebhookInput | null
}

/** The fields to change; a field that is not there stays as it is. */
export interface MonitorPatch {
  readonly name?: string
  readonly tags?: ReadonlyArray<string>
  readonly status?: "active" | "paused"
  readonly target?: Target
  readonly changeDetection?: ChangeDetection
  readonly schedule?: Schedule
  readonly webhook?: WebhookInput | null
}
