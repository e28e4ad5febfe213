/** Feeds, and lists of them: short ones are read at once, others in threads of their own. */
import type { FeedReader } from "@kittiwake/core/news/FeedReader"
import { Duration, Layer } from "effect"
import { feedReaderWith } from "./text/feedReaderWith.ts"

/**
 * Reads with the trees that files are read with. Of threads there are two, and each gets five seconds of the processor for a feed, which a
 * gathering that somebody waits for outlives, and memory for what is kept of the worst five megabytes, three times over.
 */
export const layer: Layer.Layer<FeedReader> = Layer.suspend(() =>
  feedReaderWith({ threads: 2, deadline: Duration.seconds(5), heapMegabytes: 192, youngMegabytes: 16 })
)
