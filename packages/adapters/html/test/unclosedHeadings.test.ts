import { assert, describe, it } from "@effect/vitest"
import { FactReader } from "@kittiwake/core/extraction/FactReader"
import { Effect } from "effect"
import { layer } from "../src/FactReader.ts"
import { shape, textOf } from "./reading.ts"

const parts = (html: string, mainContentOnly = false) =>
  Effect.map(shape(html, { mainContentOnly }), ({ markdown, metadata }) => ({
    markdown,
    headings: (metadata?.headings ?? []).map(({ level, text }) => `${level} ${text}`)
  }))

const words = (count: number) => "Ten words of a text that goes on for long. ".repeat(count).trim()

describe("a heading that is never closed", () => {
  it.effect("is its title, and what comes after it stands behind it", () =>
    Effect.gen(function* () {
      const swallowed = [
        ["<h1>Plan<p>One.</p><p>Two.</p>", "# Plan\n\nOne.\n\nTwo."],
        ["<h1>Plan<p>One.</p>", "# Plan\n\nOne."],
        ["<h2>Plan <b>B</b><ul><li>One</li><li>Two</li></ul>", "## Plan **B**\n\n- One\n- Two".replace("**B**", "B")],
        ["<h1>Plan<section><h2>Part</h2><p>One.</p></section>", "# Plan\n\n## Part\n\nOne."],
        [`<h1>Plan<div>${words(9)}</div>`, `# Plan\n\n${words(9)}`],
        ["<h1>Plan<table><tr><th>A<td>1<tr><th>B<td>2</table>", "# Plan\n\n| A | 1 |\n| --- | --- |\n| B | 2 |"],
        ["<h1><div class=page><p>One.</p><p>Two.</p></div>", "One.\n\nTwo."],
        ["<h1><div>Plan</div><p>One.</p><p>Two.</p>", "# Plan\n\nOne.\n\nTwo."],
        ["<h1>Plan<hr>One.", "# Plan\n\n---\n\nOne."],
        ["<h1><b>Plan<p>One.</p><p>Two.</p></b>", "# Plan\n\nOne.\n\nTwo."],
        ["<h1><font size=5><b>Plan<p>One.</p>", "# Plan\n\nOne."],
        ["<h1>Plan<div>By Ana</div><div><p>One.</p></div> and more", "# Plan\n\nBy Ana\n\nOne.\n\nand more"]
      ] as const
      for (const [html, markdown] of swallowed) {
        const found = yield* parts(html)
        assert.strictEqual(found.markdown, markdown, html)
        const [heading] = found.headings
        assert.strictEqual(heading?.slice(2), /^#+ (.*)/.exec(markdown)?.[1], html)
      }
    })
  )

  it.effect("is told from one that holds its title in boxes, or a line below it", () =>
    Effect.gen(function* () {
      const whole = [
        ["<h1><div>Plan</div></h1><p>One.</p>", "Plan"],
        ["<h1><p>Plan</p></h1><p>One.</p>", "Plan"],
        ["<h1><section>Plan</section></h1><p>One.</p>", "Plan"],
        ["<h1><div>Plan</div><div>for teams</div></h1><p>One.</p>", "Plan for teams"],
        ["<h1>Plan<div>New</div></h1><p>One.</p>", "Plan New"],
        ["<h1>Plan<br>for <span>teams</span></h1><p>One.</p>", "Plan for teams"],
        ["<h1><hr>Plan</h1><p>One.</p>", "Plan"],
        [`<h1><a href="/"><div>Plan</div></a></h1><p>One.</p>`, "Plan"],
        ["<h1><b>Plan</b> for <i>teams</i></h1><p>One.</p>", "Plan for *teams*"],
        ["<h1><span><div>Plan</div></span></h1><p>One.</p>", "Plan"]
      ] as const
      for (const [html, title] of whole) {
        const { headings, markdown } = yield* parts(html)
        assert.deepStrictEqual(headings, [`1 ${title.replaceAll("*", "")}`], html)
        assert.strictEqual(markdown?.replace("[Plan](https://example.com/)", "Plan"), `# ${title}\n\nOne.`, html)
      }
    })
  )

  it.effect("is told from one whose title is laid out in a table or opens", () =>
    Effect.gen(function* () {
      const found = (html: string) => Effect.map(parts(html), ({ headings }) => headings)
      assert.deepStrictEqual(yield* found("<h1><table><tr><td>Plan</table></h1><p>One.</p>"), ["1 Plan"])
      assert.deepStrictEqual(yield* found("<h3><details><summary>Plan</summary></details></h3><p>One.</p>"), ["3 Plan"])
      assert.notDeepEqual(yield* found("<h1><table><tr><th>A<td>1<tr><th>B<td>2</table>"), ["1 A 1 B 2"])
      assert.deepStrictEqual(yield* found(`<h1><table><tr><td>${words(9)}</table></h1>`), [])
      const { markdown } = yield* parts("<h1><table><tr><td>Plan</table></h1><p>One.</p>")
      assert.strictEqual(markdown, "# Plan\n\nOne.")
      const opened = yield* parts("<h3><details><summary>Plan</summary>Two.</details></h3><p>One.</p>")
      assert.strictEqual(opened.markdown, "### Plan\n\nTwo.\n\nOne.")
    })
  )

  it.effect("has what opens below it apart from its title", () =>
    Effect.gen(function* () {
      const answer = (inside: string) => `<h3><details>${inside}</details></h3><p>One.</p>`
      for (const [html, markdown] of [
        [answer("<summary>How long?</summary><p>Three days.</p>"), "### How long?\n\nThree days.\n\nOne."],
        [answer("<summary><b>How long?</b></summary>Three <i>days</i>."), "### How long?\n\nThree *days*.\n\nOne."],
        [answer("<summary>How?</summary><ul><li>So</li></ul><p>Or so.</p>"), "### How?\n\n- So\n\nOr so.\n\nOne."],
        [answer("<p>Three days.</p><summary>How long?</summary>"), "### How long?\n\nThree days.\n\nOne."],
        ["<h3><b><details><summary>How?</summary><p>So.</p></details></b></h3><p>One.</p>", "### How?\n\nSo.\n\nOne."],
        ["<h3>How? <details><summary>Open</summary><p>So.</p></details></h3>", "### How?\n\n**Open**\n\nSo."]
      ] as const) {
        const found = yield* parts(html)
        assert.strictEqual(found.markdown, markdown, html)
        assert.deepStrictEqual(found.headings, [`3 ${/^### (.*)/.exec(markdown)?.[1]}`], html)
      }
      const nameless = yield* parts(answer("<p>Three days.</p><p>Or more.</p>"))
      assert.deepStrictEqual(nameless.headings, [])
      const watched = yield* textOf(`<main>${answer("<summary>How?</summary><p>So.</p>")}</main>`)
      assert.strictEqual(watched, "How?\nSo.\nOne.")
    })
  )

  it.effect("leaves the main content what it is, and what is watched its lines", () =>
    Effect.gen(function* () {
      const article = `<main><article><h1>How birds sleep<p>${words(12)}</p><p>${words(14)}</p><p>${words(9)}</p></article></main>`
      const { headings, markdown } = yield* parts(article, true)
      assert.deepStrictEqual(headings, ["1 How birds sleep"])
      assert.strictEqual(markdown, `# How birds sleep\n\n${words(12)}\n\n${words(14)}\n\n${words(9)}`)
      assert.strictEqual(yield* textOf("<main><h1>Plan<p>One.</p><p>Two.</p></main>"), "Plan\nOne.\nTwo.")
    })
  )

  it.effect("names what stands below it by its title alone, and keeps what selectors find", () =>
    Effect.gen(function* () {
      const html = "<main><h1>Terns<dl><dt>Weight</dt><dd>120 g</dd></dl><p>They fly far.</p></main>"
      const reading = FactReader.use((reader) => reader.read({ html, url: "https://example.com/" }))
      const { facts } = yield* Effect.provide(reading, layer)
      assert.isTrue(facts.some(({ name, value }) => name === "Weight" && value === "120 g"))
      assert.isFalse(facts.some(({ value }) => String(value).includes("Terns Weight")))
      const { markdown } = yield* shape("<h1>Plan<p>One.</p></h1><p>Two.</p>", { includeSelectors: ["h1 > p"] })
      assert.strictEqual(markdown, "One.")
    })
  )

  it.effect("takes no more time than its length", () =>
    Effect.gen(function* () {
      for (const html of [
        "<h1>a<p>b".repeat(5_000),
        `<h1>a${"<div>b</div>".repeat(10_000)}`,
        `<h1>${"<div>".repeat(300)}x`
      ]) {
        const { markdown } = yield* shape(html)
        assert.isNotEmpty(markdown)
      }
    })
  )
})
