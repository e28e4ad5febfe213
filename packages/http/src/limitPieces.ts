/** Cuts requests whose body comes in more pieces than its length can explain. */
import type { IncomingMessage } from "node:http"

/** Pieces that any body may have, and how long they must be on average beyond these. */
const freePieces = 10_000
const leastPieceBytes = 32

/**
 * Counts the pieces of a body in chunks as the parser hands them over.
 *
 * **Details.** The parser hands over all that one read of the socket brought, ten thousand pieces of one byte, and a stream
 * takes microseconds for each: a million kept the thread for three seconds, which a limit of bytes never ends. A listener
 * would come too late, since it hears of nothing before somebody reads the body.
 */
export const limitPieces = (request: IncomingMessage): void => {
  const { push } = request
  let pieces = 0
  let bytes = 0
  request.push = (piece: Buffer | null, encoding) => {
    pieces += 1
    bytes += piece?.length ?? 0
    if (pieces <= freePieces + bytes / leastPieceBytes) return push.call(request, piece, encoding)
    request.socket.destroy()
    return false
  }
}
