/**
 * Lets requests begin in turns, so that a crowd of them holds the thread for nobody else.
 *
 * **Model.** One read of a socket brings hundreds of requests that were sent without waiting for answers, and one turn of the
 * event loop thousands of connections. Each turn some begin; what waits stands in a line for its connection, each line belongs to an owner,
 * and the owners take turns. An owner is the organization whose key or session the next request of a line carries, where it was accepted
 * of late; all others of one network (an address, and of IPv6 the 64 bits that a customer has) are one owner together, whatever keys they make up: strangers.
 *
 * **Invariants**
 *
 * - No turn begins more than `perTurn`, nor another one after `turnMillis`, and no connection has more than `perConnection` under way. Its answers go out in the
 *   order of its requests, so that more would only wait for each other.
 * - Nobody waits for another owner's crowd, nor an organization for all strangers (`OwnersInTurns.ts`).
 * - Within an owner a connection that has been served before waits for no crowd of new ones, however long each of them takes, and new ones get one
 *   place in four.
 * - Node accepts one connection in each turn, and whoever comes on a new one stands behind all who came before: so while connections come in,
 *   few requests begin, for some turns, and it is soon known who is there.
 * - What waits is bounded, of one connection, and of all: a connection that sends more is cut, and where all send too much one of the owner who has
 *   most (`HeldByOwners.ts`). Whoever hands its reads to the parser asks `Backlog` whether the connection is so far ahead that they had better
 *   wait as they came.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http"
import { HeldByOwners } from "./HeldByOwners.ts"
import { KnownCallers } from "./KnownCallers.ts"
import { OwnersInTurns, shiftOneOf, strangerTurns } from "./OwnersInTurns.ts"
import { strangerAt } from "./owners.ts"
import { plainTarget } from "./plainTarget.ts"

type Socket = IncomingMessage["socket"]

/** How Node tells of a request: of one that waits for a word before it sends its body by an event of its own. */
export const requestEvents = ["request", "checkContinue"] as const

type RequestEvent = (typeof requestEvents)[number]

export const turnLimits = {
  perTurn: 32,
  /** Time after which no other one begins in a turn, in milliseconds. */
  turnMillis: 4,
  /** Of those that begin in a turn after some in which connections came. */
  perTurnOfMany: 2,
  /** Turns in which connections came, and milliseconds, until some begin all the same. */
  turnsOfMany: 16,
  millisOfMany: 20,
  perConnection: 8,
  /** Requests of a connection that wait, from which on no more of it is parsed. */
  ahead: 32,
  /** Bytes of requests that wait; some thousands of the smallest, more than one read of a socket brings. */
  waitingBytes: 8 * 1024 * 1024,
  /** From so much of all on nothing waits for those who are still to come. */
  waitingBytesOfMany: 16 * 1024 * 1024,
  waitingBytesOfAll: 64 * 1024 * 1024,
  strangerTurns
}

/** How far ahead of their turns the requests of connections are. */
export interface Backlog {
  /** Whether so many requests of `socket` wait that no more of it should be parsed. */
  readonly isAhead: (socket: Socket) => boolean
  /** Calls `listener` with each connection that is no longer ahead. */
  readonly onRoom: (listener: (socket: Socket) => void) => void
  /** Whose what comes on `socket` is, as far as its last request told. */
  readonly ownerOf: (socket: Socket) => string
}

/** A request that has not begun. */
interface Waiting {
  readonly event: RequestEvent
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Its text and what has come of its body. */
  bytes: number
  hasBegun: boolean
}

/** What a connection has asked for. */
interface Line {
  readonly socket: Socket
  /** Whose its last request was. */
  lastOwner: string
  waiting: Array<Waiting>
  waitingBytes: number
  underWay: number
  isServed: boolean
  /** Whether it was cut, or has closed: nothing of it begins or is counted any more. */
  isCut: boolean
  /** With whom it stands for a turn; null while it does not. */
  owner: Owner | null
  readonly callers: KnownCallers
}

/** Somebody with lines that stand for a turn. */
interface Owner {
  readonly name: string
  readonly served: Set<Line>
  readonly fresh: Set<Line>
  /** How many of his have begun since he stands there. */
  begun: number
}

const lines = new WeakMap<Socket, Line>()

/** A request of the web standard has no connection. */
const hasConnection = (request: object): request is IncomingMessage => "socket" in request && "headers" in request

/** Called when a request was accepted as one of this organization, or was refused as nobody's: with whom the next ones like it wait. */
export const noteCaller = (request: object, organization: string | null): void => {
  if (hasConnection(request)) lines.get(request.socket)?.callers.note(request.headers, organization)
}

/** Whose a request is, as far as is known by now. */
export const ownerOfRequest = ({ headers, socket }: Pick<IncomingMessage, "headers" | "socket">): string =>
  lines.get(socket)?.callers.organizationOf(headers) ?? strangerAt(socket)

/** What a request takes besides its text: two streams and what they point to. */
const bytesEach = 2_048

/** What a piece of a body takes besides its bytes. */
const bytesEachPiece = 256

const bytesOf = ({ rawHeaders, url = "" }: IncomingMessage): number =>
  rawHeaders.reduce((sum, text) => sum + text.length, bytesEach + url.length)

/**
 * Node tells a request whose connection breaks off, in a later turn than it looks whether anybody listens: without a listener by then
 * the process ends, and who read its body may have gone meanwhile.
 */
const ignoreError = () => {}

/** Lets the connection of `request` break off whenever it likes. */
export const mayBreakOff = (request: IncomingMessage): void => void request.on("error", ignoreError)

/** Lets the requests of a server begin in turns. Each is shown to `arrives` when it comes; gives how far ahead they are. */
export const beginInTurns = (
  server: Server,
  arrives: (request: IncomingMessage, response: ServerResponse) => void,
  limits = turnLimits,
  callers = new KnownCallers()
): Backlog => {
  const emit = server.emit.bind(server)
  const owners = new Map<string, Owner>()
  /** Who has a line that begins. */
  const ready = new OwnersInTurns<Owner>(limits.strangerTurns)
  const waitingBytes = new HeldByOwners<Line>(limits.waitingBytesOfAll)
  let begun = 0
  let spentMillis = 0
  let perThisTurn = limits.perTurn
  let isPlanned = false
  /** Whether connections came since the last turn, and since when they have come in each. */
  let hasAccepted = false
  const many = { turns: 0, sinceMillis: 0 }
  let tellRoom: (socket: Socket) => void = () => {}

  const lineOf = (socket: Socket): Line => {
    const known = lines.get(socket)
    if (known !== undefined) return known
    const line: Line = {
      ...{ socket, callers, lastOwner: "", waiting: [], waitingBytes: 0, underWay: 0 },
      ...{ isServed: false, isCut: false, owner: null }
    }
    lines.set(socket, line)
    // Before Node does, which makes an error for each with the lines of its stack: a tenth of a second for two thousand.
    socket.prependOnceListener("close", () => {
      forget(line)
      for (const { request } of line.waiting) request.destroy()
      line.waiting = []
    })
    return line
  }

  const forget = (line: Line) => {
    line.isCut = true
    line.waitingBytes = 0
    waitingBytes.set(line, 0, lastOwnerOf)
    leave(line)
  }

  const cut = (line: Line) => {
    forget(line)
    line.socket.destroy()
  }

  const plan = () => {
    if (isPlanned) return
    isPlanned = true
    setImmediate(turn)
  }

  const ownerOf = ({ waiting: [first] }: Line): Owner => {
    const name = ownerOfRequest(first!.request)
    const known = owners.get(name)
    if (known !== undefined) return known
    const owner: Owner = { name, served: new Set(), fresh: new Set(), begun: 0 }
    owners.set(name, owner)
    return owner
  }

  const stand = (owner: Owner) => {
    const { fresh, name, served } = owner
    const hasLines = served.size + fresh.size > 0
    ready.stand(owner, hasLines, served.size > 0)
    if (!hasLines) owners.delete(name)
  }

  const enter = (line: Line) => {
    const mayBegin = !line.isCut && line.waiting.length > 0 && line.underWay < limits.perConnection
    if (line.owner !== null || !mayBegin) return
    const owner = ownerOf(line)
    line.owner = owner
    if (line.isServed) owner.served.add(line)
    else owner.fresh.add(line)
    stand(owner)
    plan()
  }

  const leave = (line: Line) => {
    const { owner } = line
    if (owner === null) return
    line.owner = null
    owner.served.delete(line)
    owner.fresh.delete(line)
    stand(owner)
  }

  const begin = (line: Line, { event, request, response }: Pick<Waiting, "event" | "request" | "response">) => {
    begun += 1
    line.underWay += 1
    line.isServed = true
    response.once("close", () => {
      line.underWay -= 1
      enter(line)
    })
    plan()
    const began = performance.now()
    emit(event, request, response)
    spentMillis += performance.now() - began
  }

  /** Whether those who are still to come have this turn. */
  const isForMany = (): boolean => {
    const isMany = hasAccepted && waitingBytes.bytes < limits.waitingBytesOfMany
    hasAccepted = false
    if (isMany && many.turns === 0) many.sinceMillis = performance.now()
    const { millisOfMany, turnsOfMany } = limits
    if (isMany && many.turns < turnsOfMany && performance.now() < many.sinceMillis + millisOfMany) {
      many.turns += 1
      return true
    }
    many.turns = 0
    perThisTurn = isMany ? limits.perTurnOfMany : limits.perTurn
    return false
  }

  const hasTime = () => begun < perThisTurn && spentMillis < limits.turnMillis

  const next = (): Line | undefined => {
    const owner = ready.next()
    if (owner === undefined) return undefined
    const line = shiftOneOf(owner.served, owner.fresh, owner.begun)!
    owner.begun += 1
    leave(line)
    return line
  }

  const turn = () => {
    isPlanned = false
    if (isForMany()) {
      plan()
      return
    }
    begun = 0
    spentMillis = 0
    while (hasTime()) {
      const line = next()
      if (line === undefined) return
      const first = line.waiting.shift()!
      first.hasBegun = true
      count(line, first, -first.bytes)
      if (line.waiting.length === limits.ahead - 1) tellRoom(line.socket)
      begin(line, first)
      enter(line)
    }
  }

  const lastOwnerOf = ({ lastOwner }: Line) => lastOwner

  const count = (line: Line, waiting: Waiting, bytes: number) => {
    waiting.bytes += bytes
    if (line.isCut) return
    line.waitingBytes += bytes
    waitingBytes.set(line, line.waitingBytes, lastOwnerOf)
  }

  /** Cuts who has too much now that more waits of `line`. */
  const cutTooMuch = (line: Line) => {
    if (line.waitingBytes > limits.waitingBytes) cut(line)
    waitingBytes.whileTooMuch(line, cut)
  }

  /** Counts what comes of the body of a request while it waits: nobody reads it, and it stands in memory. */
  const countBody = (line: Line, waiting: Waiting) => {
    const { request } = waiting
    const { push } = request
    request.push = (piece: Buffer | null, encoding) => {
      if (!waiting.hasBegun) {
        count(line, waiting, bytesEachPiece + (piece?.length ?? 0))
        cutTooMuch(line)
        if (line.isCut) return false
      }
      const mayCome = push.call(request, piece, encoding)
      // Nobody takes anything of what waits: Node would read as much again before it stops, and goes on when it is read.
      return mayCome && waiting.hasBegun
    }
  }

  const arrive = (event: RequestEvent, request: IncomingMessage, response: ServerResponse) => {
    mayBreakOff(request)
    plainTarget(request)
    arrives(request, response)
    const line = lineOf(request.socket)
    line.lastOwner = ownerOfRequest(request)
    const isFirst = line.waiting.length === 0 && line.underWay < limits.perConnection
    // Of a crowd that comes the first one begins: who is alone need not wait, and may have closed his side.
    const mayCome = hasAccepted && many.turns > 0
    if (isFirst && (line.isServed || !mayCome) && hasTime() && owners.size === 0) {
      ready.note(line.lastOwner)
      begin(line, { event, request, response })
      return
    }
    const waiting: Waiting = { event, request, response, bytes: 0, hasBegun: false }
    line.waiting.push(waiting)
    count(line, waiting, bytesOf(request))
    countBody(line, waiting)
    cutTooMuch(line)
    if (!line.isCut) enter(line)
  }

  server.prependListener("connection", () => {
    hasAccepted = true
  })

  const backlog: Backlog = {
    isAhead: (socket) => (lines.get(socket)?.waiting.length ?? 0) >= limits.ahead,
    onRoom: (listener) => {
      tellRoom = listener
    },
    ownerOf: (socket) => lines.get(socket)?.lastOwner ?? strangerAt(socket)
  }

  server.emit = ((event: string, ...given: [IncomingMessage, ServerResponse]) => {
    const requestEvent = requestEvents.find((known) => known === event)
    if (requestEvent === undefined) return emit(event, ...given)
    arrive(requestEvent, ...given)
    return true
  }) as Server["emit"]
  return backlog
}
