import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { Kittiwake } from "kittiwake"
import { readingList } from "../src/readingList.ts"

const serve = async (pages: Readonly<Record<string, string>>) => {
  const server = createServer((request, response) => {
    const html = pages[request.url ?? ""]
    response.setHeader("content-type", "text/html")
    response.writeHead(html === undefined ? 404 : 200).end(html ?? "<p>Gone</p>")
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    address,
    url: `http://${address}/`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}

describe("a program that reads what a page links to", () => {
  it("gives the main content of each page, and says which one it could not read", async () => {
    await using site = await serve({
      "/": '<main><p>Our teas, for every hour of the day: <a href="/green">green</a>, <a href="/gone">gone</a></p></main>',
      "/green": `<title>Green</title><nav><a href="/">Home</a></nav>
        <main><h1>Green tea</h1><p>Made of <a href="/leaves">leaves</a> that were dried soon.</p></main>`
    })
    await using kittiwake = await Kittiwake.open({ memory: true, worker: false, egressAllow: [site.address] })
    assert.strictEqual(
      await readingList(kittiwake, { url: site.url, most: 5 }),
      `<!-- Green -->\n\n# Green tea\n\nMade of leaves that were dried soon.\n\n<!-- ${site.url}gone: The page answered 404. -->`
    )
  })
})
