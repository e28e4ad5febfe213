/**
 * Servers over TLS that make the handshake as dear as they may, twenty names of one at once. Nobody trusts them: each call is refused, and
 * costs nothing.
 *
 * `worstChain.pem` has twelve certificates of RSA keys of 3,072 bits whose public exponent is as long, which OpenSSL refuses of longer keys
 * alone; `worstGroup.pem` a group for Diffie and Hellman of 10,000 bits, the most that OpenSSL takes.
 */
import { readFileSync } from "node:fs"
import { createServer, type ServerOptions } from "node:https"
import type { AddressInfo } from "node:net"
import { type Attack, ask, counted, reading } from "./asking.ts"

const servers = 20

const fileOf = (name: string) => readFileSync(new URL(name, import.meta.url))

const crowdOf = (options: () => ServerOptions): Attack => {
  let port = 0
  const prepare = async () => {
    if (port !== 0) return
    const server = createServer({ cert: fileOf("worstChain.pem"), key: fileOf("worstKey.pem"), ...options() }).unref()
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    port = (server.address() as AddressInfo).port
  }
  const attack: Attack = async (world) =>
    counted(
      await Promise.all(
        Array.from({ length: servers }, (_, index) =>
          ask(world, "GET", reading("markdown", `https://tls${index}.localhost:${port}/`))
        )
      )
    )
  return Object.assign(attack, { prepare })
}

export const secureServers: Readonly<Record<string, Attack>> = {
  "20 with certificates of the worst keys": crowdOf(() => ({})),
  "20 with key exchanges of 10,000 bits": crowdOf(() => ({
    dhparam: fileOf("worstGroup.pem"),
    ciphers: "DHE-RSA-AES128-GCM-SHA256",
    maxVersion: "TLSv1.2"
  }))
}
