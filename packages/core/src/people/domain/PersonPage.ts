/** A page that was read for the people on it. */
import type { PageThing } from "../../extraction/domain/FactSheet.ts"
import type { PageLink } from "../../pages/domain/PageLink.ts"
import type { Shown } from "../../products/domain/shownRules.ts"
import type { NamedOrganization, PersonClues } from "./PersonClues.ts"

/** What a page says, as far as people are concerned. */
export interface PersonPage {
  /** As it answered. */
  readonly url: string
  readonly title: string | null
  readonly siteName: string | null
  /** Visible text, one block a line. */
  readonly text: string
  readonly things: ReadonlyArray<PageThing>
  /** What `personRules` found. */
  readonly shown: Shown
  readonly links: ReadonlyArray<PageLink>
}

/** Why a page was read. */
export interface PageReason {
  readonly clues: PersonClues
  /** Whether somebody said that it is the person's own. */
  readonly isAsked: boolean
  /** Whose site it is, where it was read for that. */
  readonly organization: NamedOrganization | null
}
