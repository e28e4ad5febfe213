import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { markdownOf } from "./reading.ts"

const main = (html: string) => markdownOf(html, { mainContentOnly: true })

const question = "My pump starts and stops every few seconds, even with all taps closed, and I wonder why."
const answer = "Check the pressure in the tank, which should be below the switch-on point."
const thanks = "It was the tank, thank you!"

describe("a discussion", () => {
  it.effect("is a post and quotations of what answers it, by microdata", () =>
    Effect.gen(function* () {
      const markdown = yield* main(`<nav>Home</nav><div itemscope itemtype="https://schema.org/DiscussionForumPosting">
        <h1>Pump</h1><span itemprop="author"><a href="/u/ann"><span itemprop="name">ann</span></a></span>
        <time itemprop="datePublished" datetime="2024-03-01T10:00:00Z">March</time><div itemprop="text"><p>${question}</p></div>
        <div itemprop="comment" itemscope itemtype="https://schema.org/Comment"><span itemprop="author">bob</span>
        <a href="/c/2"><time datetime="2024-03-02">March</time></a><div itemprop="text"><p>${answer}</p></div><button>Like</button></div>
        </div>`)
      assert.strictEqual(
        markdown,
        `# Pump\n\n**ann** · 2024-03-01\n\n${question}\n\n---\n\n## Comments\n\n` +
          `> **bob** · [2024-03-02](https://example.com/c/2)\n>\n> ${answer}`
      )
    })
  )

  it.effect("nests answers as its page does, or by the depth they tell", () =>
    Effect.gen(function* () {
      const entry = (author: string, text: string, inside = "", attributes = "") =>
        `<div class="comment" ${attributes}><a class="author">${author}</a><div class="comment-body"><p>${text}</p></div>${inside}</div>`
      const expected =
        `> **ann**\n>\n> ${question}\n>\n> > **bob**\n> >\n> > ${answer}\n\n` + `> **ann**\n>\n> ${thanks}`
      const [nested, flat] = yield* Effect.all([
        main(`<main>${entry("ann", question, entry("bob", answer))}${entry("ann", thanks)}</main>`),
        main(
          `<main>${entry("ann", question)}${entry("bob", answer, "", `data-depth="1"`)}${entry("ann", thanks)}</main>`
        )
      ])
      assert.strictEqual(nested, expected)
      assert.strictEqual(flat, nested)
    })
  )

  it.effect("is not what readers write below an article", () =>
    Effect.gen(function* () {
      const text = "The frame moves with you, and the rain cover hides in the base, so that nothing gets wet. ".repeat(
        5
      )
      const comment = `<div class="comment"><b class="author">ann</b><div class="comment-body"><p>${answer}</p></div></div>`
      const markdown = yield* main(
        `<article><h1>Packs</h1><p>${text}</p><p>${text}</p></article><div id="comments">${comment.repeat(30)}</div>`
      )
      assert.include(markdown, "The frame moves")
      assert.notInclude(markdown, answer)
    })
  )

  it.effect("is not a list of articles", () =>
    Effect.gen(function* () {
      const post = (title: string) =>
        `<div class="post"><h2>${title}</h2><b class="author">ann</b><div class="post-content"><p>${question}</p></div></div>`
      assert.notInclude(yield* main(`<main>${post("Pumps")}${post("Tanks")}${post("Taps")}</main>`), "> ")
    })
  )

  it.live("with very many answers inside each other is read in time", () =>
    Effect.gen(function* () {
      const open = `<div class="comment"><a class="author">ann</a><div class="comment-body"><p>${thanks}</p></div>`
      const markdown = yield* main(`<main>${open.repeat(1_000)}${"</div>".repeat(1_000)}</main>`)
      assert.include(markdown, thanks)
    })
  )
})
