/**
 * Refuses what is no request behind the answers to those that were sent before it.
 *
 * **Details.** A client may send its next request while it waits for an answer. When that one comes too slowly, or is none, the
 * parser gives up at once; what is written then would be taken for the answer to the first, and the answer itself be lost.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { Socket } from "node:net"

interface Line {
  /** Requests that were not answered yet. */
  readonly open: Set<IncomingMessage>
  /** What was refused behind them. */
  refused: NodeJS.ErrnoException | null
}

/** A request that is not whole is the one that is refused. */
const hasWhole = ({ open }: Line): boolean => [...open].some(({ complete }) => complete)

/** Calls `refuse` for what the parser gives up, once what was asked for before is answered; gives who must hear of each request. */
export const refuseInOrder = (
  server: Server,
  refuse: (error: NodeJS.ErrnoException, socket: Socket) => void
): ((request: IncomingMessage, response: ServerResponse) => void) => {
  const lines = new WeakMap<Socket, Line>()

  const look = (line: Line, socket: Socket) => {
    const { refused } = line
    if (refused === null || hasWhole(line)) return
    line.refused = null
    refuse(refused, socket)
  }

  server.on("clientError", (error: NodeJS.ErrnoException, stream) => {
    const socket = stream as Socket
    const line = lines.get(socket)
    if (line === undefined || !hasWhole(line) || !socket.writable) refuse(error, socket)
    else line.refused ??= error
  })

  return (request, response) => {
    const { socket } = request
    const line = lines.get(socket) ?? { open: new Set(), refused: null }
    lines.set(socket, line)
    line.open.add(request)
    // What was too slow has come after all, while the answers before it were waited for.
    line.refused = null
    response.once("close", () => {
      line.open.delete(request)
      look(line, socket)
    })
  }
}
