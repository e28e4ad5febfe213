/** This process's side of a reading thread: files out, fragments in, and an end for a thread that cannot go on. */
import { Worker } from "node:worker_threads"
import { DocumentUnreadable } from "@kittiwake/core/pages/DocumentReader"
import { Duration, Effect, Schedule } from "effect"
import type { Fragment } from "./reading/Fragment.ts"
import { heapMegabytes, outsideHeapBytes } from "./reading/limits.ts"
import type { ThreadReply } from "./reading/messages.ts"
import type { FileToRead } from "./reading/ReadOptions.ts"

export interface ReadingThread {
  /** Reads one file. The thread is of no more use after a failure that says so, or after an interruption. */
  readonly read: (file: FileToRead) => Effect.Effect<Fragment, DocumentUnreadable | ThreadEnded>
  readonly isUsable: () => boolean
  readonly end: Effect.Effect<void>
}

/** The thread ended while it read: it ran out of memory, or something in it broke. */
export interface ThreadEnded {
  readonly _tag: "ThreadEnded"
  readonly isOutOfMemory: boolean
}

/** How often the memory outside the heap is looked at. A parser fills some 300 MB a second. */
const lookEvery = Duration.millis(50)

const threadFile = () =>
  new URL(
    import.meta.url.endsWith(".ts") ? "./reading/readingThread.ts" : "./reading/readingThread.js",
    import.meta.url
  )

/** Starts a thread with its limits. Node's limits are of the heap alone, so that the rest is watched from here. */
export const startReadingThread: Effect.Effect<ReadingThread> = Effect.sync(() => {
  // Options of the process, such as loaders of a test runner, and its environment are none of the thread's business.
  const worker = new Worker(threadFile(), {
    execArgv: [],
    env: {},
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 }
  })
  worker.unref()
  let hasEnded = false
  let isTooLarge = false
  worker.on("exit", () => {
    hasEnded = true
  })
  worker.on("error", (cause: NodeJS.ErrnoException) => {
    isTooLarge ||= cause.code === "ERR_WORKER_OUT_OF_MEMORY"
  })
  // Programs in the thread may print what they like about the file; nobody reads it.
  worker.stdout.resume()
  worker.stderr.resume()

  const end = Effect.promise(() => worker.terminate()).pipe(Effect.asVoid)

  const watch = Effect.tryPromise(() => worker.getHeapStatistics()).pipe(
    Effect.tap(({ external_memory }) => {
      if (external_memory < outsideHeapBytes) return Effect.void
      isTooLarge = true
      return end
    }),
    Effect.ignore,
    Effect.repeat(Schedule.spaced(lookEvery))
  )

  const answer = (file: FileToRead) =>
    Effect.callback<Fragment, DocumentUnreadable | ThreadEnded>((resume) => {
      const ended = () => resume(Effect.fail({ _tag: "ThreadEnded", isOutOfMemory: isTooLarge }))
      const replied = (reply: ThreadReply) => {
        forget()
        resume(reply.ok ? Effect.succeed(reply.fragment) : Effect.fail(new DocumentUnreadable(reply)))
      }
      const forget = () => {
        worker.off("message", replied)
        worker.off("exit", ended)
      }
      worker.on("message", replied)
      worker.on("exit", ended)
      if (hasEnded) ended()
      else worker.postMessage(file)
      return Effect.sync(forget)
    })

  return {
    read: (file) => Effect.raceFirst(answer(file), Effect.andThen(watch, Effect.never)),
    isUsable: () => !hasEnded,
    end
  }
})
