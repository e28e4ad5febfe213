/** What the witness has seen of one batch. */
import type { Batch } from "@kittiwake/core/batches/domain/Batch"
import { currentAddress } from "../web/Sites.ts"
import type { BatchAsk } from "./BatchAsk.ts"

/** What came of a page. */
export interface SeenPage {
  readonly outcome: "Succeeded" | "Failed" | "Dropped"
  readonly url: string
}

export class KnownBatch {
  readonly ask: BatchAsk
  /** As it was accepted. */
  readonly accepted: Batch
  /** By their places. */
  readonly pages = new Map<number, SeenPage>()
  private readonly told = new Set<string>()
  recoveredPages = 0
  /** True moment of the last page, or of its acceptance. */
  progressAtMillis: number
  isCancelled = false
  isRemoved = false
  /** How it ended; null until it has. */
  ended: Batch | null = null

  constructor(ask: BatchAsk, accepted: Batch, nowMillis: number) {
    this.ask = ask
    this.accepted = accepted
    this.progressAtMillis = nowMillis
  }

  /** Whether a page of a crawl that links are followed of was told under none of its addresses before. */
  tells(n: number): boolean {
    if (this.accepted.crawl?.source.type !== "start_url") return true
    const page = currentAddress(this.pages.get(n)!.url)
    if (this.told.has(page)) return false
    this.told.add(page)
    return true
  }

  count(outcome: SeenPage["outcome"]): number {
    let count = 0
    for (const page of this.pages.values()) if (page.outcome === outcome) count++
    return count
  }

  /** Pages that were attempted, as they are told, in the order of their places. */
  get records(): ReadonlyArray<string> {
    return [...this.pages]
      .filter(([, { outcome }]) => outcome !== "Dropped")
      .sort(([a], [b]) => a - b)
      .map(([, { outcome, url }]) => `${outcome === "Succeeded" ? "ok" : "error"} ${url}`)
  }
}
