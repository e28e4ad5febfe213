import { readFileSync } from "node:fs"
import { createServer } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { freePort } from "./setup/freePort.ts"

/** The least port that this system gives to whoever asks for any. */
const leastGiven = (): number => {
  try {
    return Number(readFileSync("/proc/sys/net/ipv4/ip_local_port_range", "utf8").split(/\s+/)[0])
  } catch {
    return 32_768
  }
}

describe("a port for a server that starts later", () => {
  it("is another one each time, of those that the system gives to no connection meanwhile", async () => {
    const ports = await Promise.all(Array.from({ length: 100 }, freePort))
    assert.strictEqual(new Set(ports).size, 100)
    assert.isBelow(Math.max(...ports), leastGiven())
  })

  it("can be listened at", async () => {
    const port = await freePort()
    await using server = createServer()
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject)
      server.listen(port, "127.0.0.1", resolve)
    })
  })
})
