/** A page that can be searched, and what is told of it when it fits. */
import type { DateTime } from "effect"
import type { OrganizationId } from "../../organizations/domain/Organization.ts"
import type { SearchHit } from "./SearchQuestion.ts"

/** A page as it is indexed. */
export interface IndexedPage {
  /** Who had it read, and alone finds it. */
  readonly organizationId: OrganizationId
  /** The address it was read at; its identity (`urlIdentity`) is what a page is known by. */
  readonly url: string
  readonly title: string
  readonly description: string
  /** Of all levels, in their order, one a line. */
  readonly headings: string
  /** What it says, without markup. */
  readonly text: string
  /** ISO 639-1, lower case; null when unknown. */
  readonly language: string | null
  /** Null when the page does not say it. */
  readonly publishedAt: DateTime.Utc | null
  readonly readAt: DateTime.Utc
}

/** A page that fits a question. */
export interface IndexHit extends SearchHit {
  /** The higher the better; comparable within one answer alone. */
  readonly score: number
  readonly language: string | null
  readonly readAt: DateTime.Utc
}
