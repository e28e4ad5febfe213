/** A small site on the loopback. */
import { createServer, type RequestListener } from "node:http"
import { createServer as createSecureServer } from "node:https"
import type { AddressInfo } from "node:net"
import { cert, key } from "../../../../test/setup/certificate.ts"

/** Serves on a free port until the test ends. */
export const site = async (listener: RequestListener) => {
  const server = createServer(listener)
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

/** A site of HTML documents by their path and query; any other address is not there. */
export const documents = (pages: Readonly<Record<string, string>>) =>
  site((request, response) => {
    const html = pages[request.url ?? ""]
    response.setHeader("content-type", "text/html; charset=utf-8")
    response.writeHead(html === undefined ? 404 : 200).end(html ?? "<h1>Not found</h1>")
  })

/** A page whose text can be changed. */
export const page = async (text: string) => {
  const state = { text }
  const served = await site((_request, response) => {
    response.setHeader("content-type", "text/html").end(`<main>${state.text}</main>`)
  })
  const change = (next: string) => {
    state.text = next
  }
  return Object.assign(served, { change })
}

/** A site over TLS whose certificate signs itself. */
export const secureSite = async () => {
  const server = createSecureServer({ cert, key }, (_request, response) => response.end())
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}
