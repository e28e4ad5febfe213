/** A server of a test on a free port of the loopback. */
import type { Server } from "node:http"
import type { AddressInfo } from "node:net"

export interface Listening extends AsyncDisposable {
  /** `host:port`, as the allow list of the operator names it. */
  readonly address: string
  readonly url: string
}

/** Listens until disposed of. */
export const listen = async (server: Server): Promise<Listening> => {
  // On a busy machine a connection that is kept would be closed while the next request on it is under way.
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    address,
    url: `http://${address}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}
