import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Readable } from "node:stream"
import { assert, describe, it } from "@effect/vitest"
import { Kittiwake } from "kittiwake"
import { printAll } from "../src/printAll.ts"
import { readAll } from "../src/readAll.ts"

const serve = async (pages: Readonly<Record<string, string>>) => {
  const server = createServer((request, response) => {
    const html = pages[request.url ?? ""]
    response.setHeader("content-type", "text/html")
    response.writeHead(html === undefined ? 404 : 200).end(html ?? "<p>Gone</p>")
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}

describe("a program that reads many pages at once", () => {
  it("gives what came of each line, in their order", async () => {
    await using site = await serve({ "/green": "<h1>Green tea</h1>", "/black": "<h1>Black tea</h1>" })
    await using kittiwake = await Kittiwake.open({ memory: true, egressAllow: [site.address] })
    const urlOf = (path: string) => `http://${site.address}${path}`
    const lines = Readable.from([urlOf("/green"), "", urlOf("/gone"), `  ${urlOf("/black")}`])
    const told: Array<readonly [url: string, said: string | undefined]> = []
    for await (const page of readAll(kittiwake, lines)) {
      told.push([page.url, page.status === "ok" ? page.markdown : page.error_code])
    }
    assert.deepStrictEqual(told, [
      [urlOf("/green"), "# Green tea"],
      [urlOf("/gone"), "NOT_FOUND"],
      [urlOf("/black"), "# Black tea"]
    ])
  })

  it("tells in one line why nothing of a list can be read", async () => {
    await using kittiwake = await Kittiwake.open({ memory: true, worker: false })
    const told: Array<string> = []
    const code = await printAll(kittiwake, Readable.from(["http://127.0.0.1:8000/"]), {
      log: (line) => told.push(`printed ${line}`),
      error: (line) => told.push(line)
    })
    assert.strictEqual(code, 1)
    assert.lengthOf(told, 1)
    assert.match(
      told[0]!,
      /^Nothing was read: .*holds no address that can be fetched: The address 127\.0\.0\.1 is not public\.[^\n]*$/
    )
  })
})
