import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Readable } from "node:stream"
import { assert, describe, it } from "@effect/vitest"
import { Kittiwake } from "kittiwake"
import { printAll } from "../src/printAll.ts"
import { readAll } from "../src/readAll.ts"
import { tellLeftOut } from "../src/tellLeftOut.ts"

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

  it("tells of each line that becomes no page, and of those that stand there twice", async () => {
    await using site = await serve({ "/green": "<h1>Green tea</h1>" })
    await using kittiwake = await Kittiwake.open({ memory: true, egressAllow: [site.address] })
    const green = `http://${site.address}/green`
    const printed: Array<string> = []
    const told: Array<string> = []
    const code = await printAll(kittiwake, Readable.from([green, "not an address", green, "ftp://kiln.example/"]), {
      log: (line) => printed.push(line),
      error: (line) => told.push(line)
    })
    assert.strictEqual(code, 0)
    assert.lengthOf(printed, 1)
    assert.match(told[0]!, /^Not read: "not an address": \S/)
    assert.match(told[1]!, /^Not read: "ftp:\/\/kiln\.example\/": .*http/)
    assert.deepStrictEqual(told.slice(2), [
      "Not read again: 1 of the list, as the same stands there before.",
      "1 page was read, 0 were not."
    ])
  })

  it("counts those that no list of a batch names", () => {
    const told: Array<string> = []
    const of = (invalid: number, named: number) => ({
      input: { reserved: 1, reserved_is_ceiling: false, submitted: invalid + 1, duplicates: 0, invalid },
      invalid_urls: Array.from({ length: named }, (_, at) => ({ url: `${at}`, reason: "It is none." }))
    })
    tellLeftOut(of(0, 0), (line) => told.push(line))
    assert.deepStrictEqual(told, [])
    tellLeftOut(of(130, 100), (line) => told.push(line))
    assert.lengthOf(told, 101)
    assert.strictEqual(told[100], "Not read: 30 more that cannot be fetched.")
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
