/** States that are so now, and people by their posts. */
import { describe, it } from "@effect/vitest"
import { checkPairs } from "./onPages.ts"

describe("a state", () => {
  it.effect("is reached now, and not by a day that is to come", () =>
    checkPairs([
      [
        "back in stock",
        "<h1>Blue pot</h1><p>$40</p><p>Out of stock</p>",
        "<h1>Blue pot</h1><p>$40</p><p>In stock</p>",
        true
      ],
      [
        "back in stock",
        "<h1>Blue pot</h1><p>$40</p><p>Out of stock</p>",
        "<h1>Blue pot</h1><p>$40</p><p>Out of stock – back in stock in May</p>",
        false
      ],
      [
        "back in stock",
        "<h1>Blue pot</h1><p>$40</p><p>Sold out</p>",
        "<h1>Blue pot</h1><p>$40</p><p>Back soon</p>",
        false
      ],
      [
        "back in stock",
        "<h1>Blue pot</h1><p>$40</p><p>Sold out</p>",
        "<h1>Blue pot</h1><p>$40</p><p>Available from 5 June 2027</p>",
        false
      ],
      [
        "back in stock",
        "<h1>Blue pot</h1><p>$40</p><p>Sold out</p>",
        "<h1>Blue pot</h1><p>$40</p><p>Only 2 left</p>",
        true
      ],
      [
        "wieder verfügbar",
        "<h1>Blue pot</h1><p>$40</p><p>Ausverkauft</p>",
        "<h1>Blue pot</h1><p>$40</p><p>Sofort lieferbar</p>",
        true
      ],
      [
        "wieder verfügbar",
        "<h1>Blue pot</h1><p>$40</p><p>Ausverkauft</p>",
        "<h1>Blue pot</h1><p>$40</p><p>Voraussichtlich ab Mai wieder verfügbar</p>",
        false
      ],
      [
        "wieder verfügbar",
        "<h1>Blue pot</h1><p>$40</p><p>Ausverkauft</p>",
        "<h1>Blue pot</h1><p>$40</p><p>Wird in Kürze wieder verfügbar sein</p>",
        false
      ],
      [
        "de nouveau disponible",
        "<h1>Blue pot</h1><p>$40</p><p>Rupture de stock</p>",
        "<h1>Blue pot</h1><p>$40</p><p>En stock</p>",
        true
      ],
      [
        "de nouveau disponible",
        "<h1>Blue pot</h1><p>$40</p><p>Rupture de stock</p>",
        "<h1>Blue pot</h1><p>$40</p><p>Disponible à partir du 5 juin</p>",
        false
      ],
      [
        "torna disponibile",
        "<h1>Blue pot</h1><p>$40</p><p>Esaurito</p>",
        "<h1>Blue pot</h1><p>$40</p><p>Disponibile</p>",
        true
      ],
      [
        "torna disponibile",
        "<h1>Blue pot</h1><p>$40</p><p>Esaurito</p>",
        "<h1>Blue pot</h1><p>$40</p><p>Prossimamente disponibile</p>",
        false
      ],
      [
        "tickets become available",
        "<h1>Blue pot</h1><p>$40</p><p>Coming soon</p>",
        "<h1>Blue pot</h1><p>$40</p><p>Buy tickets</p>",
        true
      ],
      [
        "tickets go on sale",
        "<h1>Blue pot</h1><p>$40</p><p>Tickets coming soon</p>",
        "<h1>Blue pot</h1><p>$40</p><p>Tickets: from $45</p>",
        true
      ],
      [
        "tickets become available",
        "<h1>Blue pot</h1><p>$40</p><p>Coming soon</p>",
        "<h1>Blue pot</h1><p>$40</p><p>Tickets on sale from 5 May</p>",
        false
      ],
      ["sold out", "<h1>Blue pot</h1><p>$40</p><p>Buy tickets</p>", "<h1>Blue pot</h1><p>$40</p><p>Sold out</p>", true],
      [
        "in stock",
        "<h1>Blue pot</h1><p>$40</p><p>Expected in June</p>",
        "<h1>Blue pot</h1><p>$40</p><p>In stock, expected delivery in 2 days</p>",
        true
      ],
      [
        "back in stock",
        "<h1>Blue pot</h1><p>$40</p><p>Out of stock</p>",
        "<h1>Blue pot</h1><p>$40</p><p>In stock now, ships in 3 days</p>",
        true
      ],
      [
        "registration opens",
        "<h1>Blue pot</h1><p>$40</p><p>Registration opens in March</p>",
        "<h1>Blue pot</h1><p>$40</p><p>Registration is open</p>",
        true
      ],
      [
        "registration opens",
        "<h1>Blue pot</h1><p>$40</p><p>Registration opens in March</p>",
        "<h1>Blue pot</h1><p>$40</p><p>Registration opens in April</p>",
        false
      ]
    ])
  )
})

describe("a state that was said to come", () => {
  it.effect("is reached when it has come, and asked for by who asks when", () =>
    checkPairs([
      ["when is it expected back in stock", "<p>Out of stock</p>", "<p>Out of stock. Expected in June.</p>", true],
      ["back in stock", "<p>Currently unavailable</p>", "<p>Available – order today</p>", true],
      [
        "registration opens",
        "<p>Registration opens soon</p>",
        "<p>Register now: registration is open until 5 May</p>",
        true
      ],
      ["in stock again", "<p>Sold out, back in May</p>", "<p>In stock</p>", true],
      [
        "appointments become available",
        "<p>No appointments available</p>",
        "<p>Next appointment available on 5 May</p>",
        true
      ],
      ["sold out", "<p>Expected in June</p>", "<p>Expected in July</p>", false],
      [
        "the concert is cancelled or postponed",
        "<p>Concert on 5 May</p>",
        "<p>The concert on 5 May is postponed to 9 June</p>",
        true
      ],
      ["wieder lieferbar", "<p>Nicht lieferbar</p>", "<p>Lieferbar in 2 Tagen</p>", true],
      ["back in stock", "<p>Sold out</p>", "<p>In stock within 2 days delivery</p>", true],
      ["wieder auf Lager", "<p>Ausverkauft</p>", "<p>Auf Lager in 2 Tagen bei dir</p>", true],
      ["de nouveau en stock", "<p>Épuisé</p>", "<p>En stock sous 2 jours</p>", true],
      ["back in stock", "<p>Sold out</p>", "<p>In stock in 2 days</p>", false],
      ["wieder auf Lager", "<p>Ausverkauft</p>", "<p>Auf Lager in 2 Wochen</p>", false]
    ])
  )
})

const card = (name: string, post: string) => `<div><h3>${name}</h3><p>${post}</p></div>`

describe("a post", () => {
  it.effect("is named by no heading of all who lead", () => {
    const list = (ceo: string, cfo: string) => `<ul><li>${ceo}, CEO<li>${cfo}, CFO</ul>`
    const cases = ["<h1>Leadership</h1>", "<h1>Acme</h1><h2>Leadership</h2>", "<h1>Vorstand</h1>"].flatMap((above) => [
      [
        "the CEO changes",
        above + list("Maria Kern", "Tom Abel"),
        above + list("Maria Kern", "Ina Rode"),
        false
      ] as const,
      [
        "the CEO changes",
        above + list("Maria Kern", "Tom Abel"),
        above + list("Petra Lind", "Tom Abel"),
        true
      ] as const,
      [
        "leadership changes",
        above + list("Maria Kern", "Tom Abel"),
        above + list("Maria Kern", "Ina Rode"),
        true
      ] as const
    ])
    return checkPairs(cases)
  })

  it.effect("is that of the person it stands beside or below", () =>
    checkPairs([
      [
        "the CEO changes",
        card("Anna Berg", "CEO") + card("Tom Li", "CFO"),
        card("Kim Roy", "CEO") + card("Tom Li", "CFO"),
        true
      ],
      [
        "the CEO changes",
        card("Anna Berg", "CEO") + card("Tom Li", "CFO"),
        card("Anna Berg", "CEO") + card("Kim Roy", "CFO"),
        false
      ],
      [
        "a new CFO",
        card("Anna Berg", "Chief Executive Officer") + card("Tom Li", "Chief Financial Officer (CFO)"),
        card("Anna Berg", "Chief Executive Officer") + card("Kim Roy", "Chief Financial Officer (CFO)"),
        true
      ],
      [
        "a new CFO",
        card("Anna Berg", "Chief Executive Officer") + card("Tom Li", "Chief Financial Officer (CFO)"),
        card("Eva Ek", "Chief Executive Officer") + card("Tom Li", "Chief Financial Officer (CFO)"),
        false
      ],
      [
        "the CEO changes",
        "<ul><li>Anna Berg, CEO<li>Tom Li, CFO</ul>",
        "<ul><li>Kim Roy, CEO<li>Tom Li, CFO</ul>",
        true
      ],
      [
        "the CTO changes",
        "<ul><li>Anna Berg, CEO<li>Ola By, CTO<li>Tom Li, CFO</ul>",
        "<ul><li>Anna Berg, CEO<li>Ola By, CTO<li>Kim Roy, CFO</ul>",
        false
      ],
      [
        "the CTO changes",
        "<ul><li>Anna Berg, CEO<li>Ola By, CTO<li>Tom Li, CFO</ul>",
        "<ul><li>Anna Berg, CEO<li>Bo Bo, CTO<li>Tom Li, CFO</ul>",
        true
      ],
      [
        "der Geschäftsführer wechselt",
        "<ul><li>Anna Berg, Geschäftsführerin<li>Tom Li, Vertrieb</ul>",
        "<ul><li>Anna Berg, Geschäftsführerin<li>Kim Roy, Vertrieb</ul>",
        false
      ],
      [
        "der Geschäftsführer wechselt",
        "<ul><li>Anna Berg, Geschäftsführerin<li>Tom Li, Vertrieb</ul>",
        "<ul><li>Eva Ek, Geschäftsführerin<li>Tom Li, Vertrieb</ul>",
        true
      ],
      [
        "the chair changes",
        card("Anna Berg", "Chair") + card("Tom Li", "Treasurer"),
        card("Anna Berg", "Chair") + card("Kim Roy", "Treasurer"),
        false
      ],
      ["when Tom Li leaves", card("Anna Berg", "CEO") + card("Tom Li", "CFO"), card("Anna Berg", "CEO"), true]
    ])
  )
})

describe("what is there while its delivery is to come", () => {
  const there: ReadonlyArray<string> = [
    "In stock",
    "In stock – estimated delivery tomorrow",
    "In stock: expected to ship today",
    "In stock - expected to be dispatched today",
    "In stock – estimated arrival 5 May",
    "Order soon – only 2 in stock",
    "Order soon, only 2 in stock",
    "Expected delivery Tuesday, in stock",
    "Estimated delivery in two days – in stock",
    "Will ship today, in stock",
    "Will ship today and is in stock",
    "Auf Lager – voraussichtliche Lieferung morgen",
    "Lieferung voraussichtlich morgen, auf Lager",
    "En stock – livraison prévue demain",
    "In stock - soon gone!",
    "In stock: expected to sell out quickly",
    "In stock (selling out soon)",
    "In stock, ships in 2 weeks",
    "In stock - delivered in 3 days",
    "In stock. Get notified when other colours arrive",
    "In stock in 5 colours",
    "Delivery in 2 days",
    "Save 10% when you buy now",
    "In stock at our store. Email me when available online",
    "In stock when ordered with a lid",
    "Available now. Ships in 3 weeks",
    "Usually available within 24 hours",
    "Lieferbar in 3 Tagen",
    "Lieferbar in 2–3 Werktagen",
    "Als Taschenbuch lieferbar",
    "Niagara Falls print, available",
    "At once available",
    "Once more in stock"
  ]
  it.effect("is in stock", () =>
    checkPairs(there.map((line) => ["back in stock", "<p>Out of stock</p>", `<p>${line}</p>`, true]))
  )

  const toCome: ReadonlyArray<string> = [
    "In stock soon",
    "In stock soon – delivery is free",
    "In stock soon for delivery in May",
    "In stock: expected in June",
    "In stock – estimated 5 May",
    "Expected to be in stock in June",
    "Expected mid-June back in stock",
    "Expected on May 5, 2026 back in stock",
    "Will be back in stock.",
    "Will arrive and be back in stock in May",
    "Ships as soon as back in stock",
    "Wird versendet, sobald wieder lieferbar.",
    "It will be shipped once it is in stock.",
    "Voraussichtlich ab Juni wieder auf Lager",
    "In stock in 2 weeks",
    "In stock in 2-3 weeks",
    "In stock in a few days",
    "Available in 5 days",
    "In stock next week",
    "Back in stock within 5 days",
    "Back in two weeks",
    "Lieferbar in 2 Wochen",
    "In zwei Wochen wieder lieferbar",
    "Disponible en 5 jours",
    "Disponible dans 2 semaines",
    "Disponible en 2 semanas",
    "Disponibile tra 5 giorni",
    "Notify me when back in stock",
    "We'll let you know when this item is back in stock",
    "Get notified when it's in stock again",
    "Check back to see if it is in stock",
    "Ships once back in stock",
    "Join the list to hear when tickets are available",
    "Benachrichtigen, wenn wieder lieferbar",
    "Prévenez-moi quand le produit est disponible",
    "Avísame cuando esté disponible",
    "Avvisami quando è disponibile",
    "Mail me als het weer op voorraad is"
  ]
  it.effect("is not yet where it is said to be there later", () =>
    checkPairs(toCome.map((line) => ["back in stock", "<p>Out of stock</p>", `<p>${line}</p>`, false]))
  )
})

describe("a registration that opens", () => {
  const camp = (line: string): string => `<h1>Camp</h1><p>${line}</p>`
  const opened = (line: string, told: boolean) =>
    ["registration opens", camp("Registration closed"), camp(line), told] as const

  it.effect("is open now", () =>
    checkPairs([
      opened("Registration is open", true),
      opened("Registration open until June", true),
      opened("Happy to be open again: registration open", true),
      opened("Registration open soon", false),
      opened("Registration open in June", false),
      opened("Registration open in 2 weeks", false),
      opened("Get notified when registration is open", false)
    ])
  )

  it.effect("is not what a flat is that is free from a day on", () =>
    checkPairs([
      [
        "a flat is vacant",
        "<h1>Hill Lane 3</h1><p>Reserved</p>",
        "<h1>Hill Lane 3</h1><p>Available from June</p>",
        true
      ]
    ])
  )
})

describe("what is sold out", () => {
  it.effect("asks for addresses to tell when it is there", () =>
    checkPairs([
      ["sold out", "<h1>Pot</h1><p>In stock</p>", "<h1>Pot</h1><p>Email me when back in stock</p>", true],
      ["sold out", "<h1>Pot</h1><p>In stock</p>", "<h1>Pot</h1><p>In stock. Free gift when you buy now</p>", false]
    ])
  )
})

describe("a post that is filled", () => {
  const posts = (...all: ReadonlyArray<string>): string =>
    `<h1>Jobs</h1><ul>${all.map((one) => `<li>${one}</li>`).join("")}</ul>`
  const all = posts("Designer, Paris", "SRE, Berlin", "Account Executive, London")
  const goals = [
    "when the Designer position is filled or removed",
    "when the designer role is filled",
    "when the Designer position is removed"
  ]

  it.effect("is the one that is asked for", () =>
    checkPairs(
      goals.flatMap((goal) => [
        [goal, all, posts("SRE, Berlin", "Account Executive, London"), true] as const,
        [goal, all, posts("Designer, Paris", "SRE, Berlin"), false] as const,
        [goal, all, posts("Designer, Paris", "Account Executive, London"), false] as const
      ])
    )
  )
})
