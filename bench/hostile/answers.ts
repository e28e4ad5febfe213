/** Ways to answer, of which hostile pages are put together. */
import type { IncomingMessage, ServerResponse } from "node:http"

export const megabyte = 1024 * 1024

export interface Page {
  (response: ServerResponse, request: IncomingMessage): void
  /** Makes what takes long to make. */
  readonly prepare?: () => void
}

export const html = { "content-type": "text/html; charset=utf-8" }

/** A page of this markup, made when it is asked for. */
export const markup =
  (make: () => string, headers: Readonly<Record<string, string>> = html): Page =>
  (response) =>
    void response.writeHead(200, headers).end(make())

export const inBody = (make: () => string): Page => markup(() => `<!doctype html><title>t</title><body>${make()}`)

/** A page of what `make` gives, made when it is asked for. */
export const served =
  (make: () => string | Buffer, headers: Readonly<Record<string, string>>): Page =>
  (response) =>
    void response.writeHead(200, headers).end(make())

/** Bytes in a content coding, made before anybody asks. */
export const coded = (coding: string, make: () => Buffer): Page => {
  let made: Buffer | undefined
  const page: Page = (response) => {
    made ??= make()
    response.writeHead(200, { ...html, "content-encoding": coding }).end(made)
  }
  return Object.assign(page, {
    prepare: () => {
      made ??= make()
    }
  })
}

/** Bytes on the socket itself, which no HTTP library would write, again and again until it is closed. */
export const raw =
  (head: string, piece = "", pieces = 0, everyMillis = 0): Page =>
  ({ socket }) => {
    if (socket === null) return
    socket.write(head)
    let left = pieces
    const write = () => {
      while (left > 0 && socket.writable) {
        left -= 1
        const isWritten = socket.write(piece)
        if (everyMillis > 0) return void setTimeout(write, everyMillis).unref()
        if (!isWritten) return void socket.once("drain", write)
      }
      if (left === 0 && pieces > 0) socket.end()
    }
    write()
  }

export const ok = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
export const chunked = `${ok}Transfer-Encoding: chunked\r\n\r\n`

export const times = (count: number, make: (index: number) => string): string => {
  const parts: Array<string> = []
  for (let index = 0; index < count; index++) parts.push(make(index))
  return parts.join("")
}

export const redirect =
  (to: (request: IncomingMessage) => string): Page =>
  (response, request) =>
    void response.writeHead(302, { location: to(request) }).end()
