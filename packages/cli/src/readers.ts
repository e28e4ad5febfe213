/** The adapters that read content; `adapters.ts` loads them when they are needed. */
import * as DocumentReader from "@kittiwake/documents/DocumentReader"
import * as EmailDomains from "@kittiwake/email/EmailDomains"
import * as ContentClassifier from "@kittiwake/fetch/ContentClassifier"
import * as FactReader from "@kittiwake/html/FactReader"
import * as PageReader from "@kittiwake/html/PageReader"
import * as SitemapReader from "@kittiwake/html/SitemapReader"
import * as ImageReader from "@kittiwake/images/ImageReader"
import * as Patterns from "@kittiwake/patterns/Patterns"
import * as TextWork from "@kittiwake/threads/TextWork"
import { Duration, Layer } from "effect"

/** Pages, what they say, sitemaps, files, pictures, patterns, domains of addresses; what compares and judges texts. */
export const layer = ({ readingSeconds }: { readonly readingSeconds: number }) =>
  Layer.mergeAll(
    ContentClassifier.layer,
    DocumentReader.layer({ processor: Duration.seconds(readingSeconds) }),
    EmailDomains.layer,
    FactReader.layer,
    ImageReader.layer(),
    PageReader.layer,
    Patterns.layer,
    SitemapReader.layer,
    TextWork.layer
  )
