/**
 * Bounds what the heads of requests that are not finished hold together, and for how long they hold the thread: they come without a
 * key, and Node keeps each in memory.
 *
 * **Model.** What has come on a connection beyond its finished requests is a head, or trailers, that somebody still sends. When
 * heads hold too much together, the longest are cut of the owner who holds most (`HeldByOwners.ts`), so that whoever sends a small one is served
 * meanwhile. What was cut is given back when its socket has closed, which is not in this turn of the event loop: when that is much, long heads are cut as they come.
 *
 * **Details.** Each read of a socket is counted before the parser has it: one turn brings hundreds of megabytes where thousands
 * of connections send at once, and a look at them between turns comes too late. One read may bring the end of a request
 * and the beginning of the next. What a request took is told from its parts; spaces that nobody needs and what chunks may have besides
 * are not among them, so that a rest of less than `spareBytes` is taken for these.
 *
 * A head of 14 KB can hold two thousand headers, which take the parser a third of a millisecond, one read two thousand requests, which
 * take it a hundred times that, and one turn brings the reads of a thousand connections. Reads are therefore parsed slice by slice, until a
 * turn's time for them is used up or so many requests of the connection wait for their turn (`inTurns.ts`) that more would only be thrown
 * away when it closes. The rest waits as it came, and its socket is not read on. What waits and ends a head is a request that is whole: it is
 * not held as a head, and cut for one: where too much of that waits, connections of the owner go who has most (`HeldByOwners.ts`).
 */
import type { IncomingMessage, Server } from "node:http"
import { HeldByOwners } from "./HeldByOwners.ts"
import type { Backlog } from "./inTurns.ts"

type Socket = IncomingMessage["socket"]

/** Memory of all heads that are not finished, at most what `heldBy` says. */
export const unfinishedHeadBytes = 16 * 1024 * 1024

/** What a request may take beyond its parts. */
const spareBytes = 1_024

/** Of the limit: cutting the longest goes on until so much is left, and so much may be held with those that were cut. */
const enough = 0.75
const most = 1.25

/** From so many bytes on a head is cut as it comes while too much is held. */
const longBytes = 16 * 1024

/** A read of one head up to this is parsed at once. */
const shortBytes = 1_024

/** Bytes that the parser is given at once: of a head, and of several requests, some fifty of the shortest. */
const sliceBytes = 8 * 1024
const sliceBytesOfSeveral = 1024

/** Bytes of reads that wait and end a head: of those of several requests, which nobody sends who waits for answers, and of those of one. */
const waitingLimits = { several: 16 * 1024 * 1024, ofOneRequest: 64 * 1024 * 1024 }

/**
 * Time for what takes long in one turn of the event loop, in milliseconds; a turn begins with one slice at least. Short, because Node takes one
 * new connection in each turn: somebody new waits for as many turns as there are connections before his.
 */
const turnMillis = 2

/** Connections whose heads may be gone on with in one turn. */
const resumedPerTurn = 64

/** One connection. */
interface Line {
  readonly socket: Socket
  cameBytes: number
  /** Of these, with the last read. */
  lastBytes: number
  /** How much of what came belongs to requests whose heads are finished; more when a body is still to come. */
  takenBytes: number
  /** Whether a body comes in chunks, which the parser alone can tell from trailers. */
  isInChunks: boolean
  /** Of its unfinished head. */
  heldBytes: number
  isCut: boolean
  /** What was not parsed yet of the last read, which was counted when it came; the socket is paused until it is. */
  rest: Buffer | null
  /** Heads that end in the last read: none, one, or more, which is 2. */
  heads: number
  readonly parse: (read: Buffer) => void
}

/** Headers of a head that Node keeps, and what one takes at most besides its text: two strings and what points to them. */
const keptHeaders = 2_000
const bytesPerHeader = 64

/** Bytes of the shortest header, with its colon and end of line. */
const leastHeader = 7

/** Most memory that so many bytes of a head take. */
const heldBy = (bytes: number): number => bytes + Math.min(Math.ceil(bytes / leastHeader), keptHeaders) * bytesPerHeader

/** At least so much of what came is of this request, without its body. */
const bytesOf = ({ method = "", rawHeaders, url = "" }: IncomingMessage): number =>
  // Spaces, the version and ends of lines: " HTTP/1.1" and a space, and four for each header.
  rawHeaders.reduce((sum, text) => sum + text.length + 2, method.length + url.length + 14)

/** A piece of a body with its length and two ends of lines. */
const framed = ({ length }: Buffer): number => length.toString(16).length + length + 4

/** The length that `request` announces, 0 when it does not. */
const announcedBytes = ({ headers }: IncomingMessage): number => {
  const length = Number(headers["content-length"])
  return Number.isSafeInteger(length) && length > 0 ? length : 0
}

const headEnd = "\r\n\r\n"

/** How many heads end in a read: none, one, or more, which is 2. */
const headsIn = (read: Buffer): number => {
  const first = read.indexOf(headEnd)
  if (first === -1) return 0
  return read.includes(headEnd, first + headEnd.length) ? 2 : 1
}

/** Whether Node waits until what was answered on this connection has been read. */
const isHeldBack = (socket: Socket): boolean => Reflect.get(socket, "_paused") === true

const noBacklog: Backlog = { isAhead: () => false, onRoom: () => {}, ownerOf: () => "" }

/**
 * Whether what comes on `line` belongs to its parser: Node gives that to another connection when this one was closed or given away, and
 * writes it down nowhere else.
 */
const mayParse = ({ isCut, socket }: Line): boolean =>
  !isCut && !socket.destroyed && Reflect.get(socket, "parser") !== null

const headBytes = ({ cameBytes, takenBytes }: Line): number => Math.max(0, cameBytes - takenBytes)

/** Of requests that are whole and wait to be parsed. */
const waitingBytesOf = ({ heads, rest }: Line): number => (heads > 0 ? (rest?.length ?? 0) : 0)

const isOfSeveral = ({ heads }: Line): boolean => heads > 1

/**
 * Cuts connections of `server` whose heads hold more than `bytes` together, and parses what takes long for no longer than `perTurnMillis` in
 * a turn, and only while `backlog` has room; gives who must hear of each request as it comes.
 */
export const limitUnfinishedHeads = (
  server: Server,
  bytes: number = unfinishedHeadBytes,
  perTurnMillis: number = turnMillis,
  backlog: Backlog = noBacklog,
  mostWaiting = waitingLimits
): ((request: IncomingMessage) => void) => {
  const lines = new Map<Socket, Line>()
  const ownerOf = ({ socket }: Line) => backlog.ownerOf(socket)
  /** What their unfinished heads hold of those that are not cut. */
  const heads = new HeldByOwners<Line>(bytes)
  /** Of those that are not cut, and with those that are and have not closed. */
  let liveBytes = 0
  let heldBytes = 0

  /** Of requests that are whole and wait to be parsed. */
  const several = new HeldByOwners<Line>(mostWaiting.several)
  const ofOneRequest = new HeldByOwners<Line>(mostWaiting.ofOneRequest)

  /** Whose reads wait for a later turn, the first first. */
  const waiting = new Set<Line>()
  let spentMillis = 0
  let isPlanned = false

  const turn = () => {
    isPlanned = false
    spentMillis = 0
    let left = resumedPerTurn
    for (const line of waiting) {
      if (left-- === 0 || spentMillis > perTurnMillis) return plan()
      waiting.delete(line)
      goOn(line)
    }
  }

  const plan = () => {
    if (isPlanned) return
    isPlanned = true
    setImmediate(turn)
  }

  const waitForTurn = (line: Line) => {
    waiting.add(line)
    plan()
  }

  const hold = (line: Line) => {
    const now = heldBy(Math.max(0, headBytes(line) - waitingBytesOf(line)))
    liveBytes += line.isCut ? 0 : now - line.heldBytes
    heldBytes += now - line.heldBytes
    line.heldBytes = now
    if (heads.has(line)) rank(line)
  }

  /** Not of a read that is parsed at once before it was: most are whole requests. */
  const rank = (line: Line) => heads.set(line, line.isCut ? 0 : line.heldBytes, ownerOf)

  const setRest = (line: Line, rest: Buffer | null) => {
    line.rest = rest
    const waits = waitingBytesOf(line)
    several.set(line, isOfSeveral(line) ? waits : 0, ownerOf)
    ofOneRequest.set(line, isOfSeveral(line) ? 0 : waits, ownerOf)
  }

  const forget = (line: Line) => {
    setRest(line, null)
    waiting.delete(line)
  }

  const cut = (line: Line) => {
    liveBytes -= line.heldBytes
    line.isCut = true
    rank(line)
    forget(line)
    line.socket.destroy()
  }

  const cutLongest = () => {
    while (liveBytes > bytes * enough) {
      const longest = heads.first()
      if (longest === undefined) return
      cut(longest)
    }
  }

  /** Counts what belongs to a request; what stands behind it in the same read is the next one's. */
  const take = (line: Line, took: number) => {
    line.takenBytes = Math.max(line.takenBytes + took, line.cameBytes - line.lastBytes)
    if (line.cameBytes - line.takenBytes < spareBytes) line.takenBytes = Math.max(line.takenBytes, line.cameBytes)
    hold(line)
  }

  /** Of a head before its read is parsed. Each read of chunks is taken when it is parsed: what was left of those before is trailers. */
  const unparsedBytes = (line: Line, read: Buffer): number => headBytes(line) - (line.isInChunks ? read.length : 0)

  /** Whether `line` has no place with what closes: one that is long and does not end with this read. */
  const isTooMuch = (line: Line, read: Buffer): boolean =>
    heldBytes > bytes * most && unparsedBytes(line, read) > longBytes && line.heads === 0

  /** Parses slices of what waits while there is time and room, and reads on when nothing waits any more. */
  const goOn = (line: Line) => {
    for (let { rest } = line; rest !== null; rest = line.rest) {
      if (!mayParse(line)) return forget(line)
      // Who makes room or reads on tells.
      if (backlog.isAhead(line.socket) || isHeldBack(line.socket)) return
      if (spentMillis > perTurnMillis) return waitForTurn(line)
      const slice = isOfSeveral(line) ? sliceBytesOfSeveral : sliceBytes
      setRest(line, rest.length > slice ? rest.subarray(slice) : null)
      const began = performance.now()
      line.parse(rest.subarray(0, slice))
      spentMillis += performance.now() - began
      plan()
    }
    isParsed(line)
    if (!line.isCut && line.socket.isPaused() && !isHeldBack(line.socket)) line.socket.resume()
  }

  const isParsed = (line: Line) => {
    // What was the end of a head holds nothing any more, and what stands behind it does.
    hold(line)
    rank(line)
    if (liveBytes > bytes) cutLongest()
  }

  const receive = (line: Line, read: Buffer) => {
    if (!mayParse(line)) return
    line.cameBytes += read.length
    line.lastBytes = read.length
    line.heads = headsIn(read)
    const unparsed = unparsedBytes(line, read)
    const isBody = unparsed === 0 && !line.isInChunks
    if (isBody || (unparsed <= shortBytes && line.heads < 2)) {
      hold(line)
      line.parse(read)
      return isParsed(line)
    }
    setRest(line, read)
    hold(line)
    rank(line)
    if (isTooMuch(line, read)) return cut(line)
    const waits = isOfSeveral(line) ? several : ofOneRequest
    waits.whileTooMuch(line, cut)
    if (line.isCut) return
    goOn(line)
    if (line.rest !== null) line.socket.pause()
  }

  backlog.onRoom((socket) => {
    const line = lines.get(socket)
    if (line !== undefined && line.rest !== null) waitForTurn(line)
  })

  // Behind Node's own listener, which reads the socket past JavaScript where nobody else listens to its data.
  server.on("connection", (socket) => {
    const [parse] = socket.listeners("data") as Array<(read: Buffer) => void>
    if (parse === undefined) return
    const line: Line = {
      ...{ socket, parse, cameBytes: 0, lastBytes: 0, takenBytes: 0, isInChunks: false },
      ...{ heldBytes: 0, isCut: false, rest: null, heads: 0 }
    }
    lines.set(socket, line)
    socket.removeListener("data", parse)
    socket.on("data", (read) => receive(line, read))
    // Node reads on behind each request and each answer, also while what came before waits.
    const { resume } = socket
    socket.resume = () => {
      if (line.rest === null) return resume.call(socket)
      waitForTurn(line)
      return socket
    }
    socket.once("close", () => {
      lines.delete(socket)
      forget(line)
      line.takenBytes = line.cameBytes
      hold(line)
    })
  })

  return (request) => {
    const line = lines.get(request.socket)
    if (line === undefined) return
    if (request.headers["transfer-encoding"] === undefined) {
      take(line, bytesOf(request) + announcedBytes(request))
      return
    }
    take(line, bytesOf(request))
    line.isInChunks = true
    const { push } = request
    request.push = (piece: Buffer | null, encoding) => {
      line.isInChunks = piece !== null
      take(line, piece === null ? 0 : framed(piece))
      // What a piece in several reads is counted too much is no credit for what follows.
      line.takenBytes = Math.min(line.takenBytes, line.cameBytes)
      return push.call(request, piece, encoding)
    }
  }
}
