/** Failures of readings, in the words of results. */
import type { CaptureError } from "../pages/CaptureFlights.ts"
import type { PageErrorCode } from "./domain/BatchResult.ts"

/** What a reading that failed is called. Errors that pass are no result: the page is read again. */
export const pageErrorCode = (error: CaptureError): PageErrorCode => {
  switch (error._tag) {
    case "TargetNotFound":
      return "NOT_FOUND"
    case "WebsiteNotFound":
      return "WEBSITE_NOT_FOUND"
    case "WebsiteBlocked":
      return "WEBSITE_BLOCKED"
    case "PdfSkipped":
      return "PDF_SKIPPED"
    case "PdfImagesOnly":
      return "PDF_IMAGES_ONLY"
    case "ContentUnsupported":
      return "UNSUPPORTED_CONTENT"
    case "ContentTooLarge":
      return "CONTENT_TOO_LARGE"
    case "DeadlinePassed":
      return "REQUEST_TIMEOUT"
    // Nobody wrote the address: a page links to it, or a caller's redirect leads there.
    case "InvalidInput":
    case "WebsiteInaccessible":
    case "NoExit":
      return "WEBSITE_ACCESS_ERROR"
    default:
      return "INTERNAL_ERROR"
  }
}
