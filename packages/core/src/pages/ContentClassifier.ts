/** What kind of content some bytes are. */
import { Context, type Effect } from "effect"
import type { FileType } from "./domain/FileType.ts"

export interface ClassifyRequest {
  readonly bytes: Uint8Array
  /** A `Content-Type` header as it was sent; null when there was none. */
  readonly contentType: string | null
  /** A file extension that the sender named, or that of the path; null when there was none. */
  readonly extension: string | null
  /**
   * Whether the bytes are handed over: those of a text are gone when it was decoded, and a long page may stay as it is encoded, for a
   * reader that decodes it elsewhere (`encoded`). Absent is no.
   */
  readonly isHandedOver?: boolean
}

/** A long page that was not decoded: in UTF-8 it may take three times its bytes, beside them. */
export interface EncodedPage {
  /** The encoding of the bytes, by a name of the Encoding Standard that decodes. */
  readonly charset: string
  /** Makes `utf8` of it. The bytes are gone then. */
  readonly toUtf8: Effect.Effect<Uint8Array>
}

export interface Classified {
  /** Null for content of a kind that cannot be read: archives, programs, sound, film, fonts. */
  readonly type: FileType | null
  /** The media type of what the bytes are, in lower case without parameters. */
  readonly mediaType: string
  /**
   * The text of a textual kind in UTF-8, without a byte order mark, in the charset found by that mark, its header, markup or
   * content; else null. The bytes themselves where they are that already: whoever needs a string makes it, elsewhere than on
   * the main thread when it is a long one.
   */
  readonly utf8: Uint8Array | null
  /** In the place of `utf8`, which is null then; only where the bytes are handed over. */
  readonly encoded?: EncodedPage
}

/**
 * Tells kinds of content apart by their bytes.
 *
 * **Contract** (every adapter passes `testing/contentClassifierSuite.ts`)
 *
 * - The bytes win over every name for binary formats; then the extension counts, then a specific media type, then the text.
 * - What is served as HTML and begins like HTML is HTML, whatever extension its address ends in.
 * - Bytes that are no known format and no text have the type null.
 * - Nothing is unpacked but the directory of a zip file, and the first 64 KB of a part that says what the file is.
 */
export class ContentClassifier extends Context.Service<
  ContentClassifier,
  { readonly classify: (request: ClassifyRequest) => Effect.Effect<Classified> }
>()("@kittiwake/core/pages/ContentClassifier") {}
