/**
 * Calls of AI clients that go on, so that a message of their own can end them: the clients of 2025 cancel so, and may reach another process.
 *
 * **Model.** A call goes by a digest of the conversation that it belongs to and of its id, which no other conversation can name. Each process
 * knows its own calls alone. A cancellation that names none of them is told to the other processes as that digest, once.
 *
 * **Invariants**
 *
 * - Nothing is kept of what is over, nor of cancellations: one that comes before its call, or after it, does nothing.
 * - A process knows `most` calls, which is more than it answers at once; those beyond go on as if they could not be cancelled.
 */
import { Signer } from "@kittiwake/core/security/Signer"
import { Wakeups } from "@kittiwake/core/waking/Wakeups"
import { type Context, Effect, type Scope } from "effect"

/** Most calls that are known at once: ten in each message that is answered, and those of messages that wait for it to be so. */
const most = 16_384

/** Longest id of a call that can be cancelled. */
const idLength = 200

const isId = (id: unknown): id is string | number =>
  typeof id === "number" || (typeof id === "string" && id.length <= idLength)

/** What a note about a cancelled call begins with. */
const notePrefix = "cancel:"

/** A call that can be cancelled until it is over. */
export interface RunningCall {
  readonly signal: AbortSignal
  readonly over: () => void
}

/** Knows the calls of this process. It listens to others from the first call or cancellation on. */
export const makeRunningCalls = Effect.gen(function* () {
  const { digest } = yield* Signer
  const { listen, note } = yield* Wakeups
  const context = yield* Effect.context<Scope.Scope>()
  const calls = new Map<string, Set<AbortController>>()
  let count = 0

  const end = (name: string): boolean => {
    const found = calls.get(name)
    for (const call of found ?? []) call.abort(new Error("The client cancelled the call."))
    return found !== undefined
  }

  const listening = yield* Effect.cached(
    // With what is there now: what listens would keep the call that comes first for good.
    Effect.updateContext(
      listen((text) => {
        if (text.startsWith(notePrefix)) end(text.slice(notePrefix.length))
      }),
      (_: Context.Context<never>) => context
    )
  )

  const nameOf = (conversation: string, id: string | number) =>
    digest(JSON.stringify(["assistant-call", conversation, id]))

  const begin = Effect.fnUntraced(function* (conversation: string, id: string | number) {
    yield* listening
    const name = yield* nameOf(conversation, id)
    const call = new AbortController()
    const ofName = calls.get(name) ?? new Set()
    calls.set(name, ofName.add(call))
    count += 1
    const running: RunningCall = {
      signal: call.signal,
      over: () => {
        if (!ofName.delete(call)) return
        count -= 1
        if (ofName.size === 0 && calls.get(name) === ofName) calls.delete(name)
      }
    }
    return running
  })

  return {
    /** Calls of a conversation that were sent together begin, by their ids; without those that cannot be cancelled. Interrupted, none does. */
    begin: Effect.fnUntraced(function* (conversation: string, ids: ReadonlyArray<unknown>) {
      const begun = new Map<unknown, RunningCall>()
      const over = Effect.sync(() => {
        for (const one of begun.values()) one.over()
      })
      const beginning = Effect.gen(function* () {
        for (const id of new Set(ids)) {
          if (isId(id) && count < most) begun.set(id, yield* begin(conversation, id))
        }
      })
      yield* Effect.onInterrupt(beginning, () => over)
      return begun
    }),

    /** Ends a call of a conversation; where it does not go on here, what to `tell` the others. */
    cancel: Effect.fnUntraced(function* (conversation: string, id: unknown) {
      if (!isId(id)) return null
      const name = yield* nameOf(conversation, id)
      return end(name) ? null : name
    }),

    /** Ends calls of that name in the other processes, for a principal. */
    tell: (name: string, principalId: string) => note(notePrefix + name, principalId)
  }
})
