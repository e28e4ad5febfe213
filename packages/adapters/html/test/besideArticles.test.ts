import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { markdownOf } from "./reading.ts"

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

const prose = (about: string, index: number) =>
  `${about} ${index}: what its keeper wrote about the weather, the ships and the lamp, which he lit each evening of the year.`

const paragraphs = (count: number) =>
  numbers(count)
    .map((index) => `<p>${prose("Lamp", index)}</p>`)
    .join("")

const title = "<h1>The lamp</h1>"

/** Where an article of so many paragraphs stands, with what is beside it. */
const pages: Readonly<Record<string, (count: number, beside: string) => string>> = {
  "an article": (count, beside) => `<article>${title}${paragraphs(count)}</article>${beside}`,
  "paragraphs in the same box": (count, beside) => `<main>${title}${paragraphs(count)}${beside}</main>`,
  "a box without a title": (count, beside) =>
    `<header>${title}</header><div class="row"><div>${paragraphs(count)}</div>${beside}</div>`,
  "an article in a box named for what stands beside it": (count, beside) =>
    `<div class="layout-with-sidebar comments-enabled"><article>${title}${paragraphs(count)}</article>${beside}</div>`
}

const links = (index: number) => `<a href="/${index}">${prose("Rest", index)}</a>`
const item = (index: number) => `<li>${prose("Rest", index)}</li>`
const teaser = (index: number) => `<a href="/${index}">Headline ${index}</a> <p>${prose("Rest", index)}</p>`
const headed = (index: number) => `<h3><a href="/${index}">Headline ${index}</a></h3><p>${prose("Rest", index)}</p>`
const entry = (index: number) => `<div class="item"><b>Ana</b><p>${prose("Rest", index)}</p></div>`

const list = (count: number, of: (index: number) => string) =>
  numbers(count)
    .map((index) => of(index))
    .join("")

/** What stands beside an article, by what it is. */
const sides: Readonly<Record<string, string>> = {
  links: `<ul>${list(20, (index) => `<li>${links(index)}</li>`)}</ul>`,
  "items of a list": `<ul>${list(20, item)}</ul>`,
  "teasers in a list": `<ul>${list(20, (index) => `<li class="item">${teaser(index)}</li>`)}</ul>`,
  "teasers in boxes": list(20, (index) => `<div class="item">${teaser(index)}</div>`),
  "teasers with headings": list(20, (index) => `<div class="item">${headed(index)}</div>`)
}

const sidebars = [
  `id="sidebar"`,
  `class="sidebar"`,
  `class="left-sidebar"`,
  `id="right-sidebar" class="col-4"`,
  `class="sidebar-wrap"`
]

const related = [`class="related"`, `class="related-list"`, `class="post-related"`, `class="related-grid"`]

const discussions = [
  `class="comments"`,
  `class="comments-grid"`,
  `class="comments-enabled"`,
  `class="has-comments"`,
  `class="post-comments"`,
  `id="page-comments"`
]

const main = (body: string) =>
  markdownOf(`<title>The lamp</title><nav><a href="/">Home</a></nav>${body}`, { mainContentOnly: true })

/** Which pages lose a paragraph of the article, and which have something else. */
const faultsOf = (
  counts: ReadonlyArray<number>,
  tags: ReadonlyArray<string>,
  inside: Readonly<Record<string, string>>,
  around = pages
) =>
  Effect.gen(function* () {
    const faults: Array<string> = []
    for (const [where, page] of Object.entries(around))
      for (const count of counts)
        for (const tag of tags)
          for (const [what, html] of Object.entries(inside)) {
            const found = (yield* main(page(count, `<div ${tag}>${html}</div>`))) ?? ""
            const kept = found.match(/Lamp \d/g)?.length ?? 0
            const others = found.match(/Rest \d/g)?.length ?? 0
            if (kept !== count || others > 0)
              faults.push(`${where}, ${tag}, ${what}: ${kept} of ${count}, ${others} others`)
          }
    return faults
  })

describe("what is longer than the article beside it", () => {
  it.effect("stays out as a sidebar of links, items and teasers", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* faultsOf([4, 8], sidebars, sides), [])
    })
  )

  it.effect("stays out as a list of what is related", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* faultsOf([4, 8], related, sides), [])
    })
  )

  it.effect("stays out as a discussion, whatever its name says about the layout", () =>
    Effect.gen(function* () {
      const inside = { "a few": list(12, entry), many: list(40, entry) }
      assert.deepStrictEqual(yield* faultsOf([3, 5], discussions, inside), [])
    })
  )

  it.effect("stays out where each entry is named for it", () =>
    Effect.gen(function* () {
      const entries = list(12, (index) => `<div class="comments-grid">${entry(index)}</div>`)
      assert.deepStrictEqual(yield* faultsOf([3, 5], [`id="below"`], { entries }), [])
    })
  )

  it.effect("stays out as plain paragraphs and as very many entries beside what is marked as the article", () =>
    Effect.gen(function* () {
      const { "a box without a title": _, ...marked } = pages
      const inside = {
        paragraphs: list(12, (index) => `<div><p>${prose("Rest", index)}</p></div>`),
        "very many": list(150, entry)
      }
      assert.deepStrictEqual(yield* faultsOf([4], [sidebars[1]!, discussions[1]!], inside, marked), [])
    })
  )
})
