/**
 * Bounds what the heads of requests that are not finished hold together: they come without a key, and Node keeps each in memory.
 *
 * **Model.** What has come on a connection beyond its finished requests is a head, or trailers, that somebody still sends. The
 * parser reads sockets by itself and tells of nothing before a head ends, so the sockets are asked how much has come, in turns: all
 * of a round while heads hold much, else some. When they hold too much, the longest are cut, so that whoever sends a small
 * one is served meanwhile.
 *
 * **Details.** One read of a socket may bring the end of a request and the beginning of the next. What a request took is
 * told from its parts; spaces that nobody needs and what chunks may have besides are not among them, so that a rest of less than
 * `spareBytes` is taken for these.
 */
import type { IncomingMessage, Server } from "node:http"
import type { Socket } from "node:net"

export const headLimits = {
  /** Memory of all heads together, at most what `heldBy` says. */
  bytes: 32 * 1024 * 1024,
  /** Time between two turns. */
  everyMillis: 20,
  /** Connections asked in one turn while heads hold little: a fraction of a millisecond. */
  perTurn: 2_500
}

export type HeadLimits = typeof headLimits

/** Most that one read of a socket brings. */
const readBytes = 64 * 1024

/** What a request may take beyond its parts. */
const spareBytes = 1_024

/** Of the limit: from half of it all connections are asked in every turn, and cutting goes on to three quarters. */
const much = 0.5
const enough = 0.75

/** One connection. */
interface Line {
  readonly socket: Socket
  /** How much of what came belongs to requests whose heads are finished; more when a body is still to come. */
  takenBytes: number
  /** Of its unfinished head, when it was asked last. */
  heldBytes: number
}

/** Headers of a head that Node keeps, and what one takes at most besides its text: two strings and what points to them. */
const keptHeaders = 2_000
const bytesPerHeader = 64

/** Bytes of the shortest header, with its colon and end of line. */
const leastHeader = 7

/** Most memory that so many bytes of a head take. */
const heldBy = (bytes: number): number => bytes + Math.min(bytes / leastHeader, keptHeaders) * bytesPerHeader

/** At least so much of what came is of this request, without its body. */
const bytesOf = ({ method = "", rawHeaders, url = "" }: IncomingMessage): number =>
  // Spaces, the version and ends of lines: " HTTP/1.1" and a space, and four for each header.
  rawHeaders.reduce((sum, text) => sum + text.length + 2, method.length + url.length + 14)

/** A piece of a body with its length and two ends of lines. */
const framed = ({ length }: Buffer): number => length.toString(16).length + length + 4

/** The length that `request` announces; 0 for one that does not, or comes in chunks. */
const announcedBytes = ({ headers }: IncomingMessage): number => {
  const length = Number(headers["content-length"])
  return Number.isSafeInteger(length) && length > 0 && headers["transfer-encoding"] === undefined ? length : 0
}

/** Cuts connections of `server` that hold too much, told with whether no request ever came on them; gives who must hear of each request as it comes. */
export const limitUnfinishedHeads = (
  server: Server,
  cut: (socket: Socket, isFirst: boolean) => void,
  limits: HeadLimits = headLimits
): ((request: IncomingMessage) => void) => {
  const lines = new Map<Socket, Line>()
  /** Those still to be asked in this round. */
  let round: Array<Line> = []
  let heldBytes = 0
  let timer: NodeJS.Timeout | undefined

  const leave = (line: Line) => {
    if (!lines.delete(line.socket)) return
    heldBytes -= line.heldBytes
    line.heldBytes = 0
    if (lines.size > 0) return
    clearInterval(timer)
    timer = undefined
    round = []
  }

  const look = (line: Line) => {
    if (!lines.has(line.socket)) return
    const bytes = heldBy(Math.max(0, line.socket.bytesRead - line.takenBytes))
    heldBytes += bytes - line.heldBytes
    line.heldBytes = bytes
  }

  /** Counts what belongs to a request; what stands behind it in the same read is the next one's. */
  const take = (line: Line, bytes: number) => {
    const came = line.socket.bytesRead
    line.takenBytes = Math.max(line.takenBytes + bytes, came - readBytes)
    if (came - line.takenBytes < spareBytes) line.takenBytes = Math.max(line.takenBytes, came)
    look(line)
  }

  const turn = () => {
    if (round.length === 0) round = [...lines.values()]
    const some = round.splice(0, heldBytes > limits.bytes * much ? round.length : limits.perTurn)
    for (const line of some) look(line)
    if (heldBytes <= limits.bytes) return
    for (const line of [...lines.values()].sort((one, other) => other.heldBytes - one.heldBytes)) {
      if (heldBytes <= limits.bytes * enough) return
      leave(line)
      cut(line.socket, line.takenBytes === 0)
    }
  }

  server.prependListener("connection", (socket) => {
    const line: Line = { socket, takenBytes: 0, heldBytes: 0 }
    lines.set(socket, line)
    timer ??= setInterval(turn, limits.everyMillis).unref()
    socket.once("close", () => leave(line))
  })

  return (request) => {
    const line = lines.get(request.socket)
    if (line === undefined) return
    if (request.headers["transfer-encoding"] === undefined) {
      take(line, bytesOf(request) + announcedBytes(request))
      return
    }
    take(line, bytesOf(request))
    // Of pieces and not of the whole: what stands behind the last one may be trailers, which are held as heads are.
    const { push } = request
    request.push = (piece: Buffer | null, encoding) => {
      take(line, piece === null ? 0 : framed(piece))
      // What a piece in several reads is counted too much is no credit for what follows.
      line.takenBytes = Math.min(line.takenBytes, line.socket.bytesRead)
      return push.call(request, piece, encoding)
    }
  }
}
