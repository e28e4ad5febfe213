/** One request and its answer on the wire. */

import { CurrentLease, type MemoryLease } from "@kittiwake/core/budget/MemoryBudget"
import { GatheredBytes, type PieceBounds } from "@kittiwake/core/internal/limits/domain/GatheredBytes"
import { WorksFor } from "@kittiwake/core/organizations/WorksFor"
import { WorksOn } from "@kittiwake/core/organizations/WorksOn"
import { maxBodyBytes } from "@kittiwake/core/web/HttpFetcher"
import { Context, Effect } from "effect"
import type { Dispatcher } from "undici"
import { asUtf8 } from "./asUtf8.ts"
import { connectingFor } from "./connectsFor.ts"
import type { Door } from "./Egress.ts"
import { answeredWith, bodyTooLarge, type ExchangeFailed, failed, failureOf } from "./ExchangeFailed.ts"
import { RoomInSteps } from "./room.ts"
import { answerTurns } from "./threadTurns.ts"

export type AnswerHeaders = Readonly<Record<string, string | ReadonlyArray<string> | undefined>>

export interface WireAnswer {
  readonly status: number
  readonly headers: AnswerHeaders
  /** The body as it came, still in its content codings; empty when it was discarded. */
  readonly body: Buffer
}

export interface WireRequest {
  readonly url: URL
  readonly method: "DELETE" | "GET" | "POST" | "PUT"
  readonly headers: Record<string, string>
  readonly body: string | Uint8Array | null
  /** What is done with the body, decided on the head alone. */
  readonly planBody: (status: number, headers: AnswerHeaders) => BodyPlan
  /** Most bytes of a body that is collected; 20 MB when absent. */
  readonly maxBytes?: number
  /** Called when a body begins that is kept, with a way to see what came of it, now or when it was cut off. */
  readonly onBody?: (soFar: () => WireAnswer) => void
}

/**
 * - `collect`: the answer is complete when its body is.
 * - `begin`: the answer is complete when `maxBytes` of its body are there, or all of it. What still comes is discarded.
 * - `discard`: the answer is complete now. What still comes is thrown away, and the socket with it if that is much.
 * - a failure: the socket is closed and the exchange fails.
 */
export type BodyPlan = "begin" | "collect" | "discard" | ExchangeFailed

/** A body in a content coding can be a little longer than what it stands for. */
const codingOverheadBytes = 64 * 1024

/** A discarded body is read this far so that its socket can be kept; a slow sender gives out after so many pieces. */
const maxDiscardedBytes = 64 * 1024
const maxDiscardedChunks = 32

/** Informational answers before the real one. */
const maxInformational = 10

const maxHeaders = 200

const aborted = failed("timeout", "The exchange was given up.")

/**
 * A chunk of an answer takes 0.2 µs: 20 MB may be written in lines of a few words, for half a second, and not in bytes. A template that is
 * written line by line has lines of fourteen bytes.
 */
const chunkBounds: PieceBounds = { free: 200_000, leastBytes: 8 }

/** The chunks of a body, up to so many bytes of them. */
const gathering = (maxBytes: number, length = 0) => new GatheredBytes(maxBytes, length, undefined, chunkBounds)

const inPieces = failed("bad_response", "The body comes in too many pieces for its length.")

const countHeaders = (headers: AnswerHeaders): number => {
  let count = 0
  for (const name in headers) {
    const value = headers[name]
    count += typeof value === "string" ? 1 : (value?.length ?? 0)
  }
  return count
}

/** The first value of a header. */
export const headerOf = (headers: AnswerHeaders, name: string): string | null => {
  const value = headers[name]
  return typeof value === "string" ? value : (value?.[0] ?? null)
}

/** The address to which an answer leads; null where it names none. */
export const locationOf = (headers: AnswerHeaders): string | null => {
  const location = headerOf(headers, "location")
  return location === null ? null : asUtf8(location)
}

/** Whether an answer holds a part of the body, and not all of it. */
export const isPartial = (status: number, headers: AnswerHeaders): boolean => {
  if (status !== 206) return false
  const [, last, total] = /^\s*bytes 0-(\d+)\/(\d+)\s*$/i.exec(headerOf(headers, "content-range") ?? "") ?? []
  return last === undefined || Number(last) + 1 !== Number(total)
}

/** Headers in which services that keep programs out say that the answer is their check for robots, and what they say then. */
const challenges = { "cf-mitigated": /^challenge$/i, "x-amzn-waf-action": /^(?:challenge|captcha)$/i } as const

/** Whether an answer says that it is a check for robots. */
export const challengeOf = (headers: AnswerHeaders): { readonly isChallenge?: true } =>
  Object.entries(challenges).some(([name, said]) => said.test((headerOf(headers, name) ?? "").trim()))
    ? { isChallenge: true }
    : {}

/** What is asked of robots, each header on a line; empty where nothing is. */
export const robotsOf = (headers: AnswerHeaders): { readonly robots?: string } => {
  const said = [headers["x-robots-tag"] ?? []].flat().join("\n").slice(0, 2_000)
  return said === "" ? {} : { robots: said }
}

/** Without the final dot of an absolute name, which certificates and servers do not expect. */
const originOf = ({ origin }: URL): string => origin.replace(/\.(?=:[0-9]+$|$)/, "")

/** Whose turn it is when an answer is there. */
interface Asker {
  readonly owner: string
  readonly work: string
}

class Exchange implements Dispatcher.DispatchHandler {
  readonly #request: WireRequest
  readonly #resume: (answer: Effect.Effect<WireAnswer, ExchangeFailed>) => void
  #controller: Dispatcher.DispatchController | null = null
  #isGivenUp = false
  #isBeginning = false
  #isDiscarding = false
  #informational = 0
  #discarded = 0
  #discardedBytes = 0
  #status = 0
  #headers: AnswerHeaders = {}
  #body = gathering(0)
  readonly #room: RoomInSteps
  readonly #asker: Asker

  constructor(
    request: WireRequest,
    lease: MemoryLease,
    asker: Asker,
    resume: (answer: Effect.Effect<WireAnswer, ExchangeFailed>) => void
  ) {
    this.#request = request
    this.#room = new RoomInSteps(lease)
    this.#asker = asker
    this.#resume = resume
  }

  /** Closes the socket, or never writes to one if the request still waits for it. */
  giveUp() {
    this.#isGivenUp = true
    this.#controller?.abort(aborted)
  }

  onRequestStart(controller: Dispatcher.DispatchController) {
    this.#controller = controller
    if (this.#isGivenUp) controller.abort(aborted)
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: AnswerHeaders) {
    if (status < 200) {
      this.#informational += 1
      if (this.#informational > maxInformational) {
        controller.abort(failed("bad_response", "The server sends informational answers without end."))
      }
      return
    }
    this.#status = status
    this.#headers = headers
    if (countHeaders(headers) > maxHeaders) {
      return controller.abort(failed("bad_response", "The answer has too many headers."))
    }
    const plan = this.#request.planBody(status, headers)
    if (plan === "discard") {
      this.#isDiscarding = true
      this.#answer()
    } else if (plan === "begin") {
      this.#isBeginning = true
      this.#body = gathering(this.#maxBytes)
      this.#request.onBody?.(() => this.#soFar())
    } else if (plan === "collect") {
      this.#collect(controller)
    } else {
      controller.abort(plan)
    }
  }

  #collect(controller: Dispatcher.DispatchController) {
    const { onBody } = this.#request
    const maxBytes = this.#maxBytes
    const maxOnWire = maxBytes + (this.#headers["content-encoding"] === undefined ? 0 : codingOverheadBytes)
    const length = Number(headerOf(this.#headers, "content-length") ?? 0)
    if (length > maxOnWire) return controller.abort(bodyTooLarge(maxBytes))
    const noRoom = this.#room.announce(length)
    if (noRoom !== null) return controller.abort(noRoom)
    this.#body = gathering(maxOnWire, length)
    onBody?.(() => this.#soFar())
  }

  /** A body of which the beginning is wanted: the first bytes of it are kept. */
  #begin(controller: Dispatcher.DispatchController, chunk: Buffer) {
    const room = this.#maxBytes - this.#body.bytes
    const gathered = this.#body.add(chunk.subarray(0, room))
    const noRoom = this.#room.grow(this.#body.bytes)
    if (noRoom !== null) return controller.abort(noRoom)
    if (gathered === "kept" && chunk.length < room) return
    this.#isBeginning = false
    this.#isDiscarding = true
    this.#answer()
  }

  get #maxBytes(): number {
    return this.#request.maxBytes ?? maxBodyBytes
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer) {
    if (this.#isBeginning) return this.#begin(controller, chunk)
    if (!this.#isDiscarding) {
      const gathered = this.#body.add(chunk)
      if (gathered === "too_many_bytes") controller.abort(bodyTooLarge(this.#maxBytes))
      if (gathered === "too_many_pieces") controller.abort(inPieces)
      const noRoom = this.#room.grow(this.#body.bytes)
      if (noRoom !== null) controller.abort(noRoom)
      return
    }
    this.#discarded += 1
    this.#discardedBytes += chunk.length
    if (this.#discardedBytes > maxDiscardedBytes || this.#discarded > maxDiscardedChunks) controller.abort(aborted)
  }

  onResponseEnd() {
    if (!this.#isDiscarding) this.#answer()
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, cause: Error) {
    // It is answered, and waits for its turn to be told: what becomes of the rest of its body is nobody's.
    if (this.#isDiscarding) return
    this.#resume(Effect.fail(answeredWith(this.#status)(failureOf(cause, this.#status !== 0))))
  }

  #answer() {
    const answer = Effect.succeed(this.#soFar())
    answerTurns(() => this.#resume(answer), this.#asker.owner, this.#asker.work)
  }

  #soFar(): WireAnswer {
    const { buffer, byteLength, byteOffset } = this.#body.whole()
    const body = Buffer.from(buffer, byteOffset, byteLength)
    return { status: this.#status, headers: this.#headers, body }
  }
}

/** Sends one request through the door. Interruption closes its socket. */
export const exchange = (door: Door, request: WireRequest): Effect.Effect<WireAnswer, ExchangeFailed> =>
  Effect.contextWith((context: Context.Context<never>) =>
    send(door, request, Context.get(context, CurrentLease), {
      owner: Context.get(context, WorksFor) ?? "",
      work: Context.get(context, WorksOn) ?? ""
    })
  )

const send = (
  door: Door,
  request: WireRequest,
  lease: MemoryLease,
  asker: Asker
): Effect.Effect<WireAnswer, ExchangeFailed> =>
  Effect.callback<WireAnswer, ExchangeFailed>((resume) => {
    const running = new Exchange(request, lease, asker, resume)
    try {
      connectingFor(asker.owner, () =>
        door.dispatcher.dispatch(
          {
            origin: originOf(request.url),
            path: request.url.pathname + request.url.search,
            method: request.method,
            headers: request.headers,
            body: request.body,
            reset: door.isCrowded()
          },
          running
        )
      )
    } catch {
      resume(Effect.fail(failed("connection_failed", "The request cannot be written as HTTP.")))
    }
    return Effect.sync(() => running.giveUp())
  })
