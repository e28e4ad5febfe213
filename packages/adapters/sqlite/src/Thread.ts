/** The main thread's side of a thread that owns a connection: calls out, answers in. */
import module from "node:module"
import { dirname } from "node:path"
import { Worker } from "node:worker_threads"
import { Exit } from "effect"
import type { Answer, Call, FromThread, ThreadStart, ToThread } from "./messages.ts"
import { moduleOf } from "./moduleOf.ts"
import { type Failure, failureOf, restoreCopy } from "./sqliteFailure.ts"

/** Told how a call ended. */
export type Done = (exit: Exit.Exit<unknown, Failure>) => void

/** A call whose answer is not there yet. */
interface Owed {
  readonly operation: string
  readonly bytes: number
  readonly sentMillis: number
  /** Undefined once the caller was told that there is no answer. */
  done: Done | undefined
}

export interface ThreadOptions {
  readonly file: "writerThread" | "readerThread"
  readonly start: ThreadStart
  /** Told when the database is open, or cannot be. */
  readonly onOpened: Done
  /** Told once when the thread ended without having been told to, or says that its file cannot be trusted. */
  readonly onLost: (reason: string) => void
  /** Told of every call that ended, before its caller is, and also of those whose callers are gone. */
  readonly onEnded?: (operation: string) => void
  /** Milliseconds that only ever rise. */
  readonly nowMillis: () => number
}

/** A running thread. */
export interface Thread {
  /** Sends a call together with those of the same turn. Memory in `transfer` is handed over. */
  readonly call: (operation: string, input: unknown, done: Done, transfer?: ReadonlyArray<ArrayBuffer>) => void
  /** Calls that the thread has not answered. */
  readonly owedCount: () => number
  /** Bytes of those calls, as far as they are seen from outside: texts and bytes that stand in an input by themselves. */
  readonly owedBytes: () => number
  /** Fails the calls that were sent longer ago than this; what they do may still happen. */
  readonly failOlderThan: (millis: number) => void
  /** Asks the thread to finish what was sent and to close the database; resolves when it has ended. */
  readonly close: () => Promise<void>
  /** Ends the thread as it is, between two statements. */
  readonly terminate: () => Promise<unknown>
}

const sizeOf = (value: unknown): number =>
  typeof value === "string" ? value.length : value instanceof Uint8Array ? value.byteLength : 0

const bytesOf = (input: unknown): number =>
  typeof input === "object" && input !== null
    ? Object.values(input).reduce<number>((sum, value) => sum + sizeOf(value), 0)
    : sizeOf(input)

/** How long callers are told their answers in one turn: each goes on at once, and one commit answers hundreds. */
const turnMillis = 4

const unavailable = (message: string) =>
  Exit.fail<Failure>({ kind: "unavailable", message, code: null, stack: undefined })

/**
 * Has the thread keep its modules compiled where the process keeps its own: run from their sources, they would cost each
 * thread 60 MB and a quarter of a second at every start.
 */
const compileCache = (): NodeJS.ProcessEnv => {
  const folder = module.getCompileCacheDir?.()
  // Told with the version that Node puts below it.
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}

/** Starts a thread, which opens its database. */
export const startThread = ({ file, nowMillis, onEnded, onLost, onOpened, start }: ThreadOptions): Thread => {
  const owed = new Map<number, Owed>()
  let lastId = 0
  let owedBytes = 0
  let lost: string | undefined
  let isClosing = false
  let unsent: Array<Call> = []
  let transfers: Array<ArrayBuffer> = []
  /** Answers whose callers were not told yet, in their order. */
  const arrived: Array<Answer> = []

  // Options of the process, such as loaders of a test runner, and its environment are none of the thread's business.
  const worker = new Worker(moduleOf(file), { workerData: start, execArgv: [], env: compileCache() })
  const exited = new Promise<void>((resolve) => worker.once("exit", () => resolve()))

  const lose = (reason: string) => {
    if (lost !== undefined) return
    lost = reason
    // What was answered has happened.
    tell(() => true)
    for (const { done } of owed.values()) done?.(unavailable(reason))
    owed.clear()
    if (!isClosing) onLost(reason)
  }

  const receive = (answer: Answer) => {
    const one = owed.get(answer.id)
    if (one === undefined) return
    owed.delete(answer.id)
    owedBytes -= one.bytes
    onEnded?.(one.operation)
    one.done?.(answer.ok ? Exit.succeed(answer.value) : Exit.fail(answer.failure))
    if (!answer.ok && answer.failure.kind === "corrupt" && answer.id !== opening)
      lose(`${answer.failure.message}. ${restoreCopy}`)
  }

  const tell = (hasTime: () => boolean) => {
    for (let answer = arrived.shift(); answer !== undefined; answer = arrived.shift()) {
      receive(answer)
      if (!hasTime()) return
    }
  }

  const tellInTurn = () => {
    const until = nowMillis() + turnMillis
    tell(() => nowMillis() < until)
    if (arrived.length > 0) setImmediate(tellInTurn)
  }

  worker.on("message", ({ answers }: FromThread) => {
    const isPlanned = arrived.length > 0
    arrived.push(...answers)
    if (!isPlanned) tellInTurn()
  })
  worker.on("error", (error) => lose(`its thread failed: ${error instanceof Error ? error.message : String(error)}`))
  worker.on("exit", () => lose("its thread has ended"))

  const send = () => {
    const [calls, memory] = [unsent, transfers]
    unsent = []
    transfers = []
    try {
      worker.postMessage({ calls } satisfies ToThread, memory)
    } catch (error) {
      // Something among them cannot be copied to another thread: a bug, of which nobody may wait for ever.
      for (const { id } of calls) receive({ id, ok: false, failure: failureOf(error) })
    }
  }

  owed.set(opening, { operation: "open", bytes: 0, sentMillis: nowMillis(), done: onOpened })
  return {
    call: (operation, input, done, transfer = []) => {
      if (lost !== undefined || isClosing) return done(unavailable(lost ?? "the database is closed"))
      lastId += 1
      const bytes = bytesOf(input)
      owedBytes += bytes
      owed.set(lastId, { operation, bytes, sentMillis: nowMillis(), done })
      if (unsent.length === 0) queueMicrotask(send)
      unsent.push({ id: lastId, operation, input })
      transfers.push(...transfer)
    },
    owedCount: () => owed.size,
    owedBytes: () => owedBytes,
    failOlderThan: (millis) => {
      const before = nowMillis() - millis
      for (const [id, one] of owed) {
        // They stand in the order in which they were sent.
        if (one.sentMillis > before) break
        // However large the file is, opening it ends some time.
        if (id === opening || one.done === undefined) continue
        const { done } = one
        one.done = undefined
        done(unavailable(`${one.operation} was not answered within ${Math.round(millis / 1_000)} seconds`))
      }
    },
    close: () => {
      if (unsent.length > 0) send()
      isClosing = true
      worker.postMessage({ close: true } satisfies ToThread)
      return exited
    },
    terminate: () => worker.terminate()
  }
}

/** The number of the message that says how opening went. */
const opening = 0
