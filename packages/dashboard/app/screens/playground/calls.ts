/** The calls that were made here, in the memory of this page alone. */
import { useSyncExternalStore } from "react"
import { ApiError } from "../../api/ApiError.ts"
import { send } from "../../api/call.ts"
import { addressOf, type OperationName } from "../../api/operations.ts"
import { type CallInput, type Operation, queryFor } from "./description.ts"

/** Most bytes of an answer that are read: what is longer would stop the page. */
const answerMax = 32 * 1024 * 1024
/** Calls that are remembered, and how many of them with their answers. */
const callsKept = 30
const answersKept = 5

export interface Answer {
  readonly status: number
  readonly value: unknown
  readonly bytes: number
  readonly requestId: string | null
  readonly credits: number | null
}

export interface MadeCall {
  readonly id: number
  readonly operation: string
  readonly input: CallInput
  readonly at: number
  readonly millis: number
  readonly answer: Answer | null
  readonly error: unknown
}

let made: ReadonlyArray<MadeCall> = []
let nextId = 1
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useMadeCalls = (): ReadonlyArray<MadeCall> => useSyncExternalStore(subscribe, () => made)

export const forgetCalls = (): void => {
  made = []
  for (const listener of listeners) listener()
}

const remember = (call: Omit<MadeCall, "id">): MadeCall => {
  const one = { ...call, id: nextId++ }
  made = [one, ...made]
    .slice(0, callsKept)
    .map((kept, index) => (index < answersKept ? kept : { ...kept, answer: null }))
  for (const listener of listeners) listener()
  return one
}

class AnswerTooLong extends Error {
  override readonly name = "AnswerTooLong"
}

const textOf = async (response: Response): Promise<{ readonly text: string; readonly bytes: number }> => {
  const reader = response.body?.getReader()
  if (reader === undefined) return { text: "", bytes: 0 }
  const decoder = new TextDecoder()
  const pieces: Array<string> = []
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    bytes += value.byteLength
    if (bytes > answerMax) {
      await reader.cancel()
      throw new AnswerTooLong()
    }
    pieces.push(decoder.decode(value, { stream: true }))
  }
  return { text: pieces.join("") + decoder.decode(), bytes }
}

const parsed = (text: string): unknown => {
  try {
    return text === "" ? null : JSON.parse(text)
  } catch {
    return text
  }
}

const creditsOf = (value: unknown): number | null => {
  const metadata = (value as { key_metadata?: { credits_consumed?: unknown } } | null)?.key_metadata
  return typeof metadata?.credits_consumed === "number" ? metadata.credits_consumed : null
}

const requestIdOf = (value: unknown): string | null => {
  const id = (value as { request_id?: unknown } | null)?.request_id
  return typeof id === "string" ? id : null
}

/** The input as `addressOf` takes it. */
export const shownInput = (operation: Operation, input: CallInput) => ({
  ...(input.params === undefined ? {} : { params: input.params }),
  ...(input.query === undefined ? {} : { query: queryFor(input.query) }),
  ...(operation.hasPayload ? { payload: input.payload ?? {} } : {})
})

/** Makes a call and remembers it. A call that was cancelled rejects and is not remembered. */
export const make = async (
  operation: Operation,
  input: CallInput,
  file: File | null,
  signal: AbortSignal
): Promise<MadeCall> => {
  const at = Date.now()
  const given = shownInput(operation, input)
  const { method, path } = addressOf(operation.id as OperationName, given)
  const body = operation.takesFile
    ? (file ?? new Blob([]))
    : operation.hasPayload
      ? given.payload
      : method === "POST"
        ? {}
        : undefined
  const done = (answer: Answer | null, error: unknown) =>
    remember({ operation: operation.id, input, at, millis: Date.now() - at, answer, error })
  try {
    const response = await send(method, path, {
      body,
      signal,
      headers: {
        // Somebody's call, and none that a screen makes by itself: the log shows it among those of keys.
        "x-kittiwake-playground": "1",
        ...(operation.takesFile ? { "content-type": "application/octet-stream" } : {})
      }
    })
    const { bytes, text } = await textOf(response)
    const value = parsed(text)
    return done(
      {
        status: response.status,
        value,
        bytes,
        requestId: requestIdOf(value) ?? response.headers.get("x-request-id"),
        credits: creditsOf(value)
      },
      null
    )
  } catch (error) {
    if (signal.aborted) throw error
    const known =
      error instanceof AnswerTooLong
        ? new ApiError({ status: 413, code: "TOO_LONG", message: "", requestId: null })
        : error
    return done(null, known)
  }
}
