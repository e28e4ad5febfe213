/** What helps where a page or a sitemap came and could not be read (`extraction_failed`). */
import type { TargetType } from "@kittiwake/core/monitors/domain/Target"

/** The command that edits the monitor; null where there is none yet, as of a preview. */
type Edit = string | null

const typed = (edit: Edit, flags: string): string => (edit === null ? flags : `"${edit} ${flags}"`)

/**
 * The remedy, by the message of the run: its code is one for all of them. Null where the message says what there is to do, or
 * nothing but waiting helps.
 */
export const unreadRemedy = (type: TargetType, message: string, edit: Edit): string | null => {
  // A limit on the text that is kept: a region of the page may be far below it. A file of text has no regions.
  if (type === "page" && message.includes("characters of text")) {
    return `Keep a smaller part of it, where it is HTML: ${typed(edit, "--keep SELECTOR")}.`
  }
  if (type === "page" && message.startsWith("The selectors cost")) {
    return `Write simpler selectors: ${typed(edit, "--keep SELECTOR --drop SELECTOR")}.`
  }
  // A sitemap that was not sent whole may be so the next time.
  if (type === "sitemap" && message.includes("ends before its end")) return null
  return edit === null
    ? "Name another address."
    : `What is there is nothing that can be watched: ${typed(edit, "--url URL")} gives it another address.`
}
