/** Catalogue pages as shops have them, an element for each 130 bytes or so, each leading to some thirty others. */
import { pageUrl, type Site } from "./site.ts"

const words = (
  "harbour tide ledger signal margin anchor copper lantern weather voyage cargo river merchant season price stock " +
  "delivery warranty material finish colour weight length battery charger support account invoice monthly yearly plan"
).split(" ")

const sentence = (seed: number, length: number): string =>
  Array.from({ length }, (_, at) => words[(seed * 31 + at * 17 + ((seed * at) % 7)) % words.length]).join(" ")

/** Class names as utility-first style sheets make them. */
const classes =
  "flex flex-col gap-4 rounded-lg border border-slate-200 bg-white p-4 shadow-sm hover:shadow-md md:flex-row"

/** What stands in a card after its link. */
const cardBody = (at: number): string => `
        <img src="/images/${at}.webp" srcset="/images/${at}-320.webp 320w, /images/${at}-640.webp 640w" alt="${sentence(at, 3)}"
          sizes="(max-width: 640px) 100vw, 320px" width="320" height="240" loading="lazy" decoding="async">
        <h3 class="text-lg font-semibold tracking-tight text-slate-900">${sentence(at * 7, 5)}</h3>
        <p class="text-sm leading-6 text-slate-600">${sentence(at * 13, 60)}.</p>
        <div class="mt-2 text-xl font-bold tabular-nums"><span>€${at + 20}.00</span> <s>€${at + 32}.00</s></div>
        <ul class="text-sm"><li>${sentence(at * 3, 6)}</li><li>${sentence(at * 5, 7)}</li><li>${sentence(at * 11, 5)}</li></ul>
        <button type="button" class="button button--primary mt-4 w-full" data-action="add" data-sku="SKU-${at}"><svg
          class="h-5 w-5" viewBox="0 0 24 24" fill="none"><path d="M3 3h2l.4 2M7 13h10l4-8H5.4M7 13L5.4 5M7 13l-2.3 2.3"/></svg>Add to basket</button>
      </li>`

const cardBodies = Array.from({ length: 97 }, (_, at) => cardBody(at))

const navigationNames = Array.from({ length: 18 }, (_, at) => sentence(at, 2))

const script = `window.__state=${JSON.stringify(Array.from({ length: 60 }, (_, id) => ({ id, name: sentence(id, 4) })))};`

const rows = Array.from(
  { length: 16 },
  (_, at) => `<tr><td>${sentence(at, 3)}</td><td>${at * 3}</td><td>€${at + 4}</td></tr>`
).join("\n      ")

/** The pages that a page leads to: those below it in a tree of ten branches, and further ones without end. */
const below = (page: number, at: number, { pages }: Site): number => (page * 10 + at + 1) % pages

/** The markup of a page. */
export const render = (site: Site, page: number): string => {
  const link = (to: number) => pageUrl(site, to % site.pages)
  let cards = ""
  for (let at = 0; at < site.cards; at++) {
    const to = below(page, at, site)
    cards += `
      <li class="${classes}" data-position="${at}">
        <a class="block shrink-0 overflow-hidden" href="${link(to)}">Edition ${to} of round ${site.round}</a>${cardBodies[(page * 7 + at) % 97]}`
  }
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <title>Catalogue ${page}</title>
  <meta name="description" content="${sentence(page, 16)}">
  <link rel="canonical" href="${link(page)}">
  <link rel="stylesheet" href="/assets/site.css">
  <style>.product-card{display:grid;gap:1rem}.nav__item{margin:0}.button--primary{background:#036}</style>
  <script>${script}</script>
</head>
<body>
  <header class="site-header"><nav class="nav"><ul>
      ${navigationNames.map((name, at) => `<li class="nav__item"><a class="nav__link" href="${link(at)}">${name}</a></li>`).join("\n      ")}
  </ul></nav></header>
  <main>
    <h1>Catalogue ${page} of round ${site.round}</h1>
    <p>${sentence(page, 160)}.</p>
    <ul class="products">${cards}
    </ul>
    <table><thead><tr><th>Part</th><th>Stock</th><th>Price</th></tr></thead><tbody>
      ${rows}
    </tbody></table>
  </main>
  <footer class="site-footer"><p>${sentence(3, 160)}</p><script src="/assets/site.js" defer></script></footer>
</body>
</html>
`
}
