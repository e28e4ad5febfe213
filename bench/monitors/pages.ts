/** A site of many hosts: pages of about 30 KB as shops and documentation have them, of which some change on demand. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { answerCalls } from "../children.ts"

const words = (
  "harbour tide ledger signal margin anchor copper lantern weather voyage cargo river merchant season price stock " +
  "delivery warranty material finish colour weight length battery charger support account invoice monthly yearly plan"
).split(" ")

const sentence = (seed: number, length: number): string =>
  Array.from({ length }, (_, at) => words[(seed * 31 + at * 17 + ((seed * at) % 7)) % words.length]).join(" ")

const card = (page: number, at: number, price: number): string => `
      <li class="product-card product-card--wide" data-sku="SKU-${page}-${at}">
        <a class="product-card__link" href="/products/${page}/${at}?ref=listing&amp;position=${at}"><img
          src="/images/${page}/${at}.webp" width="320" height="240" loading="lazy" alt="${sentence(page + at, 3)}"></a>
        <h3 class="product-card__title">${sentence(page * 7 + at, 5)}</h3>
        <p class="product-card__text">${sentence(page * 13 + at, 24)}.</p>
        <div class="product-card__price"><span>€${price}.00</span> <s>€${price + 12}.00</s></div>
        <button type="button" class="button button--primary" data-action="add">Add to basket</button>
      </li>`

const navigation = Array.from(
  { length: 40 },
  (_, at) => `<li class="nav__item"><a class="nav__link" href="/c/${at}">${sentence(at, 2)}</a></li>`
).join("\n      ")

const script = `window.__state=${JSON.stringify(Array.from({ length: 60 }, (_, id) => ({ id, name: sentence(id, 4), open: id % 2 === 0 })))};`

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
  <script>${script}</script>
</head>
<body>
  <header class="site-header"><nav class="nav"><ul>
      ${navigation}
  </ul></nav></header>
  <main>
    <h1>Catalogue ${page}</h1>
    <p>Prices of edition ${version}. ${sentence(page, 60)}.</p>
    <ul class="products">${Array.from({ length: 24 }, (_, at) => card(page, at, 20 + at + (at === 3 ? version : 0))).join("")}
    </ul>
    <table><thead><tr><th>Part</th><th>Stock</th><th>Price</th></tr></thead><tbody>
      ${Array.from({ length: 34 }, (_, at) => `<tr><td>${sentence(at + page, 3)}</td><td>${at * 3}</td><td>€${at + 4}</td></tr>`).join("\n      ")}
    </tbody></table>
  </main>
  <footer class="site-footer"><p>${sentence(3, 40)}</p><script src="/assets/site.js" defer></script></footer>
</body>
</html>
`

let pages: Array<Buffer> = []
const versions: Array<number> = []
let round = 0
let answers = 0
let hasTokens = false

/** The page as it goes out, with a new token if pages have them now. */
const issued = (page: Buffer): Buffer => {
  if (!hasTokens) return page
  answers += 1
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

  /** Changes one page in `every`, others each time. */
  change: (every: number) => {
    round += 1
    for (let page = round % every; page < pages.length; page += every) {
      versions[page]! += 1
      pages[page] = Buffer.from(render(page, versions[page]!))
    }
  }
})
