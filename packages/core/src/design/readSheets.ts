/** How a page looks by its markup and style sheets, where there is no browser. */
import { Clock, Duration, Effect } from "effect"
import { borrowing } from "../budget/MemoryBudget.ts"
import { ofPage } from "../pages/captureProblems.ts"
import { plainSource } from "../pages/domain/ScrapeRequest.ts"
import { fetchCapture } from "../pages/fetchCapture.ts"
import { giveFetched, takeMemory, takeReading } from "../pages/pageMemory.ts"
import { type Deadline, fetchingLeftOf } from "../web/domain/Deadline.ts"
import { ContentUnsupported, WebsiteInaccessible } from "../web/errors.ts"
import type { Answer, FetchSession, PageUnreachable } from "../web/HttpFetcher.ts"
import { openSession } from "../web/openSession.ts"
import { StyleReader } from "./StyleReader.ts"

/** Most style sheets that are fetched, and most bytes of all of them. */
const maxSheets = 20
const maxSheetBytes = 2 * 1024 * 1024

const sheetTime = Duration.seconds(10)

/** Why a sheet did not come that may come another time: the server could not be reached, or answered what is none, or we had no room or turn. */
const passes: { readonly [R in PageUnreachable["reason"]]: boolean } = {
  timeout: true,
  connection_failed: true,
  bad_response: true,
  busy: true,
  no_turn: true,
  unknown_host: false,
  forbidden_address: false,
  robots: false,
  out_of_scope: false,
  too_large: false,
  too_many_redirects: false,
  unsupported_content: false,
  no_exit: false,
  may_have_acted: false
}

/** What came of a sheet: another time it may be there. */
const isAwayNow = (answer: Answer | PageUnreachable): boolean =>
  answer._tag === "PageUnreachable"
    ? passes[answer.reason]
    : answer._tag === "Fetched" && (answer.status >= 500 || answer.status === 408 || answer.status === 429)

/** One that cannot be had in half of the time that is left is left out, as browsers leave out theirs; `lacks` says that of one at least. */
const fetchSheets = Effect.fnUntraced(function* (
  session: FetchSession,
  urls: ReadonlyArray<string>,
  deadline: Deadline
) {
  const now = yield* Clock.currentTimeMillis
  const left = Math.floor(fetchingLeftOf(deadline, now) / 2)
  const patience = Duration.millis(left)
  const sheets: Array<{ readonly url: string; readonly css: string }> = []
  let room = maxSheetBytes
  const wanted = urls.slice(0, maxSheets)
  const awaited = new Set(wanted)
  const take = (url: string, came: Answer | PageUnreachable) => {
    if (!isAwayNow(came)) awaited.delete(url)
    if (came._tag !== "Fetched" || came.status !== 200) return
    room -= came.body.length
    if (room >= 0) sheets.push({ url, css: came.body })
  }
  const fetchAll = Effect.forEach(
    wanted,
    (url) =>
      session.fetch({ url, validators: null, timeout: sheetTime, patience }).pipe(
        Effect.match({ onFailure: (why) => take(url, why), onSuccess: (answer) => take(url, answer) }),
        // Of those that are kept there are 2 MB together.
        borrowing
      ),
    { concurrency: 4, discard: true }
  )
  // All of them have one time, after which the page is read with those that came.
  yield* Effect.timeoutOption(fetchAll, patience)
  return { sheets, lacks: awaited.size > 0 }
})

const inaccessible = ({ message }: { readonly message: string }) => new WebsiteInaccessible({ message })

/**
 * Fetches the page and its style sheets, which are waited for as whoever asked has time, and reads them. A page without some that may come
 * another time has not loaded.
 */
export const readSheets = Effect.fnUntraced(function* (
  url: string,
  colorScheme: "light" | "dark",
  deadline: Deadline,
  askers: Deadline
) {
  const session = yield* openSession
  const fetched = yield* fetchCapture(session, plainSource(url), null, deadline).pipe(
    Effect.mapError((error) => ("kind" in error ? ofPage(error) : error))
  )
  if (fetched._tag === "NotModified") return yield* Effect.die("A server can only confirm what was fetched before.")
  if (fetched._tag === "Walled") return yield* Effect.fail(ofPage(fetched.problem))
  const { body, finalUrl, isXml = false, type } = fetched.capture
  if (type !== "html") return yield* new ContentUnsupported({ message: "The target is a file, which has no styles." })
  const reader = yield* StyleReader
  yield* giveFetched(body.length)
  yield* takeReading(body.length)
  const page = { html: body, url: finalUrl, ...(isXml ? { isXml } : {}) }
  const { lacks, sheets } = yield* fetchSheets(
    session,
    yield* Effect.mapError(reader.sheets(page), inaccessible),
    askers
  )
  yield* takeMemory(sheets.reduce((sum, { css }) => sum + css.length, 0))
  const styles = yield* Effect.mapError(reader.read({ ...page, sheets, colorScheme }), inaccessible)
  return { styles, finalUrl, finalDomState: lacks ? ("still-loading" as const) : fetched.capture.finalDomState }
})
