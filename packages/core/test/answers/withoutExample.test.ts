/** What tasks in words get where no example says what kind of thing is asked for: twenty and more of them over small sites. */
import { assert, describe, it } from "@effect/vitest"
import { Answers } from "@kittiwake/core/answers/Answers"
import { type SearchBackend, SearchBackends } from "@kittiwake/core/search/SearchBackends"
import * as PlainReaders from "@kittiwake/core/testing/PlainReaders"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import * as FactReader from "@kittiwake/html/FactReader"
import * as PageReader from "@kittiwake/html/PageReader"
import { Clock, Effect, Layer, Result } from "effect"
import { readExample } from "../../src/answers/domain/AnswerShape.ts"

interface Page {
  readonly title: string
  readonly body: string
}

const sites: {
  readonly [host: string]: { readonly language: string; readonly pages: { readonly [path: string]: Page } }
} = {
  "harbourtea.example": {
    language: "en",
    pages: {
      "/": {
        title: "Harbour Tea",
        body: "<p>Tea and kettles since 1999.</p><ul><li><a href=/kettle>Kettle K2</a> $89</li><li><a href=/cups>Cups</a> $12</li></ul>"
      },
      "/kettle": {
        title: "Kettle K2",
        body: "<p id=price>Price: $89</p><p>In stock</p><p>The kettle boils a litre in three minutes. Steel, with a wooden handle.</p><h2>Delivery</h2><p>Delivery takes 3 days within the country.</p>"
      },
      "/cups": { title: "Cups", body: "<p>Price: $12</p><p>Sold out</p>" }
    }
  },
  "harbourblog.example": {
    language: "en",
    pages: {
      "/": {
        title: "Harbour blog",
        body: "<ul><li><a href=/k2>Why we made Kettle K2</a></li><li>New prices in 2027</li></ul>"
      },
      "/k2": {
        title: "Why we made Kettle K2",
        body: "<p>By Ana Cruz. Why we made Kettle K2: a longer text about tea, and what is to know of it.</p><p>Kettle K2, at last.</p>"
      }
    }
  },
  "oldmill.example": {
    language: "en",
    pages: {
      "/": {
        title: "Old Mill",
        body: "<p>Old Mill is a museum of bread in Ghent. It was founded in 1974 by Marta Olsen.</p><p>The museum employs 14 people and shows 320 ovens.</p>"
      },
      "/visit": {
        title: "Visit",
        body: "<p>A ticket costs 9 euros.</p><p>Dogs are not allowed in the museum.</p><h2>Floors</h2><ul><li>Flour</li><li>Dough</li><li>Bread</li></ul><p>Opening hours: Tuesday to Sunday, 10:00–17:00</p>"
      },
      "/news": { title: "Why dogs love Old Mill", body: "<p>The café opens again on 3 March 2027.</p>" }
    }
  },
  "brotzeit.example": {
    language: "de",
    pages: {
      "/": {
        title: "Brotzeit",
        body: "<p>Brotzeit ist eine Bäckerei in Linz. Sie wurde 1931 gegründet.</p><p>Geschäftsführerin ist Ute Wolf.</p><p>Brotzeit beschäftigt 25 Mitarbeiter.</p>"
      },
      "/roggenlaib": { title: "Roggenlaib", body: "<p>Preis: 6,50 €</p><p>Der Roggenlaib wiegt 900 Gramm.</p>" },
      "/neues": { title: "Warum wir den Mohnzopf backen", body: "<p>Alles über den Mohnzopf</p>" }
    }
  },
  "bellevue.example": {
    language: "fr",
    pages: {
      "/": {
        title: "Hôtel Bellevue",
        body: "<p>L'hôtel Bellevue compte 64 chambres. Il a été fondé en 1922.</p><p>L'hôtel Bellevue se trouve à Annecy.</p>"
      },
      "/suite": { title: "Suite Azur", body: "<p>Prix : 240 €</p>" }
    }
  },
  "tetera.example": {
    language: "es",
    pages: {
      "/": { title: "Casa Tetera", body: "<p>Casa Tetera fue fundada en 1988 por Luis Prado.</p>" },
      "/luna": { title: "Tetera Luna", body: "<p>La Tetera Luna cuesta 45 €.</p>" }
    }
  },
  "rook.example": {
    language: "en",
    pages: {
      "/": {
        title: "Rook",
        body: "<p>Rook hosts small sites. Headquarters: Leeds.</p><p>It was built by people who sell cheese.</p><p>A move costs 30 dollars.</p><p>Phones are allowed in the hall.</p><p>Cheap hosting at last</p>"
      },
      "/new": { title: "New", body: "<p>A move costs 36 dollars.</p><p>Phones are not allowed in the hall.</p>" },
      "/pricing": {
        title: "Pricing",
        body: "<table><tr><th>Plan</th><th>Price</th></tr><tr><td>Starter</td><td>$19</td></tr><tr><td>Tower</td><td>$49</td></tr></table>"
      }
    }
  },
  "lumen.example": {
    language: "en",
    pages: {
      "/": {
        title: "Lumen",
        body: "<p>We make lamps by hand.</p><p>Lumen was started in 2003 by Ida Berg and Tor Lie.</p>"
      },
      "/arc": {
        title: "Arc lamp – Lumen",
        body: `<script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Arc lamp","offers":{"@type":"Offer","price":"120.00","priceCurrency":"EUR"}}</script><p>€120</p><p>The Arc lamp is 1.8 metres tall and weighs 4 kg.</p>`
      },
      "/shipping": { title: "Shipping", body: "<p>Shipping costs €5 within the EU.</p>" },
      "/blog": {
        title: "Why the Arc lamp costs what it costs",
        body: "<p>How much does light cost?</p><p>The price of copper rose to $9 last year.</p>"
      },
      "/open": { title: "Open day", body: "<p>The Lumen Open Day takes place on 4 May 2027 in Porto.</p>" }
    }
  },
  "empty.example": {
    language: "en",
    pages: {
      "/": {
        title: "How much Lamp L5 costs",
        body: "<p><a href=/lamp>What does Lamp L5 cost?</a></p><p>All prices of Lamp L5</p><p>Who made Lamp L5, and when.</p>"
      },
      "/lamp": {
        title: "Lamp L5",
        body: "<p>Lamp L5: our story</p><p>Lamp L5 shines for ten hours.</p><p>Free delivery from $50.</p>"
      }
    }
  }
}

const htmlOf = (host: string, path: string): string => {
  const { language = "en", pages = {} } = sites[host] ?? {}
  const links = Object.entries(pages).map(([to, { title }]) => `<a href="${to}">${title}</a>`)
  const { body = "", title = "" } = pages[path] ?? {}
  return `<!doctype html><html lang="${language}"><head><title>${title}</title></head><body><nav>${links.join(" ")}</nav><main><h1>${title}</h1>${body}</main></body></html>`
}

/** Each with the whole answer. */
const tasks: ReadonlyArray<readonly [task: string, answer: string | null]> = [
  ["What does Kettle K2 cost? (harbourtea.example and harbourblog.example)", "Price: $89"],
  ["How much is Kettle K2? (harbourtea.example and harbourblog.example)", "Price: $89"],
  ["What is the price of Kettle K2 at harbourtea.example?", "Price: $89"],
  ["What does Kettle K2 cost at https://harbourtea.example/kettle ?", "Price: $89"],
  ["Tell me what Kettle K2 costs, harbourtea.example", "Price: $89"],
  ["What does Kettle K2 cost at harbourblog.example?", "Price: $89"],
  ["What does delivery cost at harbourtea.example?", null],
  ["What colour is Kettle K2 of harbourtea.example?", null],
  ["Who founded Old Mill? (oldmill.example)", "It was founded in 1974 by Marta Olsen."],
  ["When was Old Mill founded? (oldmill.example)", "It was founded in 1974 by Marta Olsen."],
  ["How many ovens does Old Mill show? (oldmill.example)", "The museum employs 14 people and shows 320 ovens."],
  ["How many beds does Old Mill have? (oldmill.example)", null],
  ["What does a ticket cost at Old Mill? (oldmill.example)", "A ticket costs 9 euros."],
  ["Are dogs allowed in Old Mill? (oldmill.example)", "Dogs are not allowed in the museum."],
  ["What is Old Mill? (oldmill.example)", "Old Mill is a museum of bread in Ghent."],
  ["Which floors does Old Mill have? (oldmill.example)", "Flour, Dough, Bread"],
  ["When does the museum open? (oldmill.example)", "Opening hours: Tuesday to Sunday, 10:00–17:00"],
  ["Who owns Old Mill? (oldmill.example)", null],
  ["Who runs Old Mill? (oldmill.example)", null],
  ["How old is Old Mill? (oldmill.example)", null],
  ["How much does Kettle K2 weigh? (harbourtea.example)", null],
  ["Wie schwer ist der Roggenlaib? (brotzeit.example)", "Der Roggenlaib wiegt 900 Gramm."],
  ["How long does delivery take? (harbourtea.example)", "Delivery takes 3 days within the country."],
  ["How many days does delivery take? (harbourtea.example)", "Delivery takes 3 days within the country."],
  ["How many days is a ticket of Old Mill valid? (oldmill.example)", null],
  ["Is Kettle K2 in stock? (harbourtea.example)", null],
  ["Where is Old Mill? (oldmill.example)", null],
  ["Who is Ana Cruz? (harbourblog.example)", null],
  ["What does a cup cost? (harbourtea.example)", "Price: $12"],
  ["What do cups cost and who makes them? (harbourtea.example)", null],
  ["Why was Kettle K2 made? (harbourblog.example)", null],
  ["How much is a night at Hotel Bellevue? (bellevue.example)", null],
  ["¿Quién fundó Casa Tetera? (tetera.example)", "Casa Tetera fue fundada en 1988 por Luis Prado."],
  ["¿Cuál es el precio de la Tetera Luna? (tetera.example)", "La Tetera Luna cuesta 45 €."],
  ["Quel est le prix de la Suite Azur ? (bellevue.example)", "Prix : 240 €"],
  ["What is the capital of Old Mill? (oldmill.example)", null],
  ["Which plans does Rook have? (rook.example)", "Starter, Tower"],
  ["Tell me about Rook. (rook.example)", "Rook hosts small sites."],
  ["Was kostet der Roggenlaib? (brotzeit.example)", "Preis: 6,50 €"],
  ["Was kostet der Mohnzopf? (brotzeit.example)", null],
  ["Wann wurde Brotzeit gegründet? (brotzeit.example)", "Sie wurde 1931 gegründet."],
  ["Wer ist Geschäftsführerin von Brotzeit? (brotzeit.example)", "Geschäftsführerin ist Ute Wolf."],
  ["Wie viele Mitarbeiter hat Brotzeit? (brotzeit.example)", "Brotzeit beschäftigt 25 Mitarbeiter."],
  ["Was ist Brotzeit? (brotzeit.example)", "Brotzeit ist eine Bäckerei in Linz."],
  ["Combien coûte la Suite Azur ? (bellevue.example)", "Prix : 240 €"],
  ["Combien de chambres compte l'hôtel Bellevue ? (bellevue.example)", "L'hôtel Bellevue compte 64 chambres."],
  ["L'hôtel Bellevue a-t-il une piscine ? (bellevue.example)", null],
  ["Où se trouve l'hôtel Bellevue ? (bellevue.example)", "L'hôtel Bellevue se trouve à Annecy."],
  ["¿Cuánto cuesta la Tetera Luna? (tetera.example)", "La Tetera Luna cuesta 45 €."],
  ["¿Cuándo fue fundada Casa Tetera? (tetera.example)", "Casa Tetera fue fundada en 1988 por Luis Prado."],
  ["What does the Tower plan of rook.example cost?", "Tower | $49"],
  ["What does the Castle plan of rook.example cost?", null],
  ["¿Cuánto cuesta Casa Tetera? (tetera.example)", null],
  ["What does a move cost at Rook? (rook.example)", null],
  ["Are phones allowed in the hall of Rook? (rook.example)", null],
  ["What does Rook sell? (rook.example)", null],
  ["Where is Rook based? (rook.example)", "Headquarters: Leeds."],
  ["What does the Arc lamp cost? (lumen.example)", "price: 120.00 EUR"],
  ["Arc lamp price lumen.example", "price: 120.00 EUR"],
  ["What do I pay for the Arc lamp? (lumen.example)", "price: 120.00 EUR"],
  ["What does the Sky lamp cost? (lumen.example)", null],
  ["What does shipping cost at lumen.example?", "Shipping costs €5 within the EU."],
  ["What is the price of copper? (lumen.example)", "The price of copper rose to $9 last year."],
  ["How much does the Arc lamp weigh? (lumen.example)", "The Arc lamp is 1.8 metres tall and weighs 4 kg."],
  ["Who started Lumen? (lumen.example)", "Lumen was started in 2003 by Ida Berg and Tor Lie."],
  ["When is the Lumen Open Day? (lumen.example)", "The Lumen Open Day takes place on 4 May 2027 in Porto."],
  ["What products does Lumen sell? (lumen.example)", null],
  ["Why is the Arc lamp so expensive? (lumen.example)", null],
  [`How many ${"lamp".repeat(120)}s does Lumen have? (lumen.example)`, null],
  ["What les? (lumen.example)", null],
  ["What does Lamp L5 cost? (empty.example)", null],
  ["How much is Lamp L5? (empty.example)", null],
  ["Who made Lamp L5? (empty.example)", null],
  ["When was Lamp L5 made? (empty.example)", null],
  ["What is Lamp L5? (empty.example)", null],
  ["Where is Lamp L5 made? (empty.example)", null],
  ["Does Lamp L5 have a switch? (empty.example)", null]
]

/** A search that finds the same pages whatever is asked, the blog first. */
const found = [
  "https://harbourblog.example/k2",
  "https://harbourblog.example/",
  "https://harbourtea.example/kettle",
  "https://harbourtea.example/cups",
  "https://harbourtea.example/"
]
const backend: SearchBackend = {
  name: "found",
  keepsNothing: true,
  search: () => Effect.succeed(found.map((url) => ({ url, title: url, description: "", publishedAt: null })))
}

const layer = TestInstallation.layer({
  searchBackends: Layer.succeed(SearchBackends, { backends: [backend], ownPlace: 0 }),
  credits: 10_000,
  pageReader: PageReader.layer,
  readers: Layer.merge(PlainReaders.layer, FactReader.layer),
  loops: false
})

describe("a task without an example", () => {
  it.effect(
    "is answered by a line of the pages that says such a thing, or by nothing",
    () =>
      Effect.gen(function* () {
        const web = yield* ScriptedWeb
        for (const [host, { pages }] of Object.entries(sites)) {
          for (const path of Object.keys(pages)) yield* web.page(`https://${host}${path}`, htmlOf(host, path))
        }
        const { organization } = yield* TestInstallation
        const answers = yield* Answers
        const shape = Result.getOrThrow(readExample({ result: "" }))
        const ask = Effect.fnUntraced(function* (task: string) {
          const call = {
            organizationId: organization.id,
            requestId: crypto.randomUUID(),
            ...{ route: "/web/answers", caller: "key", isWanted: () => true },
            deadline: { atMillis: (yield* Clock.currentTimeMillis) + 30_000, acceptsPart: true },
            freshness: { maxAgeMillis: 0, zeroRetention: true }
          }
          return (yield* answers.answer(call, { task, shape, mode: "fast" })).value
        })
        const said: Array<readonly [string, unknown]> = []
        for (const [task] of tasks) {
          const { content, evidence } = yield* ask(task)
          said.push([task, content["result"]])
          assert.deepStrictEqual(evidence.length > 0, content["result"] !== null, task)
          for (const { path } of evidence) assert.strictEqual(path, "/result")
        }
        // By what a search finds, without a site: the title of another host is no answer.
        for (const task of ["What does Kettle K2 cost?", "How much is Kettle K2?", "What is the price of Kettle K2?"]) {
          const { content, sources } = yield* ask(task)
          assert.strictEqual(content["result"], "Price: $89", task)
          assert.include(sources, "https://harbourblog.example/k2")
        }
        assert.deepStrictEqual(
          said,
          tasks.map((one) => [...one])
        )
      }).pipe(Effect.provide(layer)),
    30_000
  )
})
