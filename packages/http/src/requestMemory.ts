/** What one request takes of the memory that all share, from its body until its answer was sent. */

import type { ServerResponse } from "node:http"
import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import {
  borrowing,
  CurrentLease,
  type MemoryCounter,
  type MemoryLease,
  neverFitsMessage,
  noRoomMessage
} from "@kittiwake/core/budget/MemoryBudget"
import { ContentTooLarge, TooBusy } from "@kittiwake/core/web/errors"
import { Duration, Effect, Schedule } from "effect"
import type { HttpServerRequest, HttpServerResponse } from "effect/http"
import { isCounted, networkOfSocket } from "./Connections.ts"
import type { ExchangeState } from "./Exchange.ts"
import { noteReader } from "./littleHolds.ts"
import { Readers } from "./Readers.ts"
import { refusalReply } from "./refusalReply.ts"
import { bytesOnTheWay, cutWhenOthersWait, cutWhoReadsLeast } from "./slowReaders.ts"

/** No room for what came, or for what is to be done. */
export const noRoom = new TooBusy({ message: noRoomMessage })

/** Bodies and answers from this size on are counted one by one; smaller ones together, while they wait (littleHolds.ts). */
export const countedFromBytes = 64 * 1024

/** How long a body that is announced waits for room, unread. */
export const waitsForRoom = Duration.seconds(5)
const looksEvery = Duration.millis(100)

/** The lease of the request, opened when first something is taken. */
export const leaseOf = (exchange: ExchangeState): MemoryLease => {
  exchange.lease ??= exchange.memory.open(exchange.caller?.organization.id ?? "")
  return exchange.lease
}

/** Fails when work that takes memory should not begin now: its caller, or everybody together, has enough of it. */
export const checkRoom = (exchange: ExchangeState): Effect.Effect<void, ContentTooLarge | TooBusy> => {
  const { caller, memory } = exchange
  if (memory.isShort) return Effect.fail(noRoom)
  if (memory.hasRoom(caller?.organization.id ?? "", countedFromBytes)) return Effect.void
  // What the request brought leaves no room for work on it, however often it is sent.
  const enoughBytes = exchange.lease?.enoughFor?.(countedFromBytes)
  return Effect.fail(exchange.lease === null ? noRoom : refusalOf(exchange, countedFromBytes, enoughBytes))
}

/** Takes room for a body before it is read, as soon as there is some. */
export const takeForBody = (exchange: ExchangeState, bytes: number): Effect.Effect<void, ContentTooLarge | TooBusy> =>
  Effect.suspend(() =>
    leaseOf(exchange).take(bytes) ? Effect.void : Effect.fail(refusalOf(exchange, bytes, 2 * bytes + countedFromBytes))
  ).pipe(
    Effect.retry({
      schedule: Schedule.spaced(looksEvery).pipe(Schedule.upTo({ duration: waitsForRoom })),
      while: ({ _tag }) => _tag === "TooBusy"
    })
  )

/**
 * Why there is no room for a body: others have it, or all of it would not be enough. `enoughBytes` is the budget that would hold it with
 * the work on it, where its length is known.
 */
export const refusalOf = (
  exchange: ExchangeState,
  bytes: number,
  enoughBytes: number | null = null
): ContentTooLarge | TooBusy =>
  leaseOf(exchange).fits(bytes) ? noRoom : new ContentTooLarge({ message: neverFitsMessage(enoughBytes) })

/** What was taken for answers before they were made. */
const takenForAnswers = new WeakMap<ExchangeState, number>()

/** Whether what the request holds counts for an answer of so many bytes as well: a page counts three times for what is made of it. */
export const countsForAnswer = ({ lease }: ExchangeState, bytes: number): boolean =>
  bytes <= (lease?.enoughFor?.(0) ?? 0)

/** Whether there is room for an answer, which is taken then before it is made: it is the answer's until it was sent. */
export const takesNow = (exchange: ExchangeState, bytes: number): boolean => {
  if (!leaseOf(exchange).take(bytes)) return false
  takenForAnswers.set(exchange, bytes)
  return true
}

/** Takes room for an answer, or says why there is none. */
export const takeForAnswer = (
  exchange: ExchangeState,
  bytes: number
): Effect.Effect<void, ContentTooLarge | TooBusy> =>
  takesNow(exchange, bytes) ? Effect.void : Effect.fail(refusalOf(exchange, bytes))

/** Counts what work takes as the request's, and gives it back when the work ends. */
export const borrowed =
  (exchange: ExchangeState) =>
  <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.suspend(() => Effect.provideService(borrowing(work), CurrentLease, leaseOf(exchange)))

/** What readers without a key may hold of the budget together, of answers that are not one for all of them. */
const partOfNobody = 1 / 8

/** An answer that is being read, by so many at once: the same bytes are held once, however many read them. */
interface Held {
  readers: number
  readonly lease: MemoryLease
}

const held = new WeakMap<MemoryCounter, WeakMap<Uint8Array, Held>>()

/** The bytes of an answer that is counted: of a small text none are made for this. */
const bodyOf = ({ body }: HttpServerResponse.HttpServerResponse, isCounted: boolean): Uint8Array | null =>
  body._tag === "Uint8Array" && (isCounted || body.contentLength >= countedFromBytes) ? body.body : null

/** Counts the bytes until the last who reads them is done; who comes first has them counted as his. */
const holdFor = (memory: MemoryCounter, owner: string, body: Uint8Array): (() => void) => {
  const bodies = held.get(memory) ?? new WeakMap<Uint8Array, Held>()
  held.set(memory, bodies)
  const one = bodies.get(body) ?? { readers: 0, lease: memory.open(owner) }
  bodies.set(body, one)
  if (one.readers === 0) one.lease.keep(body.byteLength)
  one.readers += 1
  return () => {
    one.readers -= 1
    if (one.readers > 0) return
    bodies.delete(body)
    one.lease.close()
  }
}

/** What answers are made of that go out as they are read. */
const sources = new WeakMap<ExchangeState, Uint8Array>()

/** The response of Node to a request; null for one of the web standard, of which nobody tells what becomes of it. */
const responseTo = (request: HttpServerRequest.HttpServerRequest) =>
  request.source instanceof Request ? null : NodeHttpServerRequest.toServerResponse(request)

/**
 * Counts bytes of which an answer is made while it goes out, until it was sent or its reader is gone: once for all who read them, and no longer
 * as what the request took to get them. `ownBytes` are what the answer takes besides.
 */
export const holdSource = (
  exchange: ExchangeState,
  request: HttpServerRequest.HttpServerRequest,
  source: Uint8Array,
  ownBytes: number
): void => {
  const sent = responseTo(request)
  if (sent?.destroyed !== false) return
  const lease = leaseOf(exchange)
  sent.once("close", holdFor(exchange.memory, exchange.caller?.organization.id ?? "", source))
  sources.set(exchange, source)
  lease.give(source.byteLength)
  lease.keep(ownBytes)
}

const isHeld = (memory: MemoryCounter, body: Uint8Array): boolean => held.get(memory)?.has(body) ?? false

/**
 * Whether there is room for an answer to somebody without a key. All of these have a part of the budget together, and of its second half nobody
 * takes more than is left free. Where it is used up, those are cut first who let their answers lie.
 */
const hasRoomForStranger = (memory: MemoryCounter, sent: ServerResponse, bytes: number): boolean => {
  if (memory.isWithin("", bytes, partOfNobody / 2)) return true
  const ownBytes = bytesOnTheWay(memory, sent, "")
  const isRoom = (givenBack: number) => memory.isWithin("", ownBytes + bytes - givenBack, partOfNobody)
  return isRoom(0) || cutWhoReadsLeast(memory, "", isRoom)
}

/** Large answers that one network reads at once without a key: some of each of ten people whose browsers ask for six at once. */
const readersOfNetwork = 64

const tooManyReaders = new TooBusy({
  message: "Many large pages and files are read from your address at once. Try again."
})

const strangersReading = new Readers()

/** Counts somebody without a key who begins to read something large; false where his network reads too much. Many may have the address of a proxy. */
const readsAsStranger = (sent: ServerResponse): boolean => {
  const { socket } = sent.req
  if (!isCounted(socket.remoteAddress ?? "")) return true
  const leave = strangersReading.enter([[networkOfSocket(socket), readersOfNetwork]])
  if (leave !== null) sent.once("close", leave)
  return leave !== null
}

/** The reply in place of an answer that there is no room for. */
const withoutRoom = ({ capacityBytes }: MemoryCounter, bytes: number): ContentTooLarge | TooBusy =>
  bytes > capacityBytes * partOfNobody
    ? new ContentTooLarge({ message: neverFitsMessage(bytes / partOfNobody) })
    : noRoom

/** Why somebody without a key is not given a large answer, of which so many bytes are not held yet; null where he is. */
const refusedToStranger = (
  memory: MemoryCounter,
  sent: ServerResponse,
  bytes: number
): ContentTooLarge | TooBusy | null => {
  if (!readsAsStranger(sent)) return tooManyReaders
  return bytes === 0 || hasRoomForStranger(memory, sent, bytes) ? null : withoutRoom(memory, bytes)
}

/** Takes room for what is loaded for somebody without a key, until its answer is counted. */
export const takeForStranger = (
  { memory }: ExchangeState,
  request: HttpServerRequest.HttpServerRequest,
  bytes: number
): Effect.Effect<Pick<MemoryLease, "close">, ContentTooLarge | TooBusy> =>
  Effect.suspend(() => {
    const sent = responseTo(request)
    if (sent !== null && "assignSocket" in sent && !hasRoomForStranger(memory, sent, bytes)) {
      return Effect.fail(withoutRoom(memory, bytes))
    }
    const lease = memory.open("")
    lease.keep(bytes)
    return Effect.succeed(lease)
  })

/**
 * Counts the answer until it was sent or its reader is gone, and gives everything back then; gives the answer that is sent. Whoever has no key
 * cannot take the room of those who have one: where a part of it is used up such a reader is told to come again.
 */
export const holdUntilSent = (
  exchange: ExchangeState,
  request: HttpServerRequest.HttpServerRequest,
  response: HttpServerResponse.HttpServerResponse
): HttpServerResponse.HttpServerResponse => {
  const body = bodyOf(response, exchange.lease !== null)
  if (exchange.lease === null && body === null) {
    const to = responseTo(request)
    if (to !== null && "assignSocket" in to) noteReader(to, exchange, request)
    return response
  }
  const lease = leaseOf(exchange)
  // A request of the web standard ends here: what becomes of its response is not told.
  const sent = responseTo(request)
  if (sent === null || sent.destroyed) {
    lease.close()
    return response
  }
  const { caller, memory } = exchange
  const owner = caller?.organization.id ?? ""
  const toNode = "assignSocket" in sent ? sent : null
  const added = body === null || isHeld(memory, body) ? 0 : body.byteLength
  if (caller === null && toNode !== null && body !== null && body.byteLength >= countedFromBytes) {
    const refused = refusedToStranger(memory, toNode, added)
    if (refused !== null) {
      sent.once("close", lease.close)
      return refusalReply(exchange, refused)
    }
  }
  lease.give(takenForAnswers.get(exchange) ?? 0)
  const done = body === null ? () => {} : holdFor(memory, owner, body)
  const source = sources.get(exchange) ?? body
  if (toNode !== null) cutWhenOthersWait(memory, toNode, { bytes: source?.byteLength ?? 0, owner, body: source })
  sent.once("close", () => {
    done()
    lease.close()
  })
  return response
}
