/**
 * All a caller may do with files: what somebody sends is read as Markdown.
 *
 * A file at an address is a page, and read by `pages`; both stand on the same readers.
 */
import { Context, Effect, Layer } from "effect"
import { bind } from "../bind.ts"
import type { Charged, ChargePorts } from "../credits/withCharge.ts"
import type { ContentClassifier } from "../pages/ContentClassifier.ts"
import type { DocumentReader } from "../pages/DocumentReader.ts"
import type { WebError } from "../pages/errors.ts"
import type { PageReader } from "../pages/PageReader.ts"
import type { Call } from "../web/domain/Call.ts"
import { type ParsedBytes, type ParsedFile, type ParseRequest, parseFile, parseFileInBytes } from "./parseFile.ts"

export type { ParsedBytes, ParsedFile, ParseRequest } from "./parseFile.ts"

/** Everything that reading files stands on. */
export type FilesPorts = ChargePorts | ContentClassifier | DocumentReader | PageReader

/** Reads files for those who pay for it. A call is charged once, by its request id, when it is answered. */
export class Files extends Context.Service<
  Files,
  {
    /** A file that the caller sends, as Markdown. */
    readonly parse: (call: Call, request: ParseRequest) => Effect.Effect<Charged<ParsedFile>, WebError>
    /** The same for who hands the Markdown on: a long one is no string, and may be parts of the file's own bytes. */
    readonly parseInBytes: (call: Call, request: ParseRequest) => Effect.Effect<Charged<ParsedBytes>, WebError>
  }
>()("@kittiwake/core/files/Files") {
  static readonly layer = Layer.effect(
    Files,
    Effect.gen(function* () {
      const bound = bind(yield* Effect.context<FilesPorts>())
      return Files.of({ parse: bound(parseFile), parseInBytes: bound(parseFileInBytes) })
    })
  )
}
