/** How a page looks by its markup and style sheets, where there is no browser. */
import { Clock, Duration, Effect } from "effect"
import { ofPage } from "../pages/captureProblems.ts"
import { plainSource } from "../pages/domain/ScrapeRequest.ts"
import { fetchCapture } from "../pages/fetchCapture.ts"
import { takeReading } from "../pages/pageMemory.ts"
import { type Deadline, fetchingLeftOf } from "../web/domain/Deadline.ts"
import { ContentUnsupported, WebsiteInaccessible } from "../web/errors.ts"
import type { FetchSession } from "../web/HttpFetcher.ts"
import { openSession } from "../web/openSession.ts"
import { StyleReader } from "./StyleReader.ts"

/** Most style sheets that are fetched, and most bytes of all of them. */
const maxSheets = 20
const maxSheetBytes = 2 * 1024 * 1024

const sheetTime = Duration.seconds(10)

/** One that cannot be had is left out, as browsers do. */
const fetchSheets = Effect.fnUntraced(function* (
  session: FetchSession,
  urls: ReadonlyArray<string>,
  deadline: Deadline
) {
  const now = yield* Clock.currentTimeMillis
  const patience = Duration.millis(fetchingLeftOf(deadline, now))
  const sheets = yield* Effect.forEach(
    urls.slice(0, maxSheets),
    (url) =>
      session.fetch({ url, validators: null, timeout: sheetTime, patience }).pipe(
        Effect.map((answer) =>
          answer._tag === "Fetched" && answer.status === 200 && answer.body.length <= maxSheetBytes
            ? [{ url, css: answer.body }]
            : []
        ),
        Effect.catch(() => Effect.succeed([]))
      ),
    { concurrency: 4 }
  )
  let room = maxSheetBytes
  return sheets.flat().filter(({ css }) => {
    room -= css.length
    return room >= 0
  })
})

const inaccessible = ({ message }: { readonly message: string }) => new WebsiteInaccessible({ message })

/** Fetches the page and its style sheets, and reads them. */
export const readSheets = Effect.fnUntraced(function* (url: string, colorScheme: "light" | "dark", deadline: Deadline) {
  const session = yield* openSession
  const fetched = yield* fetchCapture(session, plainSource(url), null, deadline).pipe(
    Effect.mapError((error) => ("kind" in error ? ofPage(error) : error))
  )
  if (fetched._tag === "NotModified") return yield* Effect.die("A server can only confirm what was fetched before.")
  if (fetched._tag === "Walled") return yield* Effect.fail(ofPage(fetched.problem))
  const { body, finalUrl, type } = fetched.capture
  if (type !== "html") return yield* new ContentUnsupported({ message: "The target is a file, which has no styles." })
  const reader = yield* StyleReader
  yield* takeReading(body.length)
  const page = { html: body, url: finalUrl }
  const read = Effect.gen(function* () {
    const sheets = yield* fetchSheets(session, yield* reader.sheets(page), deadline)
    return yield* reader.read({ ...page, sheets, colorScheme })
  })
  const styles = yield* Effect.mapError(read, inaccessible)
  return { styles, finalUrl, finalDomState: fetched.capture.finalDomState }
})
