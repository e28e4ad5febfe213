/**
 * A site of many hosts: pages of about 30 KB as shops have them, an element for each 130 bytes or so, of which some change on
 * demand.
 */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { answerCalls } from "../children.ts"

const words = (
  "harbour tide ledger signal margin anchor copper lantern weather voyage cargo river merchant season price stock " +
  "delivery warranty material finish colour weight length battery charger support account invoice monthly yearly plan"
).split(" ")

const sentence = (seed: number, length: number): string =>
  Array.from({ length }, (_, at) => words[(seed * 31 + at * 17 + ((seed * at) % 7)) % words.length]).join(" ")

/** Class names as utility-first style sheets make them. */
const classes =
  "flex flex-col gap-4 rounded-lg border border-slate-200 bg-white p-4 shadow-sm hover:shadow-md md:flex-row"

const srcset = (path: string): string =>
  [320, 640, 960, 1280].map((width) => `${path}-${width}.webp ${width}w`).join(", ")

const card = (page: number, at: number, price: number): string => `
      <li class="${classes}" data-sku="SKU-${page}-${at}" data-event="impression" data-position="${at}" data-list="main">
        <a class="block shrink-0 overflow-hidden" href="/products/${page}/${at}?ref=listing&amp;position=${at}"><img
          src="/images/${page}/${at}.webp" srcset="${srcset(`/images/${page}/${at}`)}" sizes="(max-width: 640px) 100vw, 320px"
          width="320" height="240" loading="lazy" decoding="async" alt="${sentence(page + at, 3)}"></a>
        <h3 class="text-lg font-semibold tracking-tight text-slate-900">${sentence(page * 7 + at, 5)}</h3>
        <p class="text-sm leading-6 text-slate-600">${sentence(page * 13 + at, 40)}.</p>
        <div class="mt-2 text-xl font-bold tabular-nums"><span>€${price}.00</span> <s>€${price + 12}.00</s></div>
        <button type="button" class="button button--primary mt-4 w-full" data-action="add" data-sku="SKU-${page}-${at}"><svg
          class="h-5 w-5" viewBox="0 0 24 24" fill="none" stroke="currentColor"><path d="M3 3h2l.4 2M7 13h10l4-8H5.4M7 13L5.4 5M7 13l-2.293 2.293c-.63.63-.184 1.707.707 1.707H17"/></svg>Add to basket</button>
      </li>`

const navigation = Array.from(
  { length: 18 },
  (_, at) => `<li class="nav__item"><a class="nav__link nav__link--level-1" href="/c/${at}">${sentence(at, 2)}</a></li>`
).join("\n      ")

const script = `window.__state=${JSON.stringify(Array.from({ length: 122 }, (_, id) => ({ id, name: sentence(id, 4), open: id % 2 === 0 })))};`

const description = (page: number): string =>
  JSON.stringify({
    "@context": "https://schema.org",
    "@type": "ItemList",
    name: `Catalogue ${page}`,
    description: sentence(page, 120)
  })

/** Stands where many sites put a token that is another one in every answer; as long as the token. */
const tokenPlace = "token-0000000000000000"

const render = (page: number, version: number): string => `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="csrf-token" content="${tokenPlace}">
  <title>Catalogue ${page}</title>
  <meta name="description" content="${sentence(page, 16)}">
  <link rel="stylesheet" href="/assets/site.css">
  <style>.product-card{display:grid;gap:1rem}.nav__item{margin:0}.button--primary{background:#036}</style>
  <script type="application/ld+json">${description(page)}</script>
  <script>${script}</script>
</head>
<body>
  <header class="site-header"><nav class="nav"><ul>
      ${navigation}
  </ul></nav></header>
  <main>
    <h1>Catalogue ${page}</h1>
    <p>Prices of edition ${version}. ${sentence(page, 160)}.</p>
    <ul class="products">${Array.from({ length: 10 }, (_, at) => card(page, at, 20 + at + (at === 3 ? version : 0))).join("")}
    </ul>
    <table><thead><tr><th>Part</th><th>Stock</th><th>Price</th></tr></thead><tbody>
      ${Array.from({ length: 16 }, (_, at) => `<tr><td>${sentence(at + page, 3)}</td><td>${at * 3}</td><td>€${at + 4}</td></tr>`).join("\n      ")}
    </tbody></table>
  </main>
  <footer class="site-footer"><p>${sentence(3, 160)}</p><script src="/assets/site.js" defer></script></footer>
</body>
</html>
`

let pages: Array<Buffer> = []
const versions: Array<number> = []
let answers = 0
let hasTokens = false
let answersInRound = Number.POSITIVE_INFINITY

/** Changes one page in twenty, others each time. */
const change = (round: number): void => {
  for (let page = round % 20; page < pages.length; page += 20) {
    versions[page]! += 1
    pages[page] = Buffer.from(render(page, versions[page]!))
  }
}

/** The page as it goes out, with a new token if pages have them now. */
const issued = (page: Buffer): Buffer => {
  answers += 1
  if (answers % answersInRound === 0) change(answers / answersInRound)
  if (!hasTokens) return page
  const copy = Buffer.from(page)
  copy.write(answers.toString(16).padStart(16, "0"), copy.indexOf(tokenPlace) + "token-".length, "latin1")
  return copy
}

const server = createServer((request, response) => {
  const page = pages[Number(request.url?.slice("/pages/".length))]
  if (page === undefined) response.writeHead(404).end()
  else
    response
      .writeHead(200, { "content-type": "text/html; charset=utf-8", "content-length": page.length })
      .end(issued(page))
})
server.keepAliveTimeout = 60_000

answerCalls({
  /** Makes the pages and listens on every loopback address; tells the port and the size of a page. */
  listen: (count: number) =>
    new Promise((resolve) => {
      versions.push(...Array.from({ length: count }, () => 1))
      pages = versions.map((version, page) => Buffer.from(render(page, version)))
      server.listen(0, "0.0.0.0", () =>
        resolve({ port: (server.address() as AddressInfo).port, bytes: pages[0]!.length })
      )
    }),

  /** Whether every answer is to have another token, so that no two have the same bytes. */
  tokens: (wanted: boolean) => {
    hasTokens = wanted
  },

  /** From now on, one page in twenty changes whenever so many answers were given. */
  changeAfter: (given: number) => {
    answers = 0
    answersInRound = given
  }
})
