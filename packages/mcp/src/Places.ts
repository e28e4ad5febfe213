/**
 * How many messages are answered at once.
 *
 * **Details.** A call may take minutes, and its stream stands open as long. What is beyond the bounds is refused at once and
 * before anything is made for it, so that no flood keeps the messages of others waiting. Limits of requests are another thing: they count
 * what begins within a minute, and not what goes on.
 *
 * What only lists needs a place as well: its reply is held until it was read, and an organization without limits of requests has no other
 * bound on such. It finds one while its own organization leaves one: no organization has more than it leaves to others.
 */

import { leavesRoom } from "@kittiwake/core/internal/SharedPlaces"
import { countedFor } from "@kittiwake/core/organizations/domain/Principal"
import type { AssistantCall } from "@kittiwake/http/assistants/AssistantDoor"

/**
 * Most messages at once: of a key with the grants that it signed, of all those of an organization, which are no more than are left for others
 * besides, and of all that a process answers.
 */
export interface PlaceLimits {
  readonly caller: number
  readonly organization: number
  readonly process: number
}

export const placeLimits: PlaceLimits = { caller: 64, organization: 256, process: 1_024 }

/** The name under which those of the process are counted. */
const all = "process"

/** When whoever is refused may try again. */
const retryAfterSeconds = 2

const idOf = (message: unknown): string | number | null => {
  const { id } = Object(message) as { readonly id?: unknown }
  return typeof id === "string" || typeof id === "number" ? id : null
}

const refused = (message: unknown): Response =>
  Response.json(
    {
      jsonrpc: "2.0",
      id: idOf(message),
      error: { code: -32000, message: "Too many calls are being answered. Wait for some of them, then try again." }
    },
    { status: 429, headers: { "retry-after": String(retryAfterSeconds) } }
  )

/** The reply, which frees its place when it was read to its end, or nobody reads it any more. */
const freeing = (response: Response, free: () => void): Response => {
  const { body, headers, status } = response
  if (body === null) {
    free()
    return response
  }
  const reader = body.getReader()
  const watched = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const { done, value } = await reader.read()
        if (!done) return controller.enqueue(value)
        free()
        controller.close()
      } catch (error) {
        free()
        controller.error(error)
      }
    },
    cancel: (reason) => {
      free()
      return reader.cancel(reason)
    }
  })
  return new Response(watched, { status, headers })
}

/** Answers calls, as long as there is a place for them in this process. */
export const makePlaces = (limits: PlaceLimits = placeLimits) => {
  const taken = new Map<string, number>()
  const count = (name: string) => taken.get(name) ?? 0
  const add = (name: string, change: 1 | -1) => {
    const left = count(name) + change
    if (left === 0) taken.delete(name)
    else taken.set(name, left)
  }
  return async (
    { message, principal, request: { signal } }: Pick<AssistantCall, "message" | "principal" | "request">,
    answered: () => Promise<Response>
  ): Promise<Response> => {
    const owner = `organization ${principal.organization.id}`
    const places: ReadonlyArray<readonly [name: string, most: number]> = [
      [`caller ${countedFor(principal)} of ${principal.organization.id}`, limits.caller],
      [owner, limits.organization],
      [all, limits.process]
    ]
    const mayBegin =
      leavesRoom(count(owner), limits.process - count(all)) && places.every(([name, most]) => count(name) < most)
    if (!mayBegin) return refused(message)
    for (const [name] of places) add(name, 1)
    let isTaken = true
    const free = () => {
      if (!isTaken) return
      isTaken = false
      for (const [name] of places) add(name, -1)
    }
    // Whoever leaves before anything was told reads no reply.
    signal.addEventListener("abort", free, { once: true })
    try {
      return freeing(await answered(), free)
    } catch (error) {
      free()
      throw error
    }
  }
}
