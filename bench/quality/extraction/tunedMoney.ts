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
  },
  {
    id: "krone-without-label",
    url: "https://lys.example.dk/pendel",
    instructions: "Price",
    schema: objectOf({ name: text, price: number, currency: text }),
    html: page("da", `<main><h1>Pendel</h1><div class="product-price">1.499 kr.</div><p>Levering: 49 kr.</p></main>`),
    expected: { name: "Pendel", price: 1499, currency: "DKK" }
  },
  {
    id: "salary-range-german",
    url: "https://jobs.example.com/stelle/3",
    instructions: "Gehalt",
    schema: objectOf({ title: text, salaryMin: number, salaryMax: number, salaryCurrency: text }),
    html: page("de", `<main><h1>Optikerin</h1><dl><dt>Gehalt</dt><dd>45.000 – 52.000 €</dd></dl></main>`),
    expected: { title: "Optikerin", salaryMin: 45000, salaryMax: 52000, salaryCurrency: "EUR" }
  },
  {
    id: "prices-of-rows-named-above",
    url: "https://yoga.example.com/passes",
    instructions: "Passes with price",
    schema: objectOf({ currency: text, passes: listOf({ name: text, price: number }) }),
    html: page(
      "en-GB",
      `<h1>Passes</h1><table><thead><tr><th>Name</th><th>Price</th></tr></thead><tbody><tr><td>Day</td><td>£14</td></tr><tr><td>Month</td><td>£80</td></tr></tbody></table>`
    ),
    expected: {
      currency: "GBP",
      passes: [
        { name: "Day", price: 14 },
        { name: "Month", price: 80 }
      ]
    }
  },
  {
    id: "dollar-of-markup",
    url: "https://kites.example.com/delta",
    instructions: "Price",
    schema: priced,
    html: page(
      "en",
      `<h1>Delta</h1><p class="price">$75.00</p>`,
      linked({ "@type": "Store", name: "Kites", currenciesAccepted: "SGD" })
    ),
    expected: { price: 75, currency: "SGD" }
  },
  {
    id: "yuan",
    url: "https://cha.example.cn/1",
    instructions: "价格",
    schema: priced,
    html: page("zh-CN", `<h1>龙井</h1><p>价格：￥168</p>`),
    expected: { price: 168, currency: "CNY" }
  },
  {
    id: "price-with-cents",
    url: "https://bikes.example.com.mx/ruta",
    instructions: "Precio",
    schema: objectOf({ precio: objectOf({ value: number, currency: text }) }),
    html: page("es-MX", `<h1>Ruta</h1><p>Precio: $12,499.00</p>`),
    expected: { precio: { value: 12499, currency: "MXN" } }
  },
  {
    id: "phone-french-markup",
    url: "https://fleurs.example.com/",
    instructions: "Téléphone",
    schema: objectOf({ telephone: text }),
    html: page(
      "fr",
      `<h1>Fleurs</h1><p>Venez nous voir.</p>`,
      linked({
        "@type": "Florist",
        name: "Fleurs",
        telephone: "04 72 55 12 34",
        address: {
          "@type": "PostalAddress",
          addressLocality: "Lyon",
          addressCountry: { "@type": "Country", name: "France" }
        }
      })
    ),
    expected: { telephone: "+33472551234" }
  },
  {
    id: "phone-in-the-address",
    url: "https://lodge.example.com/",
    instructions: "Phone and address",
    schema: objectOf({ phone: text, address: text }),
    html: page("en", `<h1>Lodge</h1><address>5 Fjordgata, 7010 Trondheim, Norway<br>Phone: 73 55 12 34</address>`),
    expected: { phone: "+4773551234", address: "5 Fjordgata, 7010 Trondheim, Norway" }
  },
  {
    id: "phone-rows-of-links",
    url: "https://clinic.example.com/",
    instructions: "Branches",
    schema: objectOf({ branches: listOf({ name: text, phone: text }) }),
    html: page(
      "en",
      `<ul class="branches"><li><h3>Paris</h3><span class="tel"><a href="tel:+33155512340">01 55 51 23 40</a></span></li><li><h3>Madrid</h3><span class="tel"><a href="tel:+34915551234">91 555 12 34</a></span></li></ul>`
    ),
    expected: {
      branches: [
        { name: "Paris", phone: "+33155512340" },
        { name: "Madrid", phone: "+34915551234" }
      ]
    }
  },
  {
    id: "phone-labelled-short",
    url: "https://www.auto.example.at/kontakt",
    instructions: "Telefon",
    schema: objectOf({ telefon: text }),
    html: page("de", `<h1>Kontakt</h1><ul><li>Tel.: 0316 / 55 12 34 – täglich</li><li>Fax: 0316 / 55 12 35</li></ul>`),
    expected: { telefon: "+43316551234" }
  },
  {
    id: "phone-with-an-extension",
    url: "https://library.example.ca/",
    instructions: "Phone",
    schema: reached,
    html: page("en", `<h1>Library</h1><p>Phone: 613-555-0142 x 7</p>`),
    expected: { phone: "613-555-0142 x 7" }
  },
  {
    id: "phone-and-fax-of-japan",
    url: "https://ryokan.example.jp/",
    instructions: "電話",
    schema: objectOf({ phone: { type: "string", description: "電話番号" } }),
    html: page("ja", `<h1>旅館</h1><dl><dt>電話</dt><dd>075-555-1234</dd></dl>`),
    expected: { phone: "+81755551234" }
  }
]
