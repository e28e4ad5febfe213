/** Who is told of pages that were read. */
import { Clock, Context, Effect } from "effect"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { WorksFor } from "../organizations/WorksFor.ts"
import type { PageMetadata } from "./domain/PageMetadata.ts"

/** A page as it was read for an organization. */
export interface PageReading {
  readonly organizationId: OrganizationId
  /** As it answered. */
  readonly url: string
  readonly metadata: PageMetadata | null
  /** What it says. */
  readonly text: string
  /** Whether that is HTML; otherwise it is Markdown, or has no markup. */
  readonly isHtml?: true
  readonly capturedAtMillis: number
  /** What the server asks of robots (`X-Robots-Tag`), each header on a line; absent when it asks nothing. */
  readonly robots?: string
}

/** A page that was asked for on behalf of an organization and is not there any more, or may not be kept. */
export interface PageGone {
  readonly organizationId: OrganizationId
  readonly url: string
  readonly atMillis: number
}

/**
 * Told of every page that was read for an organization and may be kept: none of zero retention, none that was asked for with headers or a
 * session of somebody. Nobody listens unless an installation sets somebody who does.
 *
 * **Details.** Telling never fails and hardly waits: whoever reads does not wait for whoever listens.
 */
export const PageReadings = Context.Reference<{
  readonly tell: (reading: PageReading) => Effect.Effect<void>
  /** Told of pages that say that they do not exist, and that robots.txt forbids a crawl. */
  readonly tellGone: (page: PageGone) => Effect.Effect<void>
}>("@kittiwake/core/pages/PageReadings", {
  defaultValue: () => ({ tell: () => Effect.void, tellGone: () => Effect.void })
})

/** Tells of a page that is gone, by each of its addresses, where somebody's work found it so. */
export const tellGone = Effect.fnUntraced(function* (...urls: ReadonlyArray<string>) {
  const organizationId = yield* WorksFor
  if (organizationId === null) return
  const readings = yield* PageReadings
  const atMillis = yield* Clock.currentTimeMillis
  for (const url of new Set(urls)) yield* readings.tellGone({ organizationId, url, atMillis })
})
