/** Currencies of amounts and telephone numbers that the rules are made with. */
import { listOf, number, objectOf, type SamplePage, text } from "./SamplePage.ts"

const priced = objectOf({ price: number, currency: text })
const reached = objectOf({ phone: text })

const page = (lang: string, body: string, head = "") =>
  `<!doctype html><html lang="${lang}"><head><title>Page</title>${head}</head><body>${body}</body></html>`

const linked = (data: object) => `<script type="application/ld+json">${JSON.stringify(data)}</script>`

export const tunedMoney: ReadonlyArray<SamplePage> = [
  {
    id: "dollar-canadian-domain",
    url: "https://maple.example.ca/syrup",
    instructions: "Price",
    schema: priced,
    html: page("en", `<h1>Syrup</h1><p>Price: $18.50</p>`),
    expected: { price: 18.5, currency: "CAD" }
  },
  {
    id: "dollar-alone",
    url: "https://fonts.example.com/serif",
    instructions: "Price",
    schema: priced,
    html: page("en", `<h1>Serif</h1><p>Price: $30</p>`),
    expected: { price: 30 }
  },
  {
    id: "dollar-with-its-country",
    url: "https://fonts.example.com/sans",
    instructions: "Price",
    schema: priced,
    html: page("en", `<h1>Sans</h1><p>Price: CA$30 (US$22)</p>`),
    expected: { price: 30, currency: "CAD" }
  },
  {
    id: "dollar-of-an-address",
    url: "https://boots.example.com/",
    instructions: "Price",
    schema: priced,
    html: page(
      "en",
      `<h1>Boots</h1><p>Price: $210</p>`,
      linked({
        "@type": "Store",
        name: "Boots",
        address: { "@type": "PostalAddress", addressLocality: "Perth", addressCountry: "Australia" }
      })
    ),
    expected: { price: 210, currency: "AUD" }
  },
  {
    id: "dollar-of-several",
    url: "https://games.example.com/chess",
    instructions: "Price",
    schema: priced,
    html: page("en", `<h1>Chess</h1><p>Price: $20</p><p>Also sold in USD, CAD and AUD.</p>`),
    expected: { price: 20 }
  },
  {
    id: "euro-behind",
    url: "https://kessel.example.com/7",
    instructions: "Preis",
    schema: objectOf({ preis: number, waehrung: text }),
    html: page("de", `<h1>Kessel</h1><p>Preis: 1.249,00 €</p>`),
    expected: { preis: 1249, waehrung: "EUR" }
  },
  {
    id: "krone-norwegian",
    url: "https://ski.example.no/kort",
    instructions: "Price of a day",
    schema: priced,
    html: page("nb", `<h1>Dagskort</h1><p>Pris: kr 545</p>`),
    expected: { price: 545, currency: "NOK" }
  },
  {
    id: "krona-of-finland",
    url: "https://bastu.example.com/",
    instructions: "Price",
    schema: priced,
    html: page("en", `<h1>Sauna</h1><p>Price: 120 kr</p>`),
    expected: { price: 120 }
  },
  {
    id: "markup-and-sign-differ",
    url: "https://lamps.example.com/arc",
    instructions: "Price",
    schema: objectOf({ price: { type: "number", description: "price shown" }, currency: text }),
    html: page(
      "en",
      `<h1>Arc</h1><p>Price shown: €99</p>`,
      linked({ "@type": "Product", name: "Arc", offers: { "@type": "Offer", priceCurrency: "USD", sku: "9" } })
    ),
    expected: { price: 99, currency: "EUR" }
  },
  {
    id: "plans-by-row",
    url: "https://host.example.com.au/plans",
    instructions: "Plans",
    schema: objectOf({ plans: listOf({ plan: text, price: number, currency: text }) }),
    html: page(
      "en-AU",
      `<table><thead><tr><th>Plan</th><th>Price</th></tr></thead><tbody><tr><td>Mini</td><td>$5</td></tr><tr><td>Maxi</td><td>$15</td></tr><tr><td>Abroad</td><td>US$20</td></tr></tbody></table>`
    ),
    expected: {
      plans: [
        { plan: "Mini", price: 5, currency: "AUD" },
        { plan: "Maxi", price: 15, currency: "AUD" },
        { plan: "Abroad", price: 20, currency: "USD" }
      ]
    }
  },
  {
    id: "currency-symbol",
    url: "https://mugs.example.com/red",
    instructions: "Price",
    schema: objectOf({ price: number, currencySymbol: text, currency: { type: "string", enum: ["EUR", "USD"] } }),
    html: page("en-US", `<h1>Mug</h1><p>Price: $9</p>`),
    expected: { price: 9, currency: "USD" }
  },
  {
    id: "nothing-costs",
    url: "https://parks.example.ca/entry",
    instructions: "Price",
    schema: priced,
    html: page("en", `<h1>Entry</h1><p>Price: free</p>`),
    expected: { price: 0 }
  },
  {
    id: "phone-swiss-domain",
    url: "https://uhren.example.ch/kontakt",
    instructions: "Telefon",
    schema: reached,
    html: page("de", `<h1>Kontakt</h1><p>Telefon: 044 555 12 34</p>`),
    expected: { phone: "+41445551234" }
  },
  {
    id: "phone-link-of-the-country",
    url: "https://studio.example.com/",
    instructions: "Phone",
    schema: objectOf({ office: text, phone: text }),
    html: page(
      "en",
      `<h1>Studio</h1><p>Phone: 030 555 01 20</p><footer><a class="call" href="tel:+49305550120">Call us</a></footer>`
    ),
    expected: { phone: "+49305550120" }
  },
  {
    id: "phone-two-countries",
    url: "https://group.example.com/",
    instructions: "Phone",
    schema: reached,
    html: page(
      "en",
      `<h1>Group</h1><p>Phone: 030 555 01 20</p>`,
      linked({
        "@graph": [
          { "@type": "Store", name: "A", address: { "@type": "PostalAddress", addressCountry: "DE" } },
          { "@type": "Store", name: "B", address: { "@type": "PostalAddress", addressCountry: "FR" } }
        ]
      })
    ),
    expected: { phone: "030 555 01 20" }
  },
  {
    id: "phone-polish",
    url: "https://meble.example.com/kontakt",
    instructions: "Telefon",
    schema: reached,
    html: page("pl", `<h1>Kontakt</h1><p>Telefon: 22 555 12 34</p>`),
    expected: { phone: "+48225551234" }
  },
  {
    id: "phone-that-is-none",
    url: "https://amt.example.de/",
    instructions: "Telefon",
    schema: reached,
    html: page("de", `<h1>Amt</h1><p>Telefon: 115</p>`),
    expected: { phone: "115" }
  },
  {
    id: "phone-british-trunk",
    url: "https://inn.example.co.uk/",
    instructions: "Phone",
    schema: reached,
    html: page("en", `<h1>Inn</h1><p>Phone: +44 (0)1632 960 123</p>`),
    expected: { phone: "+441632960123" }
  }
]
