/** Sites that sell something, as the tests of their products ask for them. */
import * as PlainReaders from "@kittiwake/core/testing/PlainReaders"
import * as HtmlFactReader from "@kittiwake/html/FactReader"
import { Layer } from "effect"
import type { Server } from "../Server.ts"

/** Pages are read as they are read in use. */
export const real = { readers: Layer.merge(PlainReaders.layer, HtmlFactReader.layer) }

const linked = (name: string, sku: string, price: string) =>
  JSON.stringify({
    "@context": "https://schema.org",
    "@type": "Product",
    name,
    sku,
    description: `${name}, dishwasher safe.`,
    image: ["/i/1.jpg", "/i/2.jpg"],
    category: "Kitchen > Mugs",
    audience: { "@type": "PeopleAudience", audienceType: "Campers" },
    keywords: "enamel, steel",
    height: { "@type": "QuantitativeValue", value: 9, unitCode: "CMT" },
    offers: { "@type": "Offer", price, priceCurrency: "EUR", availability: "https://schema.org/InStock" }
  })

export const goods = (name: string, sku: string, price: string) => `<!doctype html><html lang="en-IE"><head>
  <title>${name} | Hearth</title><script type="application/ld+json">${linked(name, sku, price)}</script></head><body>
  <h1>${name}</h1><p><s>€${Number(price) + 5}.00</s> <b class="price">€${price}</b></p>
  <h2>Features</h2><ul><li>Steel</li><li>Light</li></ul>
  <label for="c">Color</label><select id="c" name="color"><option>Choose a color</option><option>Red</option><option>Blue</option></select>
  <form action="/cart/add"><button>Add to cart</button></form></body></html>`

const card = (path: string, name: string, price: string) =>
  `<div class="card"><a href="${path}">${name}</a><span class="price">€${price}</span></div>`

export const list = `<html lang="en"><head><title>Mugs | Hearth</title></head><body><h1>Mugs</h1><div>
  ${card("/products/one", "One", "18.00")}${card("/products/two", "Two", "20.00")}${card("/products/three", "Three", "22.00")}</div></body></html>`

export const plans = `<html lang="en-US"><head><title>Pricing – Loom</title><meta property="og:site_name" content="Loom"></head><body>
  <h1>Pricing</h1><div><div class="plan"><h3>Team</h3><p>$8</p><p>per user / month</p></div>
  <div class="plan"><h3>Business</h3><p>$15</p><p>per user / month</p></div></div></body></html>`

export const text = (title: string, said: string) =>
  `<html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1><p>${said}</p></main></body></html>`

/** A shop whose first page leads to a list, and that to three products; of a fourth only its sitemap knows. */
export const openShop = async (server: Server) => {
  await server.show(
    "https://hearth.example/",
    `<html lang="en"><body><h1>Hearth</h1><a href="/shop">Shop</a><a href="/about">About</a><a href="/products/forbidden">F</a></body></html>`
  )
  await server.show("https://hearth.example/robots.txt", {
    body: "User-agent: *\nDisallow: /products/forbidden\nSitemap: https://hearth.example/sitemap.xml",
    mediaType: "text/plain"
  })
  await server.show("https://hearth.example/sitemap.xml", {
    body: `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://hearth.example/products/four</loc></url></urlset>`,
    mediaType: "application/xml"
  })
  await server.show("https://hearth.example/shop", list)
  await server.show("https://hearth.example/about", text("About us", "We make mugs."))
  for (const [path, name] of [
    ["one", "Mug One"],
    ["two", "Mug Two"],
    ["three", "Mug Three"],
    ["four", "Mug Four"],
    ["forbidden", "Mug Nobody"]
  ] as const) {
    await server.show(`https://hearth.example/products/${path}`, goods(name, `M-${path}`, "18.00"))
  }
}
