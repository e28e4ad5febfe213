/** Who is told of pages that were read. */
import { Context, Effect } from "effect"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
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
}

/**
 * Told of every page that was read for an organization and may be kept: none of zero retention, none that was asked for with headers or a
 * session of somebody. Nobody listens unless an installation sets somebody who does.
 *
 * **Details.** Telling never fails and hardly waits: whoever reads does not wait for whoever listens.
 */
export const PageReadings = Context.Reference<{ readonly tell: (reading: PageReading) => Effect.Effect<void> }>(
  "@kittiwake/core/pages/PageReadings",
  { defaultValue: () => ({ tell: () => Effect.void }) }
)
