/** A small site on the loopback. */
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"

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
