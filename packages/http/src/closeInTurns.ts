/** Closes the connections of clients that are gone in turns: thousands that leave at once hold the thread for nobody else. */

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
