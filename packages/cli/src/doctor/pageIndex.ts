/** What the doctor says about the index of what was read. */
import type { IndexSize } from "@kittiwake/core/search/PageIndex"
import { pageIndexSize as inPostgres } from "@kittiwake/postgres/internal/pageIndexSize"
import * as PgClient from "@kittiwake/postgres/PgClient"
import { dataDirectoryAt } from "@kittiwake/sqlite/internal/dataDirectory"
import { pageIndexSize as inFile } from "@kittiwake/sqlite/internal/pageIndexSize"
import { DateTime, Duration, Effect } from "effect"
import type { Settings } from "../config.ts"
import { absent, type Finding, ok } from "./Finding.ts"

const subject = "index of what was read"

const none: IndexSize = { pages: 0, bytes: 0, oldestReadAt: null }

const size = ({ storage }: Settings): Effect.Effect<IndexSize> =>
  storage._tag === "Embedded"
    ? inFile(dataDirectoryAt(storage.dataDirectory).database)
    : inPostgres.pipe(
        Effect.provide(PgClient.layer({ url: storage.url, poolSize: 1, connectTimeout: Duration.seconds(5) })),
        // That the database does not answer is told where it is looked at.
        Effect.catchCause(() => Effect.succeed(none))
      )

const count = (number: number): string => number.toLocaleString("en")

const megabytes = (bytes: number): string => `${count(Math.max(1, Math.round(bytes / 1_000_000)))} MB`

const textOf = (bytes: number): string => (bytes < 500_000 ? `${count(Math.ceil(bytes / 1_000))} KB` : megabytes(bytes))

/** How much is found again, and within which bounds. */
export const pageIndex = (settings: Settings): Effect.Effect<Finding> =>
  Effect.gen(function* () {
    const { bytes, oldestReadAt, pages } = yield* size(settings)
    const { keepFor, maxBytes, maxPages } = settings.index
    if (maxPages === 0) {
      return absent(
        subject,
        "none is kept, so that searches find no page that was read before",
        "Set KITTIWAKE_SEARCH_INDEX_PAGES to how many pages an organization may find again."
      )
    }
    const bound = `an organization keeps ${count(maxPages)} pages and ${megabytes(maxBytes)} of text at most, for ${Duration.toDays(keepFor)} days`
    if (oldestReadAt === null) return ok(subject, `empty; ${bound}`)
    return ok(
      subject,
      `${count(pages)} ${pages === 1 ? "page" : "pages"} with ${textOf(bytes)} of text, the oldest read ${DateTime.formatIsoDateUtc(oldestReadAt)}; ${bound}`
    )
  })
