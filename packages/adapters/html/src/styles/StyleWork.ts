/** Reading styles as a value that can cross to another thread. */
import type { StyledPage, StyleRequest } from "@kittiwake/core/design/StyleReader"
import type { PageStyles } from "@kittiwake/core/pages/domain/PageStyles"
import { makeMatching } from "../Matching.ts"
import { PageRefusal } from "../PageRefusal.ts"
import { readSheetUrls, readStyles } from "./readStyles.ts"

export type StyleWork =
  | { readonly kind: "sheets"; readonly request: StyledPage }
  | { readonly kind: "styles"; readonly request: StyleRequest }

/** What came of it, without classes: those do not survive the way between threads. */
export type StyleAnswer =
  | { readonly kind: "sheets"; readonly urls: ReadonlyArray<string> }
  | { readonly kind: "styles"; readonly styles: PageStyles }
  | { readonly kind: "unreadable"; readonly reason: PageRefusal["reason"]; readonly message: string }

/** Nodes that all rules of a page may be compared with; a large site with a large framework takes some ten million. */
const maxMatchingSteps = 100_000_000

export const doStyleWork = (work: StyleWork): StyleAnswer => {
  // The limits stop the work from deep inside the parser and the matcher, which only a throw can do.
  try {
    if (work.kind === "sheets") return { kind: "sheets", urls: readSheetUrls(work.request) }
    return { kind: "styles", styles: readStyles(work.request, makeMatching(maxMatchingSteps)) }
  } catch (error) {
    if (error instanceof PageRefusal) return { kind: "unreadable", reason: error.reason, message: error.message }
    // What is nested beyond the stack, or longer than a text may be, is no style sheet that anybody wrote.
    if (error instanceof RangeError)
      return { kind: "unreadable", reason: "too_complex", message: "The style sheets cost too much." }
    throw error
  }
}
