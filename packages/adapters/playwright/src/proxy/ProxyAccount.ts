/** What one rendering may send and receive. */
import { Agent, type AgentOptions } from "node:http"
import type { Duplex } from "node:stream"
import { safely } from "../safely.ts"
import type { Dial } from "./dial.ts"

/** Why a connection of a rendering came to nothing. */
export type ProxyRefusal =
  | "unknown_host"
  | "forbidden_address"
  | "timeout"
  | "connection_failed"
  | "bad_response"
  | "too_large"

export interface AccountLimits {
  /** Most bytes of a rendering, in both directions, as they are on the wire. */
  readonly maxBytes: number
  /** Most requests and tunnels of a rendering. */
  readonly maxRequests: number
}

/** 100 MB and 3,000 requests: several times what the heaviest pages of the web take. */
export const defaultLimits: AccountLimits = { maxBytes: 100 * 1024 * 1024, maxRequests: 3_000 }

/** Most hosts whose refusal is remembered; a page may invent as many as it likes. */
const maxRefusals = 1_000

/** What a piece costs beside its bytes: a page that comes byte by byte would otherwise be a hundred million of them. */
const pieceBytes = 64

/** Sockets to servers that are open at once for one rendering. */
const maxSockets = 64

/** Gives `http.request` the sockets that were judged. */
class JudgedAgent extends Agent {
  readonly #dial: Dial

  constructor(dial: Dial, options: AgentOptions) {
    super(options)
    this.#dial = dial
  }

  override createConnection(
    options: { readonly host?: string | null; readonly port?: number | string | null },
    callback?: (cause: Error | null, socket: Duplex) => void
  ): undefined {
    this.#dial({ host: options.host ?? "", port: Number(options.port) }).then(
      safely((socket: Duplex) => callback?.(null, socket)),
      safely((cause: Error) => callback?.(cause, undefined as never))
    )
  }
}

/** The traffic of one rendering: counted while it lasts, cut when it ends. */
export class ProxyAccount {
  readonly authorization: string
  readonly agent: Agent
  /** The same with a connection of its own for each request, for one that a kept connection came to nothing with. */
  readonly newConnections: Agent
  readonly dial: Dial
  readonly #limits: AccountLimits
  readonly #sockets = new Set<Duplex>()
  readonly #refusals = new Map<string, ProxyRefusal>()
  #bytes = 0
  #requests = 0
  #isClosed = false
  #isSpent = false

  constructor(authorization: string, dial: Dial, limits: AccountLimits) {
    this.authorization = authorization
    this.#limits = limits
    this.dial = async (target) => {
      const socket = await dial(target)
      this.track(socket)
      return socket
    }
    this.agent = new JudgedAgent(this.dial, { keepAlive: true, maxTotalSockets: maxSockets, maxFreeSockets: 16 })
    this.newConnections = new JudgedAgent(this.dial, { maxTotalSockets: maxSockets })
  }

  /** Whether more was asked for than a rendering may have. */
  get isSpent(): boolean {
    return this.#isSpent
  }

  /** Counts one more request; false when there may be none. */
  admits(): boolean {
    this.#requests += 1
    if (this.#requests > this.#limits.maxRequests) this.#isSpent = true
    return !this.#isClosed && !this.#isSpent
  }

  /** Takes a socket into the account: it is closed with it. */
  track(socket: Duplex) {
    if (this.#isClosed) socket.destroy()
    if (this.#sockets.has(socket)) return
    this.#sockets.add(socket)
    socket.once(
      "close",
      safely(() => this.#sockets.delete(socket))
    )
  }

  /** Counts a piece that passed, and cuts everything when they are too many. */
  count(bytes: number) {
    this.#bytes += bytes + pieceBytes
    if (this.#bytes <= this.#limits.maxBytes) return
    this.#isSpent = true
    this.#destroySockets()
  }

  /** Remembers why nothing came from an origin. */
  refuse(origin: string, refusal: ProxyRefusal) {
    if (this.#refusals.size < maxRefusals) this.#refusals.set(origin, refusal)
  }

  /** Why nothing came from an origin; null when nothing is known. */
  refusalOf(origin: string): ProxyRefusal | null {
    return this.#refusals.get(origin) ?? null
  }

  close() {
    this.#isClosed = true
    this.agent.destroy()
    this.newConnections.destroy()
    this.#destroySockets()
  }

  #destroySockets() {
    for (const socket of [...this.#sockets]) socket.destroy()
  }
}
