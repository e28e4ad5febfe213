import { assert, describe, it } from "@effect/vitest"
import { noiseKinds } from "@kittiwake/core/pages/domain/LeftOut"
import { Effect } from "effect"
import { read } from "./reading.ts"

/** A page long enough that a piece is not most of it. */
const pageWith = (piece: string): string =>
  `<!doctype html><title>Tea</title><main><h1>Tea</h1><p>Sencha is steamed, rolled and dried on the day of its harvest, and
   keeps for a year in a closed tin.</p>${piece}<p>Assam is withered for a night, rolled and oxidised, and is drunk with milk
   in most of the countries that it is sold to. A tin of either holds a hundred grams, which is enough for fifty cups. What
   is left of a harvest after a year is given to the people who picked it.</p></main>`

const quietly = (piece: string) => read(pageWith(piece), { leavesOutNoise: true })

const links = `<ul><li><a href="/a">How tea is picked</a></li><li><a href="/b">Tins and their history</a></li></ul>`

describe("noise on a page", () => {
  it.effect.each([
    ["advertisement", `<div class="ad-slot"><a href="/x">ZZZ cups</a></div>`],
    ["advertisement", `<ins class="adsbygoogle">ZZZ cups</ins>`],
    ["advertisement", `<div id="div-gpt-ad-1-0"><a href="/x">ZZZ</a></div>`],
    ["advertisement", `<div data-ad-slot="4"><a href="/x">ZZZ</a></div>`],
    ["advertisement", `<div><small>Advertisement</small><a href="/x">ZZZ</a></div>`],
    ["related", `<section class="related-posts">${links}ZZZ</section>`],
    ["related", `<div class="x"><h3>Ähnliche Artikel</h3>${links}ZZZ</div>`],
    ["related", `<h3>You may also like</h3><div>ZZZ ${links}</div>`],
    [
      "related",
      `<h2>Popular items</h2><ul><li><a href="/a">Sencha</a> ZZZ €</li><li><a href="/b">Assam</a> 9 €</li></ul>`
    ],
    ["related", `<section aria-label="Related articles">ZZZ ${links}</section>`],
    ["sharing", `<div class="share-buttons"><a href="/s">Share</a> <b>12</b></div>`],
    ["sharing", `<button>Like 12</button>`],
    ["sharing", `<button aria-label="Share on Facebook">12 shares</button>`],
    ["counter", `<span class="view-count">12 views</span>`],
    ["byline", `<p><time>3 hours ago</time></p>`],
    ["byline", `<p><span class="date">Aktualisiert vor 3 Stunden</span></p>`],
    ["byline", `<p class="byline">By ZZZ · 3 hours ago</p>`],
    ["byline", `<relative-time>2 days ago</relative-time>`]
  ] as const)("of the kind %s is left out: %s", ([kind, piece]) =>
    Effect.gen(function* () {
      const without = yield* quietly("")
      const { leftOut, text } = yield* quietly(piece)
      assert.deepStrictEqual([...new Set(leftOut.map((one) => one.kind))], [kind])
      assert.strictEqual(text, without.text)
      assert.notStrictEqual((yield* read(pageWith(piece))).text, text, "it stands there unless noise is left out")
    })
  )

  it.effect.each([
    `<div class="ad-hoc">ZZZ</div>`,
    `<div class="related-pricing">ZZZ ${links}</div>`,
    `<div class="plan recommended"><h3>Pro</h3>ZZZ <a href="/a">Buy</a> <a href="/b">More</a></div>`,
    `<div class="ads"><table><tr><td>Banner</td><td>ZZZ</td></tr></table></div>`,
    `<div class="ads"><h2>Formats</h2>ZZZ</div>`,
    `<div class="ad">${"A long text that nobody puts into an advertisement. ".repeat(14)}ZZZ</div>`,
    `<section><h2>Advertising</h2><p>From ZZZ a day.</p><a href="/b">Book</a></section>`,
    `<div class="related"><p>ZZZ as the <a href="/l">law</a> and its <a href="/c">commentary</a> say of all such cases.</p></div>`,
    `<section><h2>Related products</h2><p>ZZZ, all of them made in Ghent.</p></section>`,
    `<div><span>Most popular</span><b>ZZZ</b><a href="/a">Start now</a> <a href="/b">Talk to us</a></div>`,
    `<div><p>Recommended</p><b>ZZZ</b><a href="/a">Start now</a> <a href="/b">Talk to us</a></div>`,
    `<div class="share">ZZZ %</div>`,
    `<div class="share-box">Share ZZZ files with your team. <a href="/s">Share</a></div>`,
    `<button>Buy ZZZ</button>`,
    `<table><tr><td class="view-count">12 ZZZ</td></tr></table>`,
    `<p class="view-count">ZZZ of views</p>`,
    `<span class="view-count">ZZZ $2 per 1,000 views</span>`,
    `<p class="byline">By ZZZ, 3 March 2026</p>`,
    `<p class="time">ZZZ ships in 3 days</p>`,
    `<p class="status-time">ZZZ began 3 hours ago</p>`,
    `<p>ZZZ was founded 3 years ago.</p>`,
    `<div class="job-meta">ZZZ · 3 days ago</div>`
  ])("is not what only has its names: %s", (piece) =>
    Effect.gen(function* () {
      assert.include((yield* quietly(piece)).text, "ZZZ")
    })
  )

  it.effect.each([
    [`<p>Updated 3 minutes ago</p>`, "Updated …"],
    [`<span>3 minutes ago</span>`, "…"],
    [`<p>yesterday</p>`, "…"],
    [`<p>Posted by Ana 2 days ago</p>`, "Posted by Ana …"],
    [`<p>Ana commented a few seconds ago, Ben 2h ago</p>`, "Ana commented …, Ben …"],
    [`<ul><li><a href="/a">alpha</a> <span>· 3h ago</span></li></ul>`, "alpha · …"],
    [`<table><tr><th>Repo<th>Updated<tr><td>alpha<td>3 days ago</table>`, "alpha | …"],
    [`<p>Sencha, vor 3 Stunden</p>`, "Sencha, …"],
    [`<p>Sencha, hace 3 horas</p>`, "Sencha, …"],
    [`<p>Sencha, il y a 3 heures</p>`, "Sencha, …"],
    [`<p>Sencha, 3 ore fa</p>`, "Sencha, …"],
    [`<p>Sencha, 3 часа назад</p>`, "Sencha, …"],
    [`<p>煎茶 · 3時間前</p>`, "煎茶 · …"],
    [`<p>更新: 5分前</p>`, "更新: …"],
    [`<p>녹차 · 3시간 전</p>`, "녹차 · …"],
    [`<p>Price $50, seen 2 hours ago</p>`, "Price $50, seen …"],
    [`<p>Seen less than a minute ago</p>`, "Seen …"],
    [`<p>Ana Dan 3 hours ago, Do 3 hours ago</p>`, "Ana Dan …, Do …"],
    [`<p>Gesehen vor rund 3 Stunden</p>`, "Gesehen …"],
    [`<p>More 3 hours ago</p>`, "More …"],
    [`<p>Notizie di 3 ore fa</p>`, "Notizie di …"],
    [`<p>Door Dan 3 uur geleden</p>`, "Door Dan …"],
    ...(
      [
        ["Last edited yesterday by Ana", "Last edited … by Ana"],
        ["v4.1.9 released last week", "v4.1.9 released …"],
        ["Opened yesterday · 4 comments", "Opened … · 4 comments"],
        ["Mug posted just now", "Mug posted …"],
        ["Ana commented last month", "Ana commented …"],
        ["Commit abc: fix typo (yesterday)", "Commit abc: fix typo (…)"],
        ["Gestern aktualisiert von Ana", "… aktualisiert von Ana"],
        ["Beitrag von Ana, gestern", "Beitrag von Ana, …"],
        ["Ana Prado · yesterday", "Ana Prado · …"],
        ["Publié hier par Ana", "Publié … par Ana"],
        ["Ana posted today at 10:32", "Ana posted …"],
        ["2時間前に更新されました", "…に更新されました"],
        ["3日前に投稿", "…に投稿"],
        ["Ana May 3 hours ago", "Ana May …"],
        ["What you can do: 3 hours ago", "What you can do: …"],
        ["How? asked 3 hours ago by Ana", "How? asked … by Ana"],
        ["Built 3 years ago", "Built …"],
        ["Why you should not drink tea 3 hours ago 12 comments", "Why you should not drink tea … 12 comments"],
        ["Why you should not drink tea 3 days ago 12 comments", "Why you should not drink tea … 12 comments"],
        ["How can I fix a pot 3 hours ago by Ann", "How can I fix a pot … by Ann"],
        ["Warum man nicht warten sollte vor 3 Stunden", "Warum man nicht warten sollte …"],
        ["il y a 2 jours, livraison gratuite", "…, livraison gratuite"],
        ["hace 3 horas en Madrid, envío gratuito", "… en Madrid, envío gratuito"],
        ["Last valid check 3 minutes ago", "Last valid check …"],
        [
          "The door can be seen from here, and a cat came by 3 hours ago.",
          "The door can be seen from here, and a cat came by …."
        ],
        ["Zuletzt online vor 5 Minuten, nicht verfügbar", "Zuletzt online …, nicht verfügbar"],
        ["Zuletzt online vor 5 Tagen, nicht verfügbar", "Zuletzt online …, nicht verfügbar"],
        ["Activo desde hace 3 horas", "Activo desde …"],
        ["Edited 3.5 hours ago", "Edited …"],
        ["Bearbeitet vor 1,5 Jahren", "Bearbeitet …"],
        ["1.5 years ago", "…"],
        ["Updated 1,200 days ago", "Updated …"],
        ["Seen 5 minutes ago?", "Seen …?"],
        ["Updated (today)", "Updated (…)"],
        ["Mise à jour : hier", "Mise à jour : …"],
        ["Avis publié (hier)", "Avis publié (…)"],
        ["Published: Yesterday, John Smith", "Published: …, John Smith"],
        ["Published: yesterday, 5 min read", "Published: …, 5 min read"],
        ["Opened: yesterday, 4 comments", "Opened: …, 4 comments"],
        ["Last post by Max (today, 14:30)", "Last post by Max (…)"],
        ["Letzter Beitrag von Max (heute, 14:30)", "Letzter Beitrag von Max (…)"],
        ["By Max Roe (today at 2:30 pm)", "By Max Roe (…)"],
        ["Anna (hier à 14:30)", "Anna (…)"],
        ["Dernier message de Max (hier, 14:30)", "Dernier message de Max (…)"],
        ["il y a 3 jours (hier)", "… (…)"],
        ["Ana asked 3 hours ago can you help", "Ana asked … can you help"],
        ["Prices updated 3 days ago may differ", "Prices updated … may differ"],
        ["The thief must have left 3 hours ago", "The thief must have left …"],
        ["You can read what was posted 3 hours ago", "You can read what was posted …"],
        ["Ana joined 2 days ago may I ask", "Ana joined … may I ask"],
        ["Max Roe vor 3 Tagen kann jemand helfen", "Max Roe … kann jemand helfen"]
      ] as const
    ).map(([text, open]) => [`<p>${text}</p>`, open] as const)
  ] as const)("is a time told from now within a line, of which the rest stays: %s", ([piece, line]) =>
    Effect.gen(function* () {
      const { leftOut, text } = yield* quietly(piece)
      assert.include(text.split("\n"), line)
      assert.deepStrictEqual(
        leftOut.map(({ kind }) => kind),
        ["byline"]
      )
    })
  )

  it.effect.each([
    "Cancel up to 3 days before you arrive",
    "キャンセルは3日前まで無料",
    "ご出発の3日前",
    "출발 3일 전까지 무료",
    "en az 3 gün önce",
    "Il y a 2 ans de garantie",
    "Há 2 anos de garantia",
    "Now",
    "Heute",
    "Chicago 3",
    "Delivered in 3 days",
    "Ships 2 weeks from now",
    "For 3 weeks",
    "Orders placed more than 30 days ago cannot be returned.",
    "Orders placed over 30 days ago cannot be returned.",
    "Orders placed less than 30 days ago can be returned.",
    "Placed 30 days ago or more, orders stay.",
    "Estar empadronado desde hace 2 años en la ciudad.",
    "La ayuda es para empresas constituidas desde hace 3 meses.",
    "Podem concorrer quem reside há 2 anos no município.",
    "Clientes ativos há 12 meses recebem 10% de desconto.",
    "Applicants must have graduated 2 years ago.",
    "Vaccination given 6 months ago counts as valid.",
    "Die Prüfung ist vor 2 Jahren Berufserfahrung nicht möglich.",
    "Stornierung vor 14 Tagen kostenlos.",
    "Auszahlung vor 12 Monaten ausgeschlossen.",
    "Kinder vor 6 Jahren reisen gratis.",
    "For 3 dage siden købte varer kan byttes.",
    "Köpt för 30 dagar sedan? Då kan du byta.",
    "Bought 30 days ago? Bring it back.",
    "Humans settled here 1,500 years ago.",
    "Erected 400 years ago, the tower is 40 m tall.",
    "Bestellt 30 days ago at most.",
    "Commandé il y a 3 jours au plus tard.",
    "The bridge closed yesterday.",
    "The museum was opened today in Leeds.",
    "Added today: 50 rooms",
    "Anmeldung, hier",
    "Ferry, today",
    "Pickup available (today)",
    "Open (today)",
    "Anmeldung (hier)",
    "Aktualisiert: hier",
    "Hier veröffentlicht",
    "Status reported: today, outage",
    "Die Prüfung kann man ablegen bis spätestens vor 2 Jahren.",
    "Man kann umtauschen, was gekauft wurde vor 2 Jahren.",
    "Humans settled here 12,500 years ago.",
    "Gebaut vor 1.500 Jahren",
    "Yesterday Ana posted a song",
    "Yoga for all (today, 18:00)",
    "FC Bayern (heute, 20:30)",
    "Treffpunkt (hier, 14:30)",
    "Applicants must have graduated 2 years ago",
    "- Account must have been opened 90 days ago",
    "Items bought 30 days ago may be returned, see below",
    "Employees who joined 12 months ago may apply",
    "Purchases made 30 days ago are refundable",
    "Refunds: purchases made 30 days ago can be returned",
    "Vehicles registered 5 years ago must pass a test; older ones every year.",
    "Bookings made 24 hours ago can be cancelled free of charge until noon.",
    "You can cancel what you booked 48 hours ago, and get all of your money back.",
    "Les réservations faites il y a 24 heures peuvent être annulées",
    "Los artículos comprados hace 30 días pueden devolverse",
    "Vor 30 Tagen gekaufte Artikel können zurückgegeben werden",
    "Fahrzeuge, die vor 5 Jahren zugelassen wurden, müssen geprüft werden",
    "Cards that were issued between 30 and 60 days ago are renewed.",
    "Cards that were issued 30-60 days ago are renewed.",
    "Files of up to 90 days ago can be restored.",
    "Accounts that were opened at least 14 days ago may vote.",
    "Kündigung spätestens vor 3 Monaten",
    "Bestellungen bis vor 30 Tagen",
    "Gekauft vor über 30 Tagen",
    "Pedidos hasta hace 30 días",
    "Commandes passées jusqu’à il y a 30 jours",
    "Ordini di oltre 30 giorni fa",
    "Meer dan 30 dagen geleden besteld",
    "Zamówienia złożone ponad 30 dni temu",
    "Заказы, сделанные более 30 дней назад"
  ])("is no term and no other time: %s", (line) =>
    Effect.gen(function* () {
      assert.include((yield* quietly(`<p>${line}</p>`)).text.split("\n"), line)
    })
  )

  it.effect.each([
    `<time>30 min</time>`,
    `<time>3h</time>`,
    `<td><span class="time">24 h</span></td>`,
    `<span class="meta">5 m</span>`,
    `<div class="views">12 rooms with sea views</div>`
  ])("is no length, no duration and nothing that is counted for another reason: %s", (piece) =>
    Effect.gen(function* () {
      const [words = ""] = /(?<=>)[^<]+/.exec(piece) ?? []
      assert.include((yield* quietly(piece)).text, words)
    })
  )

  it.effect("is not looked for in more than takes a moment", () =>
    Effect.gen(function* () {
      const lines = "<p>ago 前".concat("1 ".repeat(990)).repeat(1_500)
      const at = performance.now()
      yield* quietly(`<p>seen 2 hours ago</p>${lines}`)
      assert.isBelow(performance.now() - at, 20_000)
    })
  )

  it.effect("is the largest kind first that stays, when it would be most of the page", () =>
    Effect.gen(function* () {
      const list = Array.from({ length: 6 }, (_, n) => `<li><a href="/${n}">A page about tea, number ${n}</a></li>`)
      const page = `<h1>Tea</h1><p>Teas of the house.</p><ul class="related-posts">${list.join("")}</ul>
        <div class="related-posts"><ul>${list.join("")}</ul></div><span class="view-count">12 views</span>`
      const { leftOut, text } = yield* read(page, { leavesOutNoise: true })
      assert.include(text, "number 5")
      assert.notInclude(text, "views")
      assert.deepStrictEqual(
        leftOut.map(({ kind }) => kind),
        ["counter"]
      )
    })
  )

  it.effect("is told by kind, with the first names of what was left out", () =>
    Effect.gen(function* () {
      const ads = ["a", "b", "c", "d"].map((name) => `<div class="ad-slot" id="${name}"><a href="/x">Cups</a></div>`)
      const { leftOut } = yield* quietly(`${ads.join("")}<time>3 hours ago</time>`)
      assert.deepStrictEqual(leftOut, [
        { kind: "advertisement", pieces: 4, characters: 16, elements: ["div#a", "div#b", "div#c"] },
        { kind: "byline", pieces: 1, characters: 11, elements: ["time"] }
      ])
      assert.includeMembers([...noiseKinds], ["advertisement", "byline"])
    })
  )

  it.effect("costs a page of nothing but its names no more than any page", () =>
    Effect.gen(function* () {
      // Each of them would be looked into for hundreds of elements.
      const nested = `${`<div class="related-posts">`.repeat(400)}${links.repeat(400)}`
      const began = process.cpuUsage()
      const { text } = yield* read(nested.repeat(8), { leavesOutNoise: true })
      const { user } = process.cpuUsage(began)
      assert.include(text, "Tins and their history")
      assert.isBelow(user / 1_000, 3_000)
    })
  )

  it.effect("lets lines with an open time or raised digits be located", () =>
    Effect.gen(function* () {
      const piece = `<div class="seen"><b>Ann</b> wrote · 3h ago in News</div>
        <p class="price">Price <b>$19</b><sup>99</sup></p><p class="note">Pro $39<sup>1</sup></p>
        <p class="year">Made in 1999</p><p class="size">Made in 19.99</p>`
      const text = (yield* quietly(piece)).text.split("\n")
      const located = (locates: ReadonlyArray<string>) =>
        Effect.map(read(pageWith(piece), { leavesOutNoise: true, locates }), ({ places }) => places)
      const lines = ["Ann wrote · … in News", "Price $19.99", "Pro $39^1", "Made in 1999", "Made in 19.99"]
      for (const line of lines) assert.include(text, line)
      assert.deepStrictEqual(yield* located(lines), ["div.seen", "p.price", "p.note", "p.year", "p.size"])
      assert.deepStrictEqual(yield* located(["Ben wrote · … in News", "Price $19.98", "…"]), [null, null, null])
    })
  )
})
