/**
 * Bounds what the heads of requests that are not finished hold together: they come without a key, and Node keeps each in memory.
 *
 * **Model.** What has come on a connection beyond its finished requests is a head, or trailers, that somebody still sends. When
 * heads hold too much together, the longest are cut, so that whoever sends a small one is served meanwhile. What was cut is given back
 * when its socket has closed, which is not in this turn of the event loop: when that is much, long heads are cut as they come.
 *
 * **Details.** Each read of a socket is counted before the parser has it: one turn brings hundreds of megabytes where thousands
 * of connections send at once, and a look at them between turns comes too late. One read may bring the end of a request
 * and the beginning of the next. What a request took is told from its parts; spaces that nobody needs and what chunks may have besides
 * are not among them, so that a rest of less than `spareBytes` is taken for these.
 */
import type { IncomingMessage, Server } from "node:http"

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

/** The length that `request` announces, 0 when it does not. */
const announcedBytes = ({ headers }: IncomingMessage): number => {
  const length = Number(headers["content-length"])
  return Number.isSafeInteger(length) && length > 0 ? length : 0
}

const headBytes = ({ cameBytes, takenBytes }: Line): number => Math.max(0, cameBytes - takenBytes)

/** Cuts connections of `server` whose heads hold more than `bytes` together; gives who must hear of each request as it comes. */
export const limitUnfinishedHeads = (
  server: Server,
  bytes: number = unfinishedHeadBytes
): ((request: IncomingMessage) => void) => {
  const lines = new Map<Socket, Line>()
  /** Of those that are not cut, and with those that are and have not closed. */
  let liveBytes = 0
  let heldBytes = 0

  const hold = (line: Line, now: number) => {
    liveBytes += line.isCut ? 0 : now - line.heldBytes
    heldBytes += now - line.heldBytes
    line.heldBytes = now
  }

  const cut = (line: Line) => {
    liveBytes -= line.heldBytes
    line.isCut = true
    line.socket.destroy()
  }

  const cutLongest = () => {
    for (const line of [...lines.values()].sort((one, other) => other.heldBytes - one.heldBytes)) {
      if (liveBytes <= bytes * enough) return
      if (!line.isCut) cut(line)
    }
  }

  /** Counts what belongs to a request; what stands behind it in the same read is the next one's. */
  const take = (line: Line, took: number) => {
    line.takenBytes = Math.max(line.takenBytes + took, line.cameBytes - line.lastBytes)
    if (line.cameBytes - line.takenBytes < spareBytes) line.takenBytes = Math.max(line.takenBytes, line.cameBytes)
    hold(line, heldBy(headBytes(line)))
  }

  /** Whether `line` has no place with what closes: one that is long and does not end with this read. */
  const isTooMuch = (line: Line, read: Buffer): boolean =>
    heldBytes > bytes * most && headBytes(line) > longBytes && !line.isInChunks && !read.includes("\r\n\r\n")

  const receive = (line: Line, read: Buffer, parse: (read: Buffer) => void) => {
    if (line.isCut) return
    line.cameBytes += read.length
    line.lastBytes = read.length
    hold(line, heldBy(headBytes(line)))
    if (isTooMuch(line, read)) return cut(line)
    parse(read)
    // What was the end of a head holds nothing any more.
    if (liveBytes > bytes) cutLongest()
  }

  // Behind Node's own listener, which reads the socket past JavaScript where nobody else listens to its data.
  server.on("connection", (socket) => {
    const [parse] = socket.listeners("data") as Array<(read: Buffer) => void>
    if (parse === undefined) return
    const line: Line = {
      ...{ socket, cameBytes: 0, lastBytes: 0, takenBytes: 0, isInChunks: false },
      ...{ heldBytes: 0, isCut: false }
    }
    lines.set(socket, line)
    socket.removeListener("data", parse)
    socket.on("data", (read) => receive(line, read, parse))
    socket.once("close", () => {
      lines.delete(socket)
      hold(line, 0)
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
