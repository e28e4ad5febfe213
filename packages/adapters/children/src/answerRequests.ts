/** The inside of a child: what the program of a pool calls to work for it. */
import module from "node:module"
import { parentPort } from "node:worker_threads"
import type { Message } from "./Message.ts"
import type { FromProgram } from "./protocol.ts"

export type { Message } from "./Message.ts"

/** Asks for more time of the processor for the work at hand; it is given as far as the pool allows. */
export type MoreTime = (processorMillis: number) => void

export type Handler = (request: Message, more: MoreTime) => Promise<Message>

const send = (message: FromProgram, transfer: ReadonlyArray<ArrayBuffer> = []) =>
  parentPort?.postMessage(message, [...transfer])

/** Hands the bytes over where they are a whole memory of their own, and sends a copy where they are not. */
const sendAnswer = ({ bytes, head }: Message) => {
  const { buffer } = bytes
  const isOwn = bytes.byteLength > 0 && buffer instanceof ArrayBuffer && bytes.byteLength === buffer.byteLength
  if (!isOwn) return send({ kind: "answer", head, bytes: new Uint8Array(bytes) })
  try {
    send({ kind: "answer", head, bytes: bytes as Uint8Array<ArrayBuffer> }, [buffer])
  } catch {
    // Memory of a library in C belongs to the library.
    send({ kind: "answer", head, bytes: new Uint8Array(bytes) })
  }
}

/**
 * Keeps what was loaded compiled, for the next child: this one is killed in the end, and a process that is killed keeps nothing. Takes
 * no time where nothing was loaded since.
 */
const keepCompiled = () => module.flushCompileCache?.()

/**
 * Answers one request after the other. A handler that throws breaks the child: what can go wrong with a file belongs into
 * its answer.
 */
export const answerRequests = (handler: Handler): void => {
  parentPort?.on("message", (request: Message) => {
    handler(request, (processorMillis) => send({ kind: "more", processorMillis })).then(
      (answer) => {
        sendAnswer(answer)
        keepCompiled()
      },
      // Thrown where no promise catches it.
      (cause: unknown) => process.nextTick(() => Promise.reject(cause))
    )
  })
  send({ kind: "ready" })
  keepCompiled()
}
