/**
 * The thread that owns a PGlite database.
 *
 * PGlite runs Postgres inside this thread: a long statement blocks it, and some failures make it spin for ever (a full
 * disk, a value nested too deep). Here that hurts nobody else, and the main thread can see it and end it.
 */
import { open, readFile, rename, rm } from "node:fs/promises"
import { constants, setPriority } from "node:os"
import { parentPort, workerData } from "node:worker_threads"
import { PGlite } from "@electric-sql/pglite"
import { columnParsers } from "./columnValues.ts"
import { buffersOf } from "./ownBytes.ts"
import type { WorkerReply, WorkerRequest, WorkerStart } from "./pgliteMessages.ts"
import { preparedStatements } from "./pgliteStatements.ts"
import { withoutTierUp } from "./withoutTierUp.ts"

const port = parentPort
if (port === null) throw new Error("pgliteWorker must be started as a worker thread")
const start = workerData as WorkerStart

// Where cores are few, whoever answers requests goes first: most of what the database does then is written behind the
// answers, and a request that needs it leaves the core to it by waiting. Elsewhere this would be the whole process's.
if (process.platform === "linux") setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL)

const reply = (message: WorkerReply) =>
  port.postMessage(message, message.ok ? message.rows.flatMap((row) => buffersOf(Object.values(row))) : [])

const failed = (id: number, error: unknown) => {
  const { message, code, constraint } = error as { message?: unknown; code?: unknown; constraint?: unknown }
  const text = typeof message === "string" ? message : String(error)
  reply({
    id,
    ok: false,
    failure: {
      message: text,
      code: typeof code === "string" && /^[0-9A-Z]{5}$/.test(code) ? code : undefined,
      constraint: typeof constraint === "string" ? constraint : undefined
    },
    // What Emscripten says when the engine gave up: nothing it answers afterwards can be trusted.
    aborted: text.includes("Aborted") || error instanceof AnswerLost || error instanceof WebAssembly.RuntimeError
  })
}

const openDatabase = async () =>
  PGlite.create({
    dataDir: start.directory ?? "memory://",
    ...(start.snapshot === null ? {} : { loadDataDir: new Blob([await readFile(start.snapshot)]) }),
    parsers: { ...columnParsers }
  })

const snapshot = async (database: PGlite, path: string) => {
  await database.exec("checkpoint")
  const dump = await database.dumpDataDir("gzip")
  const temporary = `${path}.partial`
  const file = await open(temporary, "w", 0o600)
  try {
    await file.writeFile(new Uint8Array(await dump.arrayBuffer()))
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(temporary, path).catch(async (error: unknown) => {
    await rm(temporary, { force: true })
    throw error
  })
}

/** The engine failed and lost its own error: PGlite 0.5 then answers with no rows, as if all were well. */
class AnswerLost extends Error {
  override readonly message = "the engine dropped a statement without a word"
}

/** Postgres ends every statement by naming what it did; an answer that does not is none. */
const told = (rows: ReadonlyArray<Record<string, unknown>>, command: string | undefined) => {
  if (command === undefined) throw new AnswerLost()
  return { rows, command }
}

const answer = async (database: PGlite, run: ReturnType<typeof preparedStatements>, request: WorkerRequest) => {
  switch (request.type) {
    case "query": {
      const result = request.prepared
        ? await run(request.text, request.params)
        : await database.query<Record<string, unknown>>(request.text, [...request.params])
      return told(result?.rows ?? [], result?.command)
    }
    case "copy": {
      // The engine has no standard input; what it reads instead is a file of PGlite's.
      const text = request.text.replace(/\bstdin$/, "'/dev/blob'")
      const { command } = await database.query(text, [], { blob: new Blob([request.rows]) })
      return told([], command)
    }
    case "script": {
      const last = (await database.exec(request.text)).at(-1)
      return told(last?.rows ?? [], last?.command)
    }
    case "snapshot":
      await snapshot(database, request.path)
      return { rows: [], command: undefined }
    case "close":
      await database.close()
      return { rows: [], command: undefined }
  }
}

try {
  const database = await withoutTierUp(openDatabase)
  const run = preparedStatements(database)
  // One after the other, in the order asked, so that nothing slips between the statements of a transaction.
  let last = Promise.resolve()
  port.on("message", (request: WorkerRequest) => {
    last = last
      .then(() => answer(database, run, request))
      .then(
        ({ rows, command }) => reply({ id: request.id, ok: true, rows, command }),
        (error: unknown) => failed(request.id, error)
      )
  })
  reply({ id: 0, ok: true, rows: [], command: undefined })
} catch (error) {
  failed(0, error)
}
