/** A site on the loopback with ordinary pages and hostile ones. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { gzipSync } from "node:zlib"
import { line, pdfFile } from "../../packages/core/src/testing/documentFiles.ts"
import { png } from "../../packages/core/src/testing/fileSamples.ts"
import { type Listening, listen } from "../endToEnd/listen.ts"

/** A request as it arrived. */
export interface Visit {
  readonly path: string
  readonly headers: IncomingMessage["headers"]
}

export interface WebSite extends Listening {
  /** Every request so far. */
  readonly visits: ReadonlyArray<Visit>
  readonly visitsTo: (path: string) => ReadonlyArray<Visit>
  /** Requests that are neither answered nor given up. */
  readonly pending: () => number
}

/** A server that nobody may reach: it counts who tried. */
export interface Canary extends Listening {
  readonly connections: () => number
}

/** Opens the canary. */
export const openCanary = async (): Promise<Canary> => {
  let connections = 0
  const server = createServer((_, response) => response.end("forbidden"))
  server.on("connection", () => {
    connections += 1
  })
  return { ...(await listen(server)), connections: () => connections }
}

const words = "Kittiwakes nest on cliffs and fish at sea. "

const document = (title: string, body: string, head = ""): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body>${body}</body></html>`

const article = (title: string, more = ""): string =>
  document(title, `<main><h1>${title}</h1><p>${words.repeat(10)}</p>${more}</main>`)

const home = (): string =>
  document(
    "Harbour",
    `<nav><a href="/about">About</a> <a href="/pricing">Pricing</a></nav>
     <main><h1>Harbour</h1><p>${words.repeat(10)}</p>
     <p><a href="/about">About us</a> and <a href="/private/plans">our plans</a>.</p>
     <img src="/picture.png" alt="A bird"><ul class="plans"><li><b>Small</b><i>10 €</i></li><li><b>Large</b><i>20 €</i></li></ul></main>`,
    '<meta name="description" content="A harbour for birds."><meta property="og:title" content="Harbour!">'
  )

/** Renders its text by a script alone. */
const spa = (): string =>
  document(
    "App",
    `<div id="root"></div><script>
       document.getElementById("root").innerHTML = "<h1>Rendered</h1><p>" + ${JSON.stringify(words)}.repeat(10) + "</p>"
     </script>`
  )

/** Colours of a page that scripts paint, one after the other: each is also what the page says. */
export const tides = ["#104080", "#c04010"] as const

const tide = (turns: number): string =>
  document(
    "Tide",
    `<main id="root"></main><script>
       document.body.style.background = ${JSON.stringify(tides[turns % tides.length])}
       document.getElementById("root").innerHTML = "<h1>Tide</h1><p>Level ${turns + 1} metres</p>"
     </script>`
  )

/** Tries to reach a forbidden server by everything a page can load. */
const leaking = (canary: string): string =>
  article(
    "Leaks",
    `<img src="${canary}/img"><iframe src="${canary}/frame"></iframe><link rel="stylesheet" href="${canary}/css">
     <script src="${canary}/script"></script><script>
       fetch("${canary}/fetch", { mode: "no-cors" }).catch(() => {})
       try { new WebSocket("${canary.replace("http", "ws")}/socket") } catch {}
       navigator.sendBeacon("${canary}/beacon", "x")
     </script>`
  )

/** 20 kB that unpack to far more than is read. */
const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, "<p>x</p>"))

/** A table of five megabytes with this text in every cell. */
const table = (cell: string): string => {
  const row = `<tr>${`<td>${cell}</td>`.repeat(8)}</tr>`
  return document("Table", `<table>${row.repeat(Math.ceil((5 * 1024 * 1024) / row.length))}</table>`)
}

export const report = pdfFile({
  title: "Report",
  pages: [{ content: line("The first page of the report", 72, 700) }, { content: line("The second page", 72, 700) }]
})

type Answer = (response: ServerResponse, request: IncomingMessage) => void

const html =
  (body: () => string, headers: Readonly<Record<string, string>> = {}): Answer =>
  (response) =>
    response.writeHead(200, { "content-type": "text/html; charset=utf-8", ...headers }).end(body())

const redirect =
  (location: string): Answer =>
  (response) =>
    response.writeHead(302, { location }).end()

/** Sends a little now and then and never ends, until its reader hangs up. */
const endless: Answer = (response) => {
  response.writeHead(200, { "content-type": "text/html" })
  const timer = setInterval(() => response.write("<p>more</p>"), 100)
  response.on("close", () => clearInterval(timer))
}

/** How long the slow page takes: longer than an impatient client waits. */
const slowMillis = 2_500

const slow: Answer = (response, request) => {
  const timer = setTimeout(() => html(() => article("Slow"))(response, request), slowMillis)
  response.on("close", () => clearTimeout(timer))
}

const conditional: Answer = (response, request) => {
  if (request.headers["if-none-match"] === '"v1"') response.writeHead(304, { etag: '"v1"' }).end()
  else html(() => article("Conditional"), { etag: '"v1"' })(response, request)
}

/** A page that turns when it is told to. */
const tidal = (): Readonly<Record<string, Answer>> => {
  let turns = 0
  return {
    "/tide": html(() => tide(turns)),
    "/tide/turn": (response) => {
      turns += 1
      response.end()
    }
  }
}

const answers = (canary: string): Readonly<Record<string, Answer>> => ({
  "/": html(home),
  "/about": html(() => article("About")),
  "/pricing": html(() => article("Pricing")),
  "/private/plans": html(() => article("Plans")),
  "/conditional": conditional,
  "/spa": html(spa),
  ...tidal(),
  "/picture.png": (response) => response.writeHead(200, { "content-type": "image/png" }).end(png),
  "/report.pdf": (response) => response.writeHead(200, { "content-type": "application/pdf" }).end(report),
  "/clip.mp4": (response) => response.writeHead(200, { "content-type": "video/mp4" }).end(Buffer.alloc(2_000)),
  "/robots.txt": (response) =>
    response.writeHead(200, { "content-type": "text/plain" }).end("User-agent: *\nDisallow: /private/\n"),
  "/map.xml": (response, { headers }) =>
    response
      .writeHead(200, { "content-type": "application/xml" })
      .end(
        `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${["/", "/about", "/pricing"]
          .map((path) => `<url><loc>http://${headers.host}${path}</loc></url>`)
          .join("")}</urlset>`
      ),
  "/login": html(() => document("Log in", '<form><input name="user"><input type="password" name="secret"></form>')),
  "/account": redirect("/login"),
  "/missing-softly": html(() => document("Page not found", "<p>Nothing here.</p>")),
  "/to-canary": redirect(`${canary}/`),
  "/to-metadata": redirect("http://169.254.169.254/latest/meta-data/"),
  "/to-localhost": redirect(canary.replace("127.0.0.1", "localhost")),
  "/round": redirect("/round"),
  "/leaks": html(() => leaking(canary)),
  "/bomb": (response) => response.writeHead(200, { "content-type": "text/html", "content-encoding": "gzip" }).end(bomb),
  "/endless": endless,
  "/slow": slow,
  "/charset": (response) =>
    response
      .writeHead(200, { "content-type": "text/html; charset=x-nonsense" })
      .end(
        Buffer.from(
          document("Gr\u00fc\u00dfe", `<p>Gr\u00fc\u00dfe ${words.repeat(10)}</p>`, '<meta charset="windows-1252">'),
          "latin1"
        )
      ),
  "/table": html(() => table(words)),
  "/dense-table": html(() => table("x")),
  "/nested": html(() => document("Nested", `${"<div>".repeat(50_000)}deep${words.repeat(10)}`)),
  "/broken": (response) => {
    response.writeHead(200, { "content-type": "text/html", "content-length": "1000" })
    response.write("<p>half")
    setImmediate(() => response.destroy())
  }
})

/** Pages without an end: each leads to two that nobody saw. */
const mazePage = (path: string): string => {
  const at = Number(path.split("/")[2] ?? 0)
  return article(`Room ${at}`, `<a href="/maze/${2 * at + 1}">left</a> <a href="/maze/${2 * at + 2}">right</a>`)
}

/** Opens the site, whose pages lead to the canary. */
export const openWebSite = async (canary: Canary): Promise<WebSite> => {
  const visits: Array<Visit> = []
  let pending = 0
  const known = answers(canary.url)
  const server = createServer((request, response) => {
    const path = request.url ?? "/"
    visits.push({ path, headers: request.headers })
    pending += 1
    response.once("close", () => {
      pending -= 1
    })
    const answer = known[path]
    if (answer !== undefined) answer(response, request)
    else if (path.startsWith("/maze/")) html(() => mazePage(path))(response, request)
    else response.writeHead(404, { "content-type": "text/html" }).end(document("404", "<p>None</p>"))
  })
  return {
    ...(await listen(server)),
    visits,
    visitsTo: (path) => visits.filter((visit) => visit.path === path),
    pending: () => pending
  }
}
