/**
 * Takes the connections that wait to be taken before a server closes its port: the system resets those that nobody took, also where their
 * requests have come.
 *
 * **Details.** Node takes one connection in each turn of its event loop, so that hundreds may wait behind one burst of requests. A server
 * that is told to close goes on taking them until some turns brought none, for two seconds at most where ever more come.
 */
import type { Server } from "node:http"

/** Turns in a row without a new connection after which none waits, and what came with the last ones has been read. */
const quietTurns = 8

const mostMillis = 2_000

/** Lets `server` close so, and does `whenTold` at once; gives whether it was told to. */
export const takeBeforeClosing = (server: Server, whenTold: () => void): (() => boolean) => {
  const close = server.close.bind(server)
  let isClosing = false
  let taken = 0
  server.on("connection", () => {
    taken += 1
  })
  server.close = (done) => {
    if (isClosing || !server.listening) return close(done)
    isClosing = true
    whenTold()
    const began = performance.now()
    let before = taken
    let quiet = 0
    const turn = () => {
      quiet = taken === before ? quiet + 1 : 0
      before = taken
      if (quiet < quietTurns && performance.now() - began < mostMillis) setImmediate(turn)
      else close(done)
    }
    setImmediate(turn)
    return server
  }
  return () => isClosing
}
