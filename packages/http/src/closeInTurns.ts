/**
 * Closes the connections of clients that are gone in turns: thousands that leave at once hold the thread for nobody else.
 *
 * **Details.** One turn of the event loop hears of a thousand that left. Whoever leaves while answers lie before him unread is told of by
 * the system as a failure of reading and of writing, upon which Node closes the connection at once, with an error and the lines of its
 * stack for each of its requests: 50 µs where there are eight of them.
 */
import type { Server } from "node:http"

interface Closable {
  readonly destroy: () => unknown
}

/** Two milliseconds of closing, most of it the system's. */
export const closedPerTurn = 64

/** Closes a socket soon. */
export const makeClosing = (perTurn = closedPerTurn): ((socket: Closable) => void) => {
  const leaving: Array<Closable> = []
  const turn = () => {
    const now = leaving.splice(0, perTurn)
    if (leaving.length > 0) setImmediate(turn)
    for (const socket of now) socket.destroy()
  }
  return (socket) => {
    if (leaving.push(socket) === 1) setImmediate(turn)
  }
}

/** What the system tells of a connection whose other side is gone. */
const leavings: ReadonlySet<string | undefined> = new Set(["ECONNRESET", "EPIPE"])

const isLeaving = (error: NodeJS.ErrnoException | undefined): boolean =>
  error?.syscall !== undefined && leavings.has(error.code)

/** Has connections of `server` that the system tells to be gone closed by `close`; what is cut for another reason goes at once. */
export const leaveInTurns = (server: Server, close: (socket: Closable) => void): void => {
  server.on("connection", (socket) => {
    const { destroy } = socket
    let isLeft = false
    socket.destroy = (error) => {
      if (!isLeaving(error) || socket.destroyed) return destroy.call(socket, error)
      // Reading and writing fail one after the other.
      if (!isLeft) close({ destroy: () => destroy.call(socket, error) })
      isLeft = true
      return socket
    }
  })
}
