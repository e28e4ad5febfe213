/** The main thread's side of the thread that owns PGlite: requests out, answers in, and poison when it cannot go on. */
import { Worker } from "node:worker_threads"
import { Clock, Deferred, Duration, Effect, Exit } from "effect"
import type { SqlError } from "effect/sql"
import type { Answer } from "./makeClient.ts"
import { buffersOf } from "./ownBytes.ts"
import type { WorkerReply, WorkerRequest, WorkerStart } from "./pgliteMessages.ts"
import { sqlFailure, sqlUnreachable } from "./sqlFailure.ts"

/** A request before it has a number. */
export type Request = WorkerRequest extends infer R ? (R extends unknown ? Omit<R, "id"> : never) : never

/** A thread with an open database. */
export interface PgliteThread {
  /** Sends a request at once; the thread answers in the order of sending. */
  readonly send: (request: Request) => Deferred.Deferred<Answer, SqlError.SqlError>
  /** Why the database cannot be used any more; undefined while it can. */
  readonly poison: () => string | undefined
  /** Poisons the thread when it owes an answer and has given none for this long. Work that takes long has longer. */
  readonly endIfSilentFor: (millis: number, nowMillis: number) => void
  /** Closes the database and ends the thread. */
  readonly close: Effect.Effect<void>
}

interface Owed {
  readonly text: string
  readonly isLong: boolean
  readonly answer: Deferred.Deferred<Answer, SqlError.SqlError>
}

/** Longest silence during a snapshot, a migration or the tidying of a table. */
const longWorkMillis = 3_600_000

const isLongWork = (request: Request) =>
  request.type === "snapshot" || (request.type === "script" && /^\s*(?:vacuum|create|alter)\b/i.test(request.text))

/** Longest wait for a database to close; a thread that spins never does. */
const closeWithin = Duration.seconds(10)

const workerFile = () =>
  new URL(import.meta.url.endsWith(".ts") ? "./pgliteWorker.ts" : "./pgliteWorker.js", import.meta.url)

/** Starts the thread and opens the database in it. `onPoisoned` is called once at most. */
export const startThread = Effect.fnUntraced(function* (start: WorkerStart, onPoisoned: (reason: string) => void) {
  const owed = new Map<number, Owed>()
  let lastId = 0
  let lastSignMillis: number | null = null
  let poison: string | undefined
  let closing = false

  // Options of the process, such as loaders of a test runner, are none of the thread's business.
  const worker = new Worker(workerFile(), { workerData: start, execArgv: [] })

  // The caller keeps its bytes, so the thread gets a copy, which it then owns instead of copying it once more.
  const post = (request: WorkerRequest) => {
    if (request.type !== "query") return worker.postMessage(request)
    const params = request.params.map((value) => (value instanceof Uint8Array ? new Uint8Array(value) : value))
    worker.postMessage({ ...request, params }, buffersOf(params))
  }

  const end = (reason: string) => {
    if (poison !== undefined) return
    poison = reason
    for (const { answer, text } of owed.values()) Deferred.doneUnsafe(answer, Exit.fail(sqlUnreachable(reason, text)))
    owed.clear()
    // A thread that spins for ever can only be ended from outside.
    void worker.terminate()
    if (!closing) onPoisoned(reason)
  }

  const receive = (reply: WorkerReply) => {
    lastSignMillis = null
    const one = owed.get(reply.id)
    if (one === undefined) return
    owed.delete(reply.id)
    if (reply.ok) {
      Deferred.doneUnsafe(one.answer, Exit.succeed(reply))
      return
    }
    const failure = sqlFailure(reply.failure, new Error(reply.failure.message), one.text)
    Deferred.doneUnsafe(one.answer, Exit.fail(failure))
    if (reply.aborted) end(`the engine gave up (${reply.failure.message})`)
  }

  const owe = (id: number, text: string, isLong: boolean) => {
    const answer = Deferred.makeUnsafe<Answer, SqlError.SqlError>()
    if (poison === undefined) owed.set(id, { text, isLong, answer })
    else Deferred.doneUnsafe(answer, Exit.fail(sqlUnreachable(poison, text)))
    return answer
  }

  worker.on("message", receive)
  worker.on("error", (error) => end(`its thread failed (${error instanceof Error ? error.message : String(error)})`))
  worker.on("exit", (code) => end(closing ? "it is closed" : `its thread ended with code ${code}`))

  const send = (request: Request) => {
    lastId += 1
    const text = "text" in request ? request.text.slice(0, 200) : request.type
    const answer = owe(lastId, text, isLongWork(request))
    if (poison === undefined) post({ ...request, id: lastId })
    return answer
  }

  const thread: PgliteThread = {
    send,
    poison: () => poison,
    endIfSilentFor: (millis, nowMillis) => {
      const first = owed.values().next().value
      if (first === undefined) return
      const limit = first.isLong ? Math.max(millis, longWorkMillis) : millis
      lastSignMillis ??= nowMillis
      if (nowMillis - lastSignMillis >= limit) end(`no answer within ${limit} ms to: ${first.text}`)
    },
    close: Effect.suspend(() => {
      closing = true
      return Deferred.await(send({ type: "close" })).pipe(
        Effect.timeout(closeWithin),
        // Also in a test, whose clock may stand still.
        Effect.provideService(Clock.Clock, Clock.Clock.defaultValue()),
        Effect.ignore,
        Effect.andThen(Effect.promise(() => worker.terminate()))
      )
    })
  }
  yield* Deferred.await(owe(0, "open", true)).pipe(
    Effect.onError(() => Effect.sync(() => end("it could not be opened")))
  )
  return thread
})
