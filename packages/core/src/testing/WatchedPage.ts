/** A monitor in few words. */
import type { NewMonitor, WebhookInput } from "../monitors/domain/MonitorInput.ts"
import type { Schedule } from "../monitors/domain/Schedule.ts"
import { type Action, defaultConfidenceThreshold } from "../monitors/domain/Target.ts"
import type { BrowserProfileId } from "../profiles/domain/BrowserProfile.ts"
import { defaultRetryPlan } from "../webhooks/domain/Subscription.ts"

/** A page to watch; everything but its address has a default. */
export interface WatchedPage {
  readonly url: string
  /** The address unless it says otherwise. */
  readonly name?: string
  /** What the owner wants to know: changes are judged, and told from the usual confidence on. */
  readonly goal?: string
  /** Every hour unless it says otherwise. */
  readonly schedule?: Schedule
  readonly includeSelectors?: ReadonlyArray<string>
  readonly excludeSelectors?: ReadonlyArray<string>
  /** Advertisements, counters and the like are watched too. */
  readonly includeNoise?: boolean
  readonly normalizeWhitespace?: boolean
  /** What a browser does before each look. */
  readonly actions?: ReadonlyArray<Action>
  /** Whether a browser shows the page at every look. */
  readonly browser?: boolean
  /** Lines that are never told, and lines that are told although they come and go. */
  readonly pinnedLines?: ReadonlyArray<string>
  readonly freedLines?: ReadonlyArray<string>
  /** Whose session the browser has. */
  readonly profileId?: BrowserProfileId
  readonly tags?: ReadonlyArray<string>
  /** An address gets both events, and every retry of the default plan. */
  readonly webhook?: string | WebhookInput
}

/** Every hour. */
export const hourly: Schedule = { type: "interval", frequency: 1, unit: "hours" }

/** A webhook with both events and the default retry plan. */
export const webhookTo = (url: string): WebhookInput => ({
  url,
  events: ["change.detected", "run.completed"],
  retry: defaultRetryPlan
})

/** The target of a watched page. */
export const targetOfPage = (page: WatchedPage): NewMonitor["target"] => ({
  type: "page",
  url: page.url,
  instructions: page.goal ?? null,
  normalizeWhitespace: page.normalizeWhitespace ?? true,
  includeSelectors: page.includeSelectors ?? [],
  excludeSelectors: page.excludeSelectors ?? [],
  ...(page.includeNoise === true ? { includeNoise: true } : {}),
  actions: page.actions ?? [],
  ...(page.browser === true ? { browser: true } : {}),
  ...(page.pinnedLines === undefined ? {} : { pinnedLines: page.pinnedLines }),
  ...(page.freedLines === undefined ? {} : { freedLines: page.freedLines }),
  ...(page.profileId === undefined ? {} : { profileId: page.profileId })
})

/** What `Monitors.create` takes for a watched page. */
export const watched = (page: WatchedPage): NewMonitor => ({
  name: page.name ?? page.url,
  target: targetOfPage(page),
  changeDetection:
    page.goal === undefined ? { type: "exact" } : { type: "semantic", confidenceThreshold: defaultConfidenceThreshold },
  schedule: page.schedule ?? hourly,
  tags: page.tags ?? [],
  webhook: page.webhook === undefined ? null : typeof page.webhook === "string" ? webhookTo(page.webhook) : page.webhook
})
