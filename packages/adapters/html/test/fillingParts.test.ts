/** Observed: what lists are filled with out of the parts of a page, out of tables, and out of cards of several classes. */
import { assert, describe, it } from "@effect/vitest"
import { readDataSchema } from "@kittiwake/core/extraction/domain/readDataSchema"
import { FactReader } from "@kittiwake/core/extraction/FactReader"
import { Effect, Result } from "effect"
import { layer } from "../src/FactReader.ts"

const number = { type: "number" }
const text = { type: "string" }

const listOf = (properties: object) => ({ type: "array", items: { type: "object", properties } })

const fill = Effect.fnUntraced(function* (properties: object, body: string, isChecked = false, pages = 1) {
  const reader = yield* FactReader
  const html = `<!doctype html><html lang="en"><head><title>Acme</title></head><body><main>${body}</main></body></html>`
  const sheets = yield* Effect.forEach(Array.from({ length: pages }), (_, index) =>
    reader.read({ html, url: `https://acme.example/${index}` })
  )
  const shape = Result.getOrThrow(readDataSchema({ type: "object", properties }))
  return (yield* reader.fill({ shape, instructions: "", sheets, isChecked })).data
}, Effect.provide(layer))

const headed = (...parts: ReadonlyArray<readonly [string, string]>) =>
  parts.map(([heading, body]) => `<h2>${heading}</h2>${body}`).join("")

const sections = (...parts: ReadonlyArray<readonly [string, string]>) =>
  parts.map(([heading, body]) => `<section><h2>${heading}</h2>${body}</section>`).join("")

const practice: ReadonlyArray<readonly [string, string]> = [
  ["Hours", "<p>Daily.</p>"],
  ["Parking", "<p>Behind the house.</p>"],
  ["Contact", "<p>Call us.</p>"]
]

describe("the parts of a page", () => {
  it.effect("are no rows of a list that nothing on them speaks of", () =>
    Effect.gen(function* () {
      for (const isChecked of [false, true])
        for (const body of [headed(...practice), sections(...practice)])
          for (const [name, properties] of [
            ["doctors", { name: text }],
            ["staff", { name: text, role: text }],
            ["treatments", { name: text, price: number }],
            ["teachers", { name: text, bio: text, image: text }]
          ] as const)
            for (const pages of [1, 3])
              assert.deepStrictEqual(
                yield* fill({ [name]: listOf(properties) }, `<h1>North Practice</h1>${body}`, isChecked, pages),
                {},
                `${name} ${body}`
              )
      const paid = headed(...practice.slice(0, 2), ["Contact", "<p>A call is £2.</p>"])
      assert.deepStrictEqual(
        yield* fill({ treatments: listOf({ name: text, price: number }) }, `<h1>North Practice</h1>${paid}`),
        {}
      )
      const course = `<h1>MSc Waves</h1><div class="key"><div><span>Start</span><b>May</b></div><div><span>Code</span><b>H2C9</b></div></div>${headed(["Overview", "<p>All of it.</p>"], ["Structure", "<p>180 credits in total.</p>"], ["Apply", "<p>Now.</p>"])}`
      assert.deepStrictEqual(yield* fill({ modules: listOf({ name: text, credits: number }) }, course), {})
    })
  )

  it.effect("are rows below what is called as the list is", () =>
    Effect.gen(function* () {
      const people = headed(["Ann Roe", "<p>Looks after the house.</p>"], ["Bo Lund", "<p>Cooks.</p>"])
      const named = [{ name: "Ann Roe" }, { name: "Bo Lund" }]
      for (const [list, heading] of [
        ["doctors", "Our doctors"],
        ["staff", "Meet the team"],
        ["team", "Who we are"]
      ] as const)
        assert.deepStrictEqual(yield* fill({ [list]: listOf({ name: text }) }, `<h1>${heading}</h1>${people}`), {
          [list]: named
        })
      const classed = people.replace(/<h2>(.*?)<\/p>/g, '<section class="doctor">$&</section>')
      assert.deepStrictEqual(yield* fill({ doctors: listOf({ name: text }) }, `<h1>Acme</h1>${classed}`), {
        doctors: named
      })
      assert.deepStrictEqual(
        yield* fill({ sections: listOf({ title: text }) }, `<h1>Terms</h1>${headed(...practice)}`),
        { sections: [{ title: "Hours" }, { title: "Parking" }, { title: "Contact" }] }
      )
      const modules = headed(["Module 1: Waves", "<p>Wet.</p>"], ["Module 2: Sand", "<p>Dry.</p>"])
      assert.deepStrictEqual(yield* fill({ modules: listOf({ name: text }) }, `<h1>Coasts</h1>${modules}`), {
        modules: [{ name: "Module 1: Waves" }, { name: "Module 2: Sand" }]
      })
    })
  )

  it.effect("are rows where most say what is asked of one, whatever stands above them", () =>
    Effect.gen(function* () {
      const offices = headed(
        ["Leeds", "<p>1 Mill Lane, Leeds LS1 4AB</p><p>Phone: 0113 496 0001</p>"],
        ["York", "<p>2 Ouse St, York YO1 7HH</p><p>Phone: 01904 496 002</p>"]
      )
      assert.deepStrictEqual(
        yield* fill({ branches: listOf({ city: text, phone: text }) }, `<h1>Visit us</h1>${offices}`),
        {
          branches: [
            { city: "Leeds", phone: "0113 496 0001" },
            { city: "York", phone: "01904 496 002" }
          ]
        }
      )
      const menu = sections(["Soup", "<p>£6</p>"], ["Plaice", "<p>£19</p>"])
      assert.deepStrictEqual(
        yield* fill({ dishes: listOf({ name: text, price: number }) }, `<h1>Eat</h1>${menu}`, true),
        {
          dishes: [
            { name: "Soup", price: 6 },
            { name: "Plaice", price: 19 }
          ]
        }
      )
      const teasers = headed(
        ['<a href="/a">New roof</a>', "<p>Laid.</p>"],
        ['<a href="/b">New wall</a>', "<p>Built.</p>"]
      )
      assert.deepStrictEqual(yield* fill({ news: listOf({ title: text }) }, `<h1>Acme</h1>${teasers}`), {
        news: [{ title: "New roof" }, { title: "New wall" }]
      })
    })
  )
})

describe("a table", () => {
  const priced = (head: string) =>
    `<h2>Prices</h2><table><tr><th>${head}<th>Price<tr><td>Check-up<td>£23<tr><td>Crown<td>£545</table>`

  it.effect("names what its first column is called, and no others", () =>
    Effect.gen(function* () {
      const dentists = { dentists: listOf({ name: text }) }
      for (const isChecked of [false, true])
        assert.deepStrictEqual(yield* fill(dentists, `<h1>Practice</h1>${priced("Treatment")}`, isChecked), {})
      const named = [{ name: "Check-up" }, { name: "Crown" }]
      for (const head of ["Treatment", "Name", ""])
        assert.deepStrictEqual(
          yield* fill({ treatments: listOf({ name: text }) }, `<h1>Practice</h1>${priced(head)}`),
          { treatments: named },
          head
        )
      assert.deepStrictEqual(
        yield* fill({ services: listOf({ name: text, price: number }) }, `<h1>Practice</h1>${priced("Treatment")}`),
        {
          services: [
            { name: "Check-up", price: 23 },
            { name: "Crown", price: 545 }
          ]
        }
      )
    })
  )
})

describe("cards beside each other", () => {
  const plan = (tag: string, name: string, price: string) =>
    `<${tag}><h3>${name}</h3><p>${price}</p></${tag.split(" ")[0]}>`
  const plans = { plans: listOf({ name: text, price: number }) }
  const told = [
    { name: "Solo", price: 9 },
    { name: "Team", price: 29 },
    { name: "Agency", price: 79 }
  ]

  it.effect("are of one list, whatever class the one is of that is drawn larger", () =>
    Effect.gen(function* () {
      for (const [usual, other] of [
        ['div class="bg-white p-6"', 'div class="bg-indigo-600 text-white"'],
        ['div class="Card_a1"', 'div class="CardHot_b2"'],
        ["section", 'section class="popular"'],
        ["div", 'div class="hot"'],
        ['li class="plan"', "li"]
      ] as const)
        for (const hot of [0, 1, 2]) {
          const body = told
            .map(({ name, price }, at) => plan(at === hot ? other : usual, name, `$${price}/month`))
            .join("")
          assert.deepStrictEqual(
            yield* fill(plans, `<h1>Pricing</h1><div class="grid">${body}</div>`),
            { plans: told },
            `${other} ${hot}`
          )
        }
      const two = `${plan('div class="a"', "Solo", "$9")}${plan('div class="b"', "Team", "$29")}`
      assert.deepStrictEqual(yield* fill(plans, `<h1>Pricing</h1><div class="grid">${two}</div>`), {
        plans: told.slice(0, 2)
      })
    })
  )

  it.effect("have none among them that holds other things, or is called an advertisement", () =>
    Effect.gen(function* () {
      const usual = ["Solo", "Team"].map((name) => plan('div class="card"', name, "$9")).join("")
      for (const other of [
        '<div class="letter"><h3>Our letter</h3><form><button>Join</button></form></div>',
        '<div class="ad"><h3>Buy Acme</h3><p>$1</p></div>',
        '<article class="x"><h3>Story</h3><p>$1</p></article>'
      ])
        assert.deepStrictEqual(yield* fill(plans, `<h1>Pricing</h1><div class="grid">${usual}${other}</div>`), {
          plans: [
            { name: "Solo", price: 9 },
            { name: "Team", price: 9 }
          ]
        })
    })
  )

  it.effect("are called by the bold letters that a line begins with, however little it says", () =>
    Effect.gen(function* () {
      const line = (name: string, rest: string) => `<li><strong>${name}</strong>${rest}</li>`
      const team = `<h1>Team</h1><ul>${line("Ann Roe", ", director, graduate of the school of Leeds (2004)")}${line("Bo Lund", " – cook")}${line("Cy Dee", ", assistant")}</ul>`
      for (const isChecked of [false, true])
        assert.deepStrictEqual(yield* fill({ members: listOf({ name: text }) }, team, isChecked), {
          members: [{ name: "Ann Roe" }, { name: "Bo Lund" }, { name: "Cy Dee" }]
        })
      const facts = `<h1>Course</h1><ul>${line("Duration:", " 8 weeks")}${line("Start", " May 2027")}</ul>`
      assert.deepStrictEqual(yield* fill({ modules: listOf({ name: text }) }, facts, true), {})
    })
  )
})

describe("a long list", () => {
  it.effect("is filled with as many rows as are kept of a page", () =>
    Effect.gen(function* () {
      const rows = Array.from({ length: 3_000 }, (_, index) => `<tr><td>B-${index}<td>$${index + 1}.00`).join("")
      const table = `<h1>Parts</h1><table><tr><th>Part<th>Price${rows}</table>`
      const { parts } = yield* fill({ parts: listOf({ part: text, price: number }) }, table)
      assert.strictEqual((parts as ReadonlyArray<unknown>).length, 3_000)
    })
  )
})
