import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { markdownOf } from "./reading.ts"

/** Words that tell what leads away from an article, and stand in the names of what lays one out. */
const words = (
  "related recommended trending popular latest sidebar comment comments respond share social footer header masthead promo banner nav " +
  "navigation menu toolbar pager breadcrumb widget ad ads advertisement sponsor sponsored popup modal newsletter subscribe signup " +
  "skip extra supplemental community media meta tags tooltip author byline paywall teaser credits consent cookie disclaimer gdpr"
).split(" ")

const prose = (about: string) =>
  [1, 2, 3]
    .map(
      (line) =>
        `The ${about} says in line ${line} what its keeper wrote about the weather, the ships and the lamp he lit.`
    )
    .join(" ")

const parts = ["first", "second", "third", "fourth", "fifth"]
const paragraphs = parts.map((part) => `<p>${prose(part)}</p>`)
const teaser = `<div class="intro"><p>${prose("teaser")}</p></div>`
const sections = paragraphs.map((one) => `<section><h2>What it is</h2>${one}</section>`)
const dated = paragraphs.map((one) => `<div><b>On a Monday</b>${one}</div>`)
const others = `<p>${prose("office")}</p>`.repeat(3)
const items = `<li>${prose("office").slice(0, 200)}</li>`.repeat(6)
const title = "<h1>The lamp</h1>"

/** Ways to lay out an article with such a name, by the word in it. */
const layouts: Readonly<Record<string, (word: string) => string>> = {
  "a grid with a place for the article": (word) =>
    `<div class="${word}-grid"><div class="${word}-grid__content article__content">${title}${paragraphs.join("")}</div></div>`,
  "a box named for what stands beside it": (word) =>
    `<main><div class="layout-with-${word}"><div>${title}${paragraphs.join("")}</div></div></main>`,
  "a box around the article": (word) =>
    `<div class="page ${word}-layout"><article>${title}${paragraphs.join("")}</article></div>`,
  "an article with the word among its names": (word) =>
    `<article class="post has-${word}">${title}${paragraphs.join("")}</article>`,
  "an id of the page's frame": (word) =>
    `<div id="${word}-wrapper"><section>${title}${paragraphs.join("")}</section></div>`,
  "a box for its layout, beside teasers": (word) =>
    `${teaser}<div class="layout-with-${word}">${title}${paragraphs.join("")}</div>`,
  "a box of that one name, beside teasers": (word) =>
    `${teaser}<section class="${word}">${title}${paragraphs.join("")}</section>`,
  "an id of that one name, beside teasers": (word) =>
    `${teaser}<div id="${word}">${title}<div>${paragraphs.join("")}</div></div>`,
  "a box for its layout, beside a few paragraphs on something else": (word) =>
    `<header>${title}</header><div class="layout-with-${word}"><div>${paragraphs.join("")}</div></div><div>${others}</div>`,
  "sections in a box for its layout, beside a few paragraphs on something else": (word) =>
    `<header>${title}</header><div class="${word}-grid">${sections.join("")}</div><div>${others}</div>`,
  "parts with a line of their own, beside a list": (word) =>
    `<header>${title}</header><div class="${word}-grid">${dated.join("")}</div><div><ul>${items}</ul></div>`,
  "a box for its layout, beside an article named as related": (word) =>
    `<header>${title}</header><div class="layout-with-${word}">${paragraphs.join("")}</div><div class="related"><article>${others}</article></div>`,
  "a box with the title, beside another article": (word) =>
    `<div class="layout-with-${word}">${title}${paragraphs.join("")}</div><article>${others}</article>`,
  "a row for each paragraph": (word) =>
    `<article>${title}${paragraphs.map((one) => `<div class="row-with-${word}">${one}</div>`).join("")}</article>`,
  "a row for each paragraph, beside teasers": (word) =>
    `${title}${teaser}${paragraphs.map((one) => `<div class="${word}-grid">${one}</div>`).join("")}`
}

const main = (body: string) =>
  markdownOf(
    `<title>The lamp</title><meta property="og:type" content="article"><nav><a href="/">Home</a></nav>${body}`,
    {
      mainContentOnly: true
    }
  )

describe("an article in boxes whose names tell something else", () => {
  it.effect.each(Object.entries(layouts))("is whole in %s", ([, layout]) =>
    Effect.gen(function* () {
      const lost: Array<string> = []
      for (const word of words) {
        const found = yield* main(layout(word))
        if (!parts.every((part) => found?.includes(prose(part)))) lost.push(word)
      }
      assert.deepStrictEqual(lost, [])
    })
  )

  it.effect("leaves out what such names are right about", () =>
    Effect.gen(function* () {
      for (const word of ["related", "sidebar", "comments", "promo", "newsletter", "cookie", "sponsored"]) {
        const aside = `<div class="${word}">${`<div class="item"><p>${prose("rest")}</p></div>`.repeat(2)}</div>`
        const found = yield* main(`<article>${title}${paragraphs.join("")}</article>${aside}`)
        assert.notInclude(found, "rest", word)
      }
    })
  )
})
