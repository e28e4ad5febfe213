/** What came of one page, as it is given to whoever asked (contract/batches.md §6). */
import type { PageMetadata } from "../../pages/domain/PageMetadata.ts"
import type { BatchEntry } from "./BatchEntry.ts"

/** Why a page failed. */
export type PageErrorCode =
  | "NOT_FOUND"
  | "WEBSITE_NOT_FOUND"
  | "WEBSITE_ACCESS_ERROR"
  | "WEBSITE_BLOCKED"
  | "PDF_SKIPPED"
  | "PDF_IMAGES_ONLY"
  | "UNSUPPORTED_CONTENT"
  | "CONTENT_TOO_LARGE"
  | "REQUEST_TIMEOUT"
  | "INTERNAL_ERROR"

interface Echo extends Pick<BatchEntry, "itemId" | "meta"> {
  /** As submitted or discovered. */
  readonly url: string
}

/** The record of a page, as it is written into files and told in lists. What is not there was not asked for. */
export type BatchResult =
  | (Echo & {
      readonly status: "ok"
      readonly http_status: number | null
      readonly final_url: string
      readonly markdown?: string
      readonly html?: string
      readonly metadata: PageMetadata
      /** Pages of a file that were read from their picture. */
      readonly ocr_pages?: number
      readonly cache_metadata: { readonly status: "hit" | "miss" | "zdr"; readonly age_ms: number }
    })
  | (Echo & { readonly status: "error"; readonly error_code: PageErrorCode; readonly message: string })
