/** Closes the connections of clients that are gone in turns: thousands that leave at once hold the thread for nobody else. */
import type { Socket } from "node:net"

/** Two milliseconds of closing, most of it the system's. */
export const closedPerTurn = 64

/** Closes a socket soon. */
export const makeClosing = (perTurn = closedPerTurn): ((socket: Pick<Socket, "destroy">) => void) => {
  const leaving: Array<Pick<Socket, "destroy">> = []
  const turn = () => {
    const now = leaving.splice(0, perTurn)
    if (leaving.length > 0) setImmediate(turn)
    for (const socket of now) socket.destroy()
  }
  return (socket) => {
    if (leaving.push(socket) === 1) setImmediate(turn)
  }
}
