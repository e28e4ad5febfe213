/** A site on the loopback whose pages have versions. */
import { createServer } from "node:http"
import { type Listening, listen } from "./listen.ts"

export interface Site extends Listening {
  readonly pageUrl: (name: string) => string
  /** Replaces the text of a page, in which `{{visits}}` is how often it was asked for; a page that was never shown says that it is new. */
  readonly show: (name: string, text: string) => void
  /** Answers to this page wait until the promise is kept. */
  readonly hold: (name: string, until: Promise<void>) => void
  /** Kept when somebody asks for this page, now or before. */
  readonly asked: (name: string) => Promise<void>
}

const entryOf = <A>(map: Map<string, A>, name: string, make: () => A): A => {
  const found = map.get(name) ?? make()
  map.set(name, found)
  return found
}

/** The page that lets others be answered: `held…` wait until somebody gave it a text. */
export const gateName = "gate"

/**
 * Serves `/pages/<name>`, as markup unless the name is of a file of another kind; `missing…` is not there, and `held…` waits for the
 * page that is the gate. `PUT /pages/<name>` with a text replaces it and `POST` gives it a text it never had, so that
 * another process can edit a page.
 */
export const openSite = async (): Promise<Site> => {
  const texts = new Map<string, string>()
  const holds = new Map<string, Promise<void>>()
  const visits = new Map<string, PromiseWithResolvers<void>>()
  const gate = Promise.withResolvers<void>()
  const visit = (name: string) => entryOf(visits, name, () => Promise.withResolvers<void>())
  const counts = new Map<string, number>()
  let edits = 0

  const server = createServer(async (request, response) => {
    const name = (request.url ?? "").replace(/^\/pages\//, "")
    if (request.method === "PUT") {
      let text = ""
      for await (const chunk of request) text += String(chunk)
      texts.set(name, text)
      if (name === gateName) gate.resolve()
      response.end()
      return
    }
    if (request.method === "POST") {
      edits++
      texts.set(name, `Edited ${edits} times`)
      response.end()
      return
    }
    visit(name).resolve()
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    await holds.get(name)
    if (name.startsWith("held")) await gate.promise
    if (name.startsWith("missing")) {
      response.writeHead(404).end()
      return
    }
    if (name.endsWith(".xml")) {
      response.setHeader("content-type", "application/xml")
      response.end(texts.get(name) ?? "")
      return
    }
    response.setHeader("content-type", "text/html")
    response.end(
      `<html><body><main><p>${(texts.get(name) ?? "New").replace("{{visits}}", String(count))}</p></main></body></html>`
    )
  })
  const listening = await listen(server)
  return {
    ...listening,
    pageUrl: (name) => `${listening.url}/pages/${name}`,
    show: (name, text) => void texts.set(name, text),
    hold: (name, until) => void holds.set(name, until),
    asked: (name) => visit(name).promise
  }
}
