/** An installation in memory that this process serves, for commands that run in it too. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Kittiwake } from "kittiwake"

/** What commands need to reach it. It ends with `closing`. */
export const servedHere = async (
  closing: AsyncDisposableStack,
  apiKey: string
): Promise<Readonly<Record<string, string>>> => {
  const kittiwake = closing.use(
    await Kittiwake.open({
      memory: true,
      apiKey,
      browser: "off",
      egressAllow: ["127.0.0.0/8"],
      onLog: () => undefined
    })
  )
  const server = createServer(kittiwake.nodeHandler)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  closing.defer(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = server.address() as AddressInfo
  return { KITTIWAKE_API_KEY: apiKey, KITTIWAKE_HOST: "127.0.0.1", KITTIWAKE_PORT: String(port) }
}
