/**
 * The answer to calls that their client may cancel. One that was sent alone ends there, without a result, as the protocol wants it; of those
 * that were sent together each ends by itself, and the others go on in the same reply.
 */
import type { RunningCall } from "./RunningCalls.ts"

/** A stream in which nothing was told. A client that cancelled waits for nothing more. */
const nothing = () =>
  new Response(new ReadableStream({ start: (controller) => controller.close() }), {
    headers: { "content-type": "text/event-stream", "cache-control": "no-cache, no-transform" }
  })

/** The reply, which ends when the call is cancelled; `over` is called when it has ended, however it did. */
const ending = (response: Response, { over, signal }: RunningCall): Response => {
  if (response.body === null) {
    over()
    return response
  }
  const reader = response.body.getReader()
  let isClosed = false
  const body = new ReadableStream<Uint8Array>({
    start: (controller) =>
      signal.addEventListener(
        "abort",
        () => {
          if (isClosed) return
          isClosed = true
          over()
          controller.close()
          reader.cancel().catch(() => undefined)
        },
        { once: true }
      ),
    pull: async (controller) => {
      try {
        const { done, value } = await reader.read()
        if (isClosed) return
        if (!done) return controller.enqueue(value)
        isClosed = true
        over()
        controller.close()
      } catch (error) {
        if (isClosed) return
        isClosed = true
        over()
        controller.error(error)
      }
    },
    cancel: (reason) => {
      isClosed = true
      over()
      return reader.cancel(reason)
    }
  })
  return new Response(body, { status: response.status, headers: response.headers })
}

/** Answers calls that were sent together, until there is nothing more to tell of any. */
export const together = async (
  calls: ReadonlyArray<RunningCall>,
  answer: () => Promise<Response>
): Promise<Response> => {
  const over = () => {
    for (const call of calls) call.over()
  }
  try {
    return ending(await answer(), { over, signal: new AbortController().signal })
  } catch (error) {
    over()
    throw error
  }
}

/** Answers a call as long as nobody cancels it. */
export const cancellable = async (call: RunningCall, answer: () => Promise<Response>): Promise<Response> => {
  let cancel: () => void = () => undefined
  const cancelled = new Promise<Response>((resolve) => {
    cancel = () => resolve(nothing())
  })
  call.signal.addEventListener("abort", cancel, { once: true })
  try {
    const answered = answer()
    // What comes of it when it was cancelled is read by nobody.
    answered.catch(() => undefined)
    return ending(await Promise.race([answered, cancelled]), call)
  } catch (error) {
    call.over()
    throw error
  }
}
