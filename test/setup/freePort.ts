/** A port that nobody listens on now, and that the system gives to nobody by itself. */
import { randomInt } from "node:crypto"
import { createServer } from "node:net"

/**
 * Below what any system gives to connections and to who asks for port 0, of which tests make thousands: one of those would be somebody else's by
 * the time that the server which it is for has started. Nothing that is often installed listens there.
 */
const range = { from: 20_000, to: 32_000 } as const

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer()
    server.once("error", () => resolve(false))
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)))
  })

const given = new Set<number>()

/** Another one each time; other processes hardly ever choose the same. */
export const freePort = async (): Promise<number> => {
  for (let tries = 0; tries < 1_000; tries += 1) {
    const port = randomInt(range.from, range.to)
    if (given.has(port)) continue
    given.add(port)
    if (await isFree(port)) return port
  }
  throw new Error(`No port from ${range.from} to ${range.to} is free.`)
}
