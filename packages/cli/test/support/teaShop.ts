/** A small site that links to all of its pages but to what it sells, and to one that is gone. */
import { documents } from "./site.ts"

export const teaShop = () =>
  documents({
    "/": `<title>Tea &amp; more</title><meta name="description" content="A shop">
      <nav><a href="/about">About</a></nav>
      <main><h1>Tea</h1><p>We sell <a href="/blog/green.html">green</a> and <a href="/blog/black?page=2">black</a> tea
      for every hour of the day.</p><p><a href="/gone">Coffee</a></p><img src="/leaf.png" alt="A leaf"></main>`,
    "/products/tin": `<title>Tin | Tea</title><script type="application/ld+json">{"@type":"Product","name":"Tin","sku":"T-1",
      "offers":{"@type":"Offer","price":"12.50","priceCurrency":"EUR","availability":"https://schema.org/InStock"}}</script>
      <main><h1>Tin</h1><p>€12.50</p><button>Add to cart</button></main>`,
    "/rss.xml": `<rss><channel><title>Tea</title><item><title>The shop opens a second room</title><link>/blog/green.html</link>
      <pubDate>Tue, 03 Feb 2026 10:00:00 GMT</pubDate></item></channel></rss>`,
    "/about": "<title>About</title><main><h1>About us</h1><p>A shop that has sold tea since long ago.</p></main>",
    "/blog/green.html":
      "<title>Green</title><main><h1>Green tea</h1><p>Made of leaves that were dried soon.</p></main>",
    "/blog/black?page=2": "<title>Black</title><main><h1>Black tea</h1><p>Made of leaves that waited long.</p></main>"
  })
