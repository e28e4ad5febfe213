/** Currencies of amounts and telephone numbers, held out: written before the rules, and never looked at when they are changed. */
import { listOf, number, objectOf, type SamplePage, text } from "./SamplePage.ts"

const priced = objectOf({ price: number, currency: text })
const reached = objectOf({ phone: text })

const shop = (lang: string, body: string) =>
  `<!doctype html><html lang="${lang}"><head><title>Shop</title></head><body><main>${body}</main></body></html>`

/** A page of a company without a word of its country but what `body` says. */
const contact = (lang: string, body: string) =>
  `<!doctype html><html lang="${lang}"><head><title>Contact</title></head><body><h1>Contact</h1>${body}</body></html>`

export const heldMoney: ReadonlyArray<SamplePage> = [
  {
    id: "dollar-new-zealand",
    url: "https://www.wool.example.co.nz/blankets/mohair",
    instructions: "Price of the blanket",
    schema: priced,
    html: shop("en", `<h1>Mohair throw</h1><p class="price">$289.00</p><button>Add to cart</button>`),
    expected: { price: 289, currency: "NZD" }
  },
  {
    id: "dollar-american-english",
    url: "https://cast-iron.example.com/skillet-10",
    instructions: "Price",
    schema: priced,
    html: shop("en-US", `<h1>10 inch skillet</h1><div><span class="amount">$44.95</span></div>`),
    expected: { price: 44.95, currency: "USD" }
  },
  {
    id: "dollar-of-nobody",
    url: "https://plugins.example.io/pricing",
    instructions: "Price of the licence",
    schema: priced,
    html: shop("en", `<h1>Licence</h1><p>Price: $59</p>`),
    expected: { price: 59 }
  },
  {
    id: "dollar-named-once",
    url: "https://seeds.example.org/tomato",
    instructions: "Price",
    schema: priced,
    html: shop("en", `<h1>Black Krim</h1><p>Price: $4.25</p><p>All prices are in CAD and include taxes.</p>`),
    expected: { price: 4.25, currency: "CAD" }
  },
  {
    id: "krona-rows",
    url: "https://gym.example.se/medlemskap",
    instructions: "Memberships with price",
    schema: objectOf({ currency: text, memberships: listOf({ name: text, price: number }) }),
    html: shop(
      "sv",
      `<h1>Medlemskap</h1><table><thead><tr><th>Namn</th><th>Pris</th></tr></thead><tbody><tr><td>Dag</td><td>249 kr</td></tr><tr><td>Guld</td><td>1 099 kr</td></tr></tbody></table>`
    ),
    expected: {
      currency: "SEK",
      memberships: [
        { name: "Dag", price: 249 },
        { name: "Guld", price: 1099 }
      ]
    }
  },
  {
    id: "krone-danish",
    url: "https://cykler.example.com/bud",
    instructions: "Pris",
    schema: priced,
    html: shop("da", `<h1>Ladcykel</h1><p>Pris: 18.995 kr.</p>`),
    expected: { price: 18995, currency: "DKK" }
  },
  {
    id: "real",
    url: "https://loja.example.com.br/chaleira",
    instructions: "Preço",
    schema: objectOf({ preco: number, moeda: { type: "string", description: "currency" } }),
    html: shop("pt-BR", `<h1>Chaleira elétrica</h1><p>Preço: R$ 1.249,90</p>`),
    expected: { preco: 1249.9, moeda: "BRL" }
  },
  {
    id: "zloty-salary",
    url: "https://praca.example.com/oferta/71",
    instructions: "Wynagrodzenie",
    schema: objectOf({ title: text, salaryMin: number, salaryMax: number, salaryCurrency: text }),
    html: shop("pl", `<h1>Tokarz</h1><dl><dt>Salary</dt><dd>6 200 – 7 800 zł</dd></dl>`),
    expected: { title: "Tokarz", salaryMin: 6200, salaryMax: 7800, salaryCurrency: "PLN" }
  },
  {
    id: "pounds-within-price",
    url: "https://tea.example.com/earl-grey",
    instructions: "Price",
    schema: objectOf({ price: objectOf({ amount: number, currency: text }) }),
    html: shop("en", `<h1>Earl Grey</h1><p>Price: £7.80</p>`),
    expected: { price: { amount: 7.8, currency: "GBP" } }
  },
  {
    id: "yen",
    url: "https://hocho.example.jp/santoku",
    instructions: "価格",
    schema: priced,
    html: shop("ja", `<h1>三徳包丁</h1><p>価格：¥12,800</p>`),
    expected: { price: 12800, currency: "JPY" }
  },
  {
    id: "dollar-australian-markup",
    url: "https://surf.example.com/boards",
    instructions: "Boards",
    schema: objectOf({ boards: listOf({ name: text, price: number, currency: text }) }),
    html: `<!doctype html><html lang="en"><head><title>Boards</title><script type="application/ld+json">{"@context":"https://schema.org","@type":"Store","name":"Surf","priceRange":"$$","currenciesAccepted":"AUD"}</script></head><body><h1>Boards</h1><table><thead><tr><th>Name</th><th>Price</th></tr></thead><tbody><tr><td>Fish 5'6</td><td>$720</td></tr><tr><td>Mid 7'0</td><td>$890</td></tr></tbody></table></body></html>`,
    expected: {
      boards: [
        { name: "Fish 5'6", price: 720, currency: "AUD" },
        { name: "Mid 7'0", price: 890, currency: "AUD" }
      ]
    }
  },
  {
    id: "several-currencies",
    url: "https://tickets.example.com/final",
    instructions: "Price by country",
    schema: objectOf({ currency: text, prices: listOf({ country: text, price: number }) }),
    html: shop(
      "en",
      `<h1>Final</h1><table><thead><tr><th>Country</th><th>Price</th></tr></thead><tbody><tr><td>Ireland</td><td>€80</td></tr><tr><td>Scotland</td><td>£70</td></tr></tbody></table>`
    ),
    expected: {
      prices: [
        { country: "Ireland", price: 80 },
        { country: "Scotland", price: 70 }
      ]
    }
  },
  {
    id: "phone-german-imprint",
    url: "https://www.tischlerei.example.de/impressum",
    instructions: "Telefonnummer",
    schema: objectOf({ telefon: text, fax: text }),
    html: contact(
      "de",
      `<p>Tischlerei Brandt GmbH<br>Am Speicher 4<br>18055 Rostock</p><p>Telefon: 0381 / 49 10 22</p><p>Fax: 0381 / 49 10 23</p>`
    ),
    expected: { telefon: "+49381491022", fax: "+49381491023" }
  },
  {
    id: "phone-british-address",
    url: "https://framers.example.com/contact",
    instructions: "Phone",
    schema: reached,
    html: `<!doctype html><html lang="en"><head><title>Framers</title><script type="application/ld+json">{"@context":"https://schema.org","@type":"LocalBusiness","name":"Framers","telephone":"020 7946 0018","address":{"@type":"PostalAddress","streetAddress":"3 Lamb St","addressLocality":"London","addressCountry":"GB"}}</script></head><body><h1>Framers</h1><p>Visit us.</p></body></html>`,
    expected: { phone: "+442079460018" }
  },
  {
    id: "phone-american-english",
    url: "https://dentist.example.com/",
    instructions: "Phone",
    schema: reached,
    html: contact("en-US", `<p>Phone: (503) 555-0147</p>`),
    expected: { phone: "+15035550147" }
  },
  {
    id: "phone-austrian-language",
    url: "https://konditorei.example.com/kontakt",
    instructions: "Telefon",
    schema: reached,
    html: contact("de-AT", `<dl><dt>Tel.</dt><dd>01 512 34 56</dd></dl>`),
    expected: { phone: "+4315123456" }
  },
  {
    id: "phone-of-no-country",
    url: "https://ferries.example.com/contact",
    instructions: "Phone",
    schema: reached,
    html: contact("en", `<p>Phone: 01 42 68 53 00</p>`),
    expected: { phone: "01 42 68 53 00" }
  },
  {
    id: "phone-italian",
    url: "https://cantina.example.it/contatti",
    instructions: "Telefono",
    schema: objectOf({ telefono: text }),
    html: contact("it", `<p>Telefono: 0577 84 91 20</p>`),
    expected: { telefono: "+390577849120" }
  },
  {
    id: "phone-offices-by-links",
    url: "https://agency.example.com/offices",
    instructions: "Offices with phone",
    schema: objectOf({ offices: listOf({ city: text, phone: text }) }),
    html: contact(
      "en",
      `<div class="office"><h3 class="city">Hamburg</h3><p>Phone: <a href="tel:+494055512340">040 555 123 40</a></p></div><div class="office"><h3 class="city">Vienna</h3><p>Phone: <a href="tel:+4315551234">01 555 12 34</a></p></div>`
    ),
    expected: {
      offices: [
        { city: "Hamburg", phone: "+494055512340" },
        { city: "Vienna", phone: "+4315551234" }
      ]
    }
  },
  {
    id: "phone-with-extension",
    url: "https://college.example.com/staff",
    instructions: "Phone",
    schema: reached,
    html: contact("en-US", `<p>Phone: 312-555-0188 ext. 24</p>`),
    expected: { phone: "312-555-0188 ext. 24" }
  },
  {
    id: "phone-named-country",
    url: "https://bakery.example.com/visit",
    instructions: "Phone and address",
    schema: objectOf({ phone: text, address: text }),
    html: contact("en", `<address>12 Rue des Lices, 13001 Marseille, France</address><p>Phone: 04 91 55 12 34</p>`),
    expected: { phone: "+33491551234", address: "12 Rue des Lices, 13001 Marseille, France" }
  },
  {
    id: "phone-opening-hours",
    url: "https://garage.example.de/",
    instructions: "Telefon",
    schema: reached,
    html: contact("de", `<p>Telefon: 089 555 12 12 (Mo–Fr 8–17 Uhr)</p>`),
    expected: { phone: "+49895551212" }
  }
]
