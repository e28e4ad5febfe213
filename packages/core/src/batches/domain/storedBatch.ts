/** A batch as databases keep it: all of it as one text, and beside it what changes and what is looked for. */
import { Schema } from "effect"
import { searchTerms } from "../../paging/domain/searchTerms.ts"
import { Batch, BatchEnd } from "./Batch.ts"

const BatchJson = Schema.fromJsonString(Schema.toCodecJson(Batch))
const EndJson = Schema.fromJsonString(Schema.toCodecJson(BatchEnd))

const encode = Schema.encodeSync(BatchJson)
const decode = Schema.decodeSync(BatchJson)

/** The text of a batch as it was accepted. Its subscription is kept apart, because deliveries write to it. */
export const batchText = (batch: Batch): string => encode({ ...batch, subscription: null, startedAt: null, end: null })

/** The batch of a text, with what has changed since. */
export const readBatchText = (
  text: string,
  changed: Pick<Batch, "status" | "startedAt" | "end" | "subscription">
): Batch => ({ ...decode(text), ...changed })

export const endText: (end: BatchEnd) => string = Schema.encodeSync(EndJson)
export const readEndText: (text: string) => BatchEnd = Schema.decodeSync(EndJson)

/** Words by which a batch is found: of its id, its source and its tags. */
export const batchTerms = ({ crawl, id, tags }: Pick<Batch, "crawl" | "id" | "tags">): ReadonlyArray<string> => {
  const source = crawl === null ? "" : crawl.source.type === "sitemap" ? crawl.source.domain : crawl.source.url
  return searchTerms([id, source, ...tags].join(" "))
}
