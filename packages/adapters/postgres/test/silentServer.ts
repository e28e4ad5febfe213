/** A way to a server that can go silent: sockets stay open, and nothing comes any more. */
import { type AddressInfo, connect, createServer, type Socket } from "node:net"
import { Effect, Redacted } from "effect"

/** Stands between a client and the server at `url` until the scope ends. */
export const wayTo = Effect.fnUntraced(function* (url: Redacted.Redacted) {
  const target = new URL(Redacted.value(url))
  const sockets = new Set<Socket>()
  let isSilent = false
  const silenced = new Set<Socket>()
  const silence = () => {
    for (const socket of sockets) silenced.add(socket)
  }
  const pass = (from: Socket, to: Socket) => {
    sockets.add(from)
    const end = () => {
      // Whoever has fallen silent does not say good-bye either.
      if (!silenced.has(from)) to.destroy()
    }
    from.on("error", end)
    from.on("close", end)
    from.on("data", (chunk) => {
      if (!silenced.has(from)) to.write(chunk)
    })
  }
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    pass(near, far)
    pass(far, near)
    if (isSilent) silence()
  })
  yield* Effect.acquireRelease(
    Effect.promise(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))),
    () =>
      Effect.promise(() => {
        for (const socket of sockets) socket.destroy()
        return new Promise<void>((resolve) => server.close(() => resolve()))
      })
  )
  const near = new URL(target)
  near.hostname = "127.0.0.1"
  near.port = String((server.address() as AddressInfo).port)
  return {
    url: Redacted.make(near.href),
    /** From now on nothing passes, neither on connections that are there nor on new ones. */
    goSilent: Effect.sync(() => {
      isSilent = true
      silence()
    }),
    /** New connections pass again; those that fell silent stay so. */
    comeBack: Effect.sync(() => {
      isSilent = false
    })
  }
})
