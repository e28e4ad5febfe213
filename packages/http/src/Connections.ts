/** How many connections one address may have. */
import type { Server } from "node:http"

/** Addresses from which many may come together: a proxy before us has one of them. */
const ofProxies = /^(?:::ffff:)?(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)|^::1$|^f[cd]/i

/** Whether connections from `address` are counted: those of a proxy are everybody's. */
export const isCounted = (address: string): boolean => address !== "" && !ofProxies.test(address)

/** Counts connections by the address they come from. */
export class Connections {
  readonly #max: number
  readonly #open = new Map<string, number>()

  constructor(max: number) {
    this.#max = max
  }

  /** Counts one more from `address`; false, and nothing is counted, when it has as many as it may have. */
  enter(address: string): boolean {
    const open = this.#open.get(address) ?? 0
    if (open >= this.#max) return false
    this.#open.set(address, open + 1)
    return true
  }

  leave(address: string): void {
    const open = (this.#open.get(address) ?? 0) - 1
    if (open > 0) this.#open.set(address, open)
    else this.#open.delete(address)
  }
}

/** Closes connections at once that an address has beyond `max`. */
export const limitPerAddress = (server: Server, max: number): void => {
  const connections = new Connections(max)
  server.prependListener("connection", (socket) => {
    const address = socket.remoteAddress ?? ""
    if (!isCounted(address)) return
    if (!connections.enter(address)) {
      socket.destroy()
      return
    }
    socket.once("close", () => connections.leave(address))
  })
}
