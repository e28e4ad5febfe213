/** What is asked of the data of a site, as the core takes it: every door maps here. */
import {
  type ExtractRequest,
  fillingMillis,
  usualExtractPages,
  usualStopAfterMillis
} from "@kittiwake/core/extraction/domain/ExtractRequest"
import { readDataSchema } from "@kittiwake/core/extraction/domain/readDataSchema"
import { InvalidInput } from "@kittiwake/core/InvalidInput"
import { Effect } from "effect"
import type { CallInput, DeadlineRules } from "../web/call.ts"
import { type Owner, type PdfInput, pageSource, pdfOptions, type SourceInput } from "../web/input.ts"

/** Seven days (contract/extract-answers.md §1). */
const usualAgeMillis = 604_800_000

/** What is said of the call; how old pages may be where nobody says it. */
export const withExtractAge = <I extends CallInput>(input: I): I & { readonly maxAgeMs: number } => ({
  ...input,
  maxAgeMs: input.maxAgeMs ?? usualAgeMillis
})

interface ExtractAsked extends Omit<SourceInput, "country" | "headers" | "profileId"> {
  readonly schema: unknown
  readonly instructions?: string
  readonly factCheck?: boolean
  readonly maxPages?: number
  readonly maxDepth?: number
  readonly followSubdomains?: boolean
  readonly pdf?: Omit<PdfInput, "ocr">
  readonly stopAfterMs?: number
}

/** A schema that can be filled, or a refusal that names the place in it. */
const shapeOf = (schema: unknown) =>
  Effect.fromResult(readDataSchema(schema)).pipe(
    Effect.mapError(
      ({ message, path }) =>
        new InvalidInput({ field: (path === "" ? "schema" : `schema.${path}`).slice(0, 200), message })
    )
  )

export const extractRequest = Effect.fnUntraced(function* (owner: Owner, asked: ExtractAsked) {
  const source = yield* pageSource(owner, asked)
  return {
    source,
    shape: yield* shapeOf(asked.schema),
    instructions: asked.instructions ?? "",
    factCheck: asked.factCheck ?? false,
    maxPages: asked.maxPages ?? usualExtractPages,
    maxDepth: asked.maxDepth ?? null,
    followSubdomains: asked.followSubdomains ?? false,
    pdf: yield* pdfOptions(asked.pdf),
    stopAfterMillis:
      asked.stopAfterMs ?? (source.actions.length > 0 ? usualStopAfterMillis.acting : usualStopAfterMillis.plain)
  } satisfies ExtractRequest
})

/** How long it may take where the call names no deadline: time for filling is beside that for reading. */
export const rulesOfExtract = ({ stopAfterMillis }: ExtractRequest): DeadlineRules => ({
  partialNeedsTime: false,
  usual: { milliseconds: stopAfterMillis + fillingMillis }
})
