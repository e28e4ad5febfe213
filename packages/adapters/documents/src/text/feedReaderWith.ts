/** Reads short feeds at once, and others in threads. */
import {
  FeedReader,
  type FeedToRead,
  FeedUnreadable,
  maxFeedBytes,
  maxListBytes,
  maxOutlines
} from "@kittiwake/core/news/FeedReader"
import {
  makeThreadPool,
  type ThreadPool,
  type ThreadPoolLimits,
  type WorkEnded
} from "@kittiwake/threads/internal/ThreadPool"
import { Duration, Effect, Layer } from "effect"
import { type FeedAnswers, type FeedWork, type Read, readFeedWork } from "./FeedWork.ts"
import { listFeedsWork } from "./ListWork.ts"

/** What is longer, or has more of what begins an element, a reference or an object, goes to a thread: so much takes some 10 ms at most. */
const inline = { bytes: 64 * 1024, marks: 4_000 } as const

const marks: ReadonlySet<number> = new Set([..."<&{["].map((mark) => mark.charCodeAt(0)))

const isShort = (bytes: Uint8Array): boolean => {
  if (bytes.length > inline.bytes) return false
  let left: number = inline.marks
  for (const byte of bytes) if (marks.has(byte)) left -= 1
  return left >= 0
}

/** As much as is copied in one go: memory that nobody had before takes some 4 ms for a megabyte. */
const copiedBytes = 1024 * 1024

const threadFile = () =>
  new URL(import.meta.url.endsWith(".ts") ? "./feedThread.ts" : "./feedThread.js", import.meta.url)

/** A copy that a thread may have for its own. */
const copyOf = Effect.fnUntraced(function* (bytes: Uint8Array) {
  const copy = new Uint8Array(bytes.length)
  for (let at = 0; at < bytes.length; at += copiedBytes) {
    if (at > 0) yield* Effect.yieldNow
    copy.set(bytes.subarray(at, at + copiedBytes), at)
  }
  return copy
})

const ended =
  (what: string, { deadline }: ThreadPoolLimits) =>
  ({ reason }: WorkEnded): FeedUnreadable =>
    new FeedUnreadable({
      reason: "too_complex",
      message: `The ${what} takes more ${reason === "memory" ? "memory" : `than ${Duration.format(deadline)}`} to read.`
    })

const readIn = <A>(answer: Read<A>): Effect.Effect<A, FeedUnreadable> =>
  "read" in answer ? Effect.succeed(answer.read) : Effect.fail(new FeedUnreadable(answer.unread))

/** Feeds and lists, of which long ones are read within these limits. */
export const feedReaderWith = (limits: ThreadPoolLimits): Layer.Layer<FeedReader> =>
  Layer.effect(
    FeedReader,
    Effect.map(makeThreadPool<FeedWork, FeedAnswers>(limits, threadFile()), (pool) => readerOver(pool, limits))
  )

const readerOver = (pool: ThreadPool<FeedWork, FeedAnswers>, limits: ThreadPoolLimits): FeedReader["Service"] => {
  const feedInThread = Effect.fnUntraced(function* ({ bytes, url }: FeedToRead) {
    const copy = yield* copyOf(bytes)
    return yield* pool.run({ kind: "feed", bytes: copy, url }, [copy.buffer])
  }, pool.withThread)

  const listInThread = Effect.fnUntraced(function* (bytes: Uint8Array) {
    const copy = yield* copyOf(bytes)
    return yield* pool.run({ kind: "list", bytes: copy, mostOutlines: maxOutlines }, [copy.buffer])
  }, pool.withThread)

  const read = Effect.fn("FeedReader.read")(function* (feed: FeedToRead) {
    const { bytes, url } = feed
    if (bytes.length > maxFeedBytes) {
      return yield* new FeedUnreadable({ reason: "too_complex", message: "The feed is longer than 5 MB." })
    }
    if (isShort(bytes)) return yield* readIn(readFeedWork({ kind: "feed", bytes, url }))
    return yield* readIn(yield* Effect.mapError(feedInThread(feed), ended("feed", limits)))
  })

  const readList = Effect.fn("FeedReader.readList")(function* (bytes: Uint8Array) {
    if (bytes.length > maxListBytes) {
      return yield* new FeedUnreadable({ reason: "too_complex", message: "The list is longer than 16 MB: split it." })
    }
    if (isShort(bytes)) {
      return yield* readIn(listFeedsWork({ kind: "list", bytes, mostOutlines: maxOutlines }))
    }
    return yield* readIn(yield* Effect.mapError(listInThread(bytes), ended("list", limits)))
  })

  return FeedReader.of({ read, readList })
}
