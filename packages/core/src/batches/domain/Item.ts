/** One page of a batch, from its entry to its result. */
import type { BatchEntry } from "./BatchEntry.ts"

/** A page that a batch is to fetch. */
export interface BatchItem {
  /** Its place in the batch, from 1, in the order of the intake or of discovery. */
  readonly n: number
  readonly url: string
  /** The host, as `Shares` tells hosts apart. */
  readonly host: string
  /** What no two pages of a crawl have in common; null in a list, which has told its entries apart already. */
  readonly identity: string | null
  /** Links from the start; 0 in a list. */
  readonly depth: number
  readonly itemId: string | null
  /** JSON, as it came. */
  readonly meta: string | null
}

/** A page that a crawl found. Its place is given when it is stored. */
export type FoundItem = Pick<BatchItem, "url" | "host" | "depth"> & { readonly identity: string }

/** What an item tells of its entry when its result is told. @internal */
export const echoOf = ({ itemId, meta }: Pick<BatchItem, "itemId" | "meta">): Pick<BatchEntry, "itemId" | "meta"> => ({
  ...(itemId === null ? {} : { itemId }),
  ...(meta === null ? {} : { meta: JSON.parse(meta) })
})

/** Where the record of a page stands in a segment: among its bytes as they are written, or as they are kept where it has no blocks. */
export interface ResultPlace {
  readonly segmentId: string
  readonly offset: number
  readonly length: number
}

/** Some records of a segment, compressed together. */
export interface SegmentBlock {
  /** Compressed, and as they would be written. */
  readonly bytes: number
  readonly rawBytes: number
  /** CRC-32 of the records. */
  readonly crc: number
}

/** The blocks of a segment as databases keep them. @internal */
export const blocksText = (blocks: ReadonlyArray<SegmentBlock>): string =>
  JSON.stringify(blocks.map(({ bytes, crc, rawBytes }) => [bytes, rawBytes, crc]))

const isBlock = (block: unknown): block is readonly [bytes: number, rawBytes: number, crc: number] =>
  Array.isArray(block) && block.length === 3 && block.every(Number.isSafeInteger)

/** Reads what `blocksText` wrote. What is damaged is no block at all: no record stands in it, and each is told as lost. @internal */
export const readBlocks = (text: string | null): ReadonlyArray<SegmentBlock> | null => {
  if (text === null) return null
  try {
    const blocks: unknown = JSON.parse(text)
    return Array.isArray(blocks) && blocks.every(isBlock)
      ? blocks.map(([bytes, rawBytes, crc]) => ({ bytes, rawBytes, crc }))
      : []
  } catch {
    return []
  }
}
