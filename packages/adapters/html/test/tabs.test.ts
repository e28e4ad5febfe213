/** Tabs of documentation: each panel is shown, and named by its tab. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { parseHtml } from "../src/parseHtml.ts"
import { readTabs } from "../src/tabs.ts"
import { markdownOf, textOf } from "./reading.ts"

const code = (text: string, language = "bash"): string =>
  `<div class="language-${language} codeBlockContainer_x"><div class="codeBlockContent_x"><pre class="prism-code language-${language}"><code>${text}</code></pre></div></div>`

const fenced = (text: string, language = "bash"): string => `\`\`\`${language}\n${text}\n\`\`\``

const npm = `**npm**\n\n${fenced("npm i x")}`
const yarn = `**Yarn**\n\n${fenced("yarn add x")}`
const both = `${npm}\n\n${yarn}`

const pages: Readonly<Record<string, readonly [html: string, markdown: string]>> = {
  Docusaurus: [
    `<div class="tabs-container"><ul role="tablist" aria-orientation="horizontal" class="tabs"><li role="tab" tabindex="0" aria-selected="true"
     class="tabs__item tabs__item--active">npm</li><li role="tab" tabindex="-1" aria-selected="false" class="tabs__item">Yarn</li></ul>
     <div class="margin-top--md"><div role="tabpanel" class="tabItem_x">${code("npm i x")}</div>
     <div role="tabpanel" class="tabItem_x" hidden="">${code("yarn add x")}</div></div></div>`,
    both
  ],
  "a page with two of them": [
    [1, 2]
      .map(
        () => `<div><ul role="tablist"><li role="tab">npm</li><li role="tab">Yarn</li></ul><div>
        <div role="tabpanel">${code("npm i x")}</div><div role="tabpanel" hidden>${code("yarn add x")}</div></div></div>`
      )
      .join(""),
    `${both}\n\n${both}`
  ],
  "Sphinx, by aria-controls": [
    `<div class="sphinx-tabs"><div role="tablist"><button aria-controls="p0" id="t0" role="tab">npm</button>
     <button aria-controls="p1" id="t1" role="tab">Yarn</button></div><div aria-labelledby="t0" id="p0" role="tabpanel">${code("npm i x")}</div>
     <div aria-labelledby="t1" hidden="true" id="p1" role="tabpanel">${code("yarn add x")}</div></div>`,
    both
  ],
  "Starlight, by links": [
    `<starlight-tabs><div class="tablist-wrapper"><ul role="tablist"><li role="presentation"><a role="tab" href="#p0" id="t0">npm</a></li>
     <li role="presentation"><a role="tab" href="#p1" id="t1">Yarn</a></li></ul></div><div id="p0" aria-labelledby="t0" role="tabpanel">${code("npm i x")}</div>
     <div id="p1" aria-labelledby="t1" role="tabpanel" hidden>${code("yarn add x")}</div></starlight-tabs>`,
    both
  ],
  "panels that say which tab is theirs": [
    `<div><div role="tablist"><button role="tab" id="a">npm</button><button role="tab" id="b">Yarn</button></div></div>
     <section><div role="tabpanel" aria-labelledby="b" hidden>${code("yarn add x")}</div><div role="tabpanel" aria-labelledby="a">${code("npm i x")}</div></section>`,
    `${yarn}\n\n${npm}`
  ],
  "VitePress, by labels": [
    `<div class="vp-code-group"><div class="tabs"><input type="radio" name="g" id="r1" checked><label for="r1">npm</label>
     <input type="radio" name="g" id="r2"><label for="r2">Yarn</label></div><div class="blocks">
     <div class="language-bash active"><button class="copy"></button><span class="lang">bash</span><pre><code>npm i x</code></pre></div>
     <div class="language-bash"><button class="copy"></button><span class="lang">bash</span><pre><code>yarn add x</code></pre></div></div></div>`,
    both
  ],
  "MkDocs Material, by labels": [
    `<div class="tabbed-set tabbed-alternate"><input checked id="r1" name="s" type="radio"><input id="r2" name="s" type="radio">
     <div class="tabbed-labels"><label for="r1">npm</label><label for="r2">Yarn</label></div><div class="tabbed-content">
     <div class="tabbed-block"><div class="language-bash highlight"><pre><span></span><code>npm i x</code></pre></div></div>
     <div class="tabbed-block"><div class="language-bash highlight"><pre><span></span><code>yarn add x</code></pre></div></div></div></div>`,
    both
  ],
  "panels that a class hides, as in GitBook and Mintlify": [
    `<div><div role="tablist"><button role="tab" aria-controls="p0">npm</button><button role="tab" aria-controls="p1">Yarn</button></div>
     <div id="p0" role="tabpanel">${code("npm i x")}</div><div id="p1" role="tabpanel" class="hidden" data-state="inactive">${code("yarn add x")}</div></div>`,
    both
  ],
  "a page that holds the panel of the selected tab alone": [
    `<div><div role="tablist"><button role="tab" aria-selected="false">npm</button> <button role="tab" aria-selected="true">Yarn</button></div>
     <div role="tabpanel">${code("yarn add x")}</div></div>`,
    `npm Yarn\n\n${yarn}`
  ],
  "tabs in tabs": [
    `<div><ul role="tablist"><li role="tab">Linux</li><li role="tab">Mac</li></ul><div role="tabpanel"><div><ul role="tablist"><li role="tab">npm</li>
     <li role="tab">Yarn</li></ul><div role="tabpanel">${code("npm i x")}</div><div role="tabpanel" hidden>${code("yarn add x")}</div></div></div>
     <div role="tabpanel" hidden>Brew</div></div>`,
    `**Linux**\n\n${both}\n\n**Mac**\n\nBrew`
  ],
  "years and versions": [
    `<div><ul role="tablist"><li role="tab">2025</li><li role="tab">2024</li></ul><div role="tabpanel">Up</div><div role="tabpanel" hidden>Down</div></div>
     <div><ul role="tablist"><li role="tab">3.12</li><li role="tab">3.9</li></ul><div role="tabpanel">New</div><div role="tabpanel" hidden>Old</div></div>`,
    "**2025**\n\nUp\n\n**2024**\n\nDown\n\n**3.12**\n\nNew\n\n**3.9**\n\nOld"
  ],
  "an index, of which one name is of signs": [
    `<div><ul role="tablist"><li role="tab">0–9</li><li role="tab">A</li></ul><div role="tabpanel">7zip</div><div role="tabpanel" hidden>Ada</div></div>`,
    "**0–9**\n\n7zip\n\n**A**\n\nAda"
  ],
  "boxes that are named as panels, one of them hidden": [
    `<div class="tabs"><input type="radio" name="g" id="r1" checked><label for="r1">Care</label><input type="radio" name="g" id="r2"><label for="r2">Size</label></div>
     <div><div class="product-tab-panel">By hand</div><div class="product-tab-panel" style="display:none">12 cm</div></div>`,
    "**Care**\n\nBy hand\n\n**Size**\n\n12 cm"
  ],
  "a panel that begins with its name": [
    `<div><ul role="tablist"><li role="tab">Size</li><li role="tab">Care</li></ul><div role="tabpanel"><h3>Size</h3>12 cm</div>
     <div role="tabpanel" hidden>By hand</div></div>`,
    "### Size\n\n12 cm\n\n**Care**\n\nBy hand"
  ]
}

/** Tabs of which each label stands right above what it shows, as those of older tools. */
const inTurn: Readonly<Record<string, readonly [html: string, markdown: string]>> = {
  "Sphinx Design": [
    `<div class="sd-tab-set docutils"><input checked="checked" id="s0" name="s" type="radio"><label class="sd-tab-label" for="s0">Python</label>
     <div class="sd-tab-content docutils"><p>pip</p></div><input id="s1" name="s" type="radio"><label class="sd-tab-label" for="s1">Node</label>
     <div class="sd-tab-content docutils"><p>npm</p></div></div>`,
    "Python\n\npip\n\nNode\n\nnpm"
  ]
}

/** What is no set of tabs with as many panels keeps what it says. */
const others: Readonly<Record<string, readonly [html: string, markdown: string]>> = {
  "more tabs than panels": [
    `<div><ul role="tablist"><li role="tab">A</li><li role="tab">B</li><li role="tab">C</li></ul><div role="tabpanel">x</div><div role="tabpanel">y</div></div>`,
    "- A\n- B\n- C\n\nx\n\ny"
  ],
  "labels of a question": [
    `<form><div><label for="r1">Yes</label><input type="radio" id="r1"><label for="r2">No</label><input type="radio" id="r2"></div><div><p>One</p></div></form>`,
    "Yes No\n\nOne"
  ],
  "answers of a question above as many paragraphs": [
    `<div><input type="radio" id="r1"><label for="r1">Good</label> <input type="radio" id="r2"><label for="r2">Bad</label></div><div><p>Thanks.</p><p>Bye.</p></div>`,
    "Good Bad\n\nThanks.\n\nBye."
  ],
  "labels of fields": [
    `<div><label for="a">Name</label><label for="b">City</label></div><div><p>x <input type="radio"></p><p>y</p></div>`,
    "NameCity\n\nx\n\ny"
  ],
  "dots of a carousel, as slick makes them": [
    `<div class="slick-slider"><div><div role="tabpanel" id="s0">Great, said Ann.</div><div role="tabpanel" id="s1" aria-hidden="true">Fast, said Bob.</div></div>
     <ul class="slick-dots" role="tablist"><li><button role="tab" aria-controls="s0" aria-label="1 of 2">1</button></li>
     <li><button role="tab" aria-controls="s1" aria-label="2 of 2">2</button></li></ul></div>`,
    "Great, said Ann.\n\nFast, said Bob.\n\n- 1\n- 2"
  ],
  "dots of other carousels": [
    [
      ["●", "●"],
      ["01", "02"],
      ["1 / 2", "2 / 2"],
      ["1 of 2", "2 of 2"],
      ["Slide 1", "Slide 2"],
      ["Go to slide 1 of 2", "Go to slide 2 of 2"]
    ]
      .map(
        ([a, b]) =>
          `<div><div role="tabpanel">Ann</div><div role="tabpanel">Bob</div><div role="tablist"><b role="tab">${a}</b> <b role="tab">${b}</b></div></div>`
      )
      .join(""),
    [
      "**●** **●**",
      "**01** **02**",
      "**1 / 2** **2 / 2**",
      "**1 of 2** **2 of 2**",
      "**Slide 1** **Slide 2**",
      "**Go to slide 1 of 2** **Go to slide 2 of 2**"
    ]
      .map((list) => `Ann\n\nBob\n\n${list}`)
      .join("\n\n")
  ],
  "a switch above boxes that are all seen": [
    `<div class="pricing-tabs"><input type="radio" name="b" id="m" checked><label for="m">Monthly</label> <input type="radio" name="b" id="y"><label for="y">Yearly</label></div>
     <div class="plans"><div class="plan"><h3>Starter</h3><p>$9</p></div><div class="plan"><h3>Pro</h3><p>$29</p></div></div>`,
    "Monthly Yearly\n\n### Starter\n\n$9\n\n### Pro\n\n$29"
  ],
  "sizes above what is said of all": [
    `<div class="tabs"><input type="radio" name="c" id="s"><label for="s">Small</label> <input type="radio" name="c" id="l"><label for="l">Large</label></div>
     <div class="table-content"><p>Price: €19</p><p>In stock</p></div>`,
    "Small Large\n\nPrice: €19\n\nIn stock"
  ],
  "sizes above what is so and what is hidden because it is not": [
    `<div class="tabs"><input type="radio" name="c" id="s"><label for="s">Small</label> <input type="radio" name="c" id="l"><label for="l">Large</label></div>
     <div><p>In stock</p><p style="display: none">Sold out</p></div>`,
    "Small Large\n\nIn stock"
  ],
  "an accordion, whose list holds its panels": [
    `<div role="tablist"><div><div role="tab" id="t1"><a href="#c1">Rights</a></div><div id="c1" role="tabpanel" aria-labelledby="t1">You may go.</div></div>
     <div><div role="tab" id="t2"><a href="#c2">Duties</a></div><div id="c2" hidden role="tabpanel" aria-labelledby="t2">You must pay.</div></div></div>`,
    "[Rights](https://example.com/a/#c1)\n\nYou may go.\n\n[Duties](https://example.com/a/#c2)\n\nYou must pay."
  ],
  "a tab alone": [
    `<div><ul role="tablist"><li role="tab" aria-controls="p">About</li></ul><div role="tabpanel" id="p">She writes.</div></div>`,
    "- About\n\nShe writes."
  ],
  "a panel that says nothing": [
    `<div><ul role="tablist"><li role="tab">A</li><li role="tab">B</li></ul><div role="tabpanel">x</div><div role="tabpanel" hidden></div></div>`,
    "- A\n- B\n\n**A**\n\nx"
  ]
}

describe("tabs", () => {
  it.effect.each(Object.entries({ ...pages, ...inTurn }))("name what they show: %s", ([, [html, markdown]]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* markdownOf(html), markdown)
    })
  )

  it.effect.each(Object.entries(others))("are told apart: %s", ([, [html, markdown]]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* markdownOf(html), markdown)
    })
  )

  it.effect("are watched with all that they show, and as they stand", () =>
    Effect.gen(function* () {
      const [html] = pages["Docusaurus"]!
      assert.strictEqual(yield* textOf(html), "npm\nYarn\nnpm i x\nyarn add x")
      assert.strictEqual(yield* textOf(`<b><p></b>${html}`), "npm\nYarn\nnpm i x\nyarn add x")
    })
  )

  it.effect("need no name where the main content has the panel of one alone", () =>
    Effect.gen(function* () {
      const prose =
        "<p>People ask what will come, and she tells them, each spring, in words that they know.</p>".repeat(6)
      const links = Array.from(
        { length: 12 },
        (_, at) => `<li><a href="/${at}">A post about work, number ${at}</a></li>`
      ).join("")
      const html = `<article><h1>Trends</h1>${prose}<div><ul role="tablist"><li role="tab">About</li><li role="tab">Posts</li></ul>
        <div role="tabpanel">${prose}</div><div role="tabpanel" class="related" hidden><ul>${links}</ul></div></div></article>`
      const markdown = yield* markdownOf(html, { mainContentOnly: true })
      assert.notInclude(markdown!, "A post about work")
      assert.notInclude(markdown!, "**About**")
    })
  )

  it.effect("stay in the main content of documentation", () =>
    Effect.gen(function* () {
      const prose =
        "<p>Install it with the manager of packages that you like, and say so in the file of your project.</p>".repeat(
          5
        )
      for (const name of Object.keys(pages).filter((one) => pages[one]![1] === both)) {
        const html = `<nav><a href="/">Home</a></nav><main><article><h1>Install</h1>${prose}${pages[name]![0]}${prose}</article></main>`
        const markdown = yield* markdownOf(html, { mainContentOnly: true })
        assert.include(markdown!, both, name)
      }
    })
  )
})

const files: Readonly<Record<string, readonly [html: string, markdown: string]>> = {
  "beside the code": [
    `<div class="language-yaml highlight"><span class="filename">mkdocs.yml</span><pre><span></span><code>theme: x</code></pre></div>`,
    `mkdocs.yml\n\n${fenced("theme: x", "yaml")}`
  ],
  "above code with numbers": [
    `<div class="language-py highlight"><table class="highlighttable"><tbody><tr><th class="filename" colspan="2"><span class="filename">sort.py</span></th></tr>
     <tr><td class="linenos"><div class="linenodiv"><pre><span></span><span class="normal">1</span>
<span class="normal">2</span></pre></div></td><td class="code"><div><pre><span></span><code>a = 1
b = 2</code></pre></div></td></tr></tbody></table></div>`,
    `sort.py\n\n${fenced("a = 1\nb = 2", "py")}`
  ],
  "and no name of the language": [
    `<div class="language-js"><button class="copy"></button><span class="lang">js</span><pre><code>a()</code></pre></div>`,
    fenced("a()", "js")
  ],
  "of Sphinx": [
    `<div class="literal-block-wrapper"><div class="code-block-caption"><span class="caption-text">this.py</span><a class="headerlink" href="#i">¶</a></div>
     <div class="highlight-python notranslate"><div class="highlight"><pre><span></span>a = 1\n</pre></div></div></div>`,
    `this.py\n\n${fenced("a = 1", "python")}`
  ]
}

describe("the name of the file of code", () => {
  it.effect.each(Object.entries(files))("is kept %s", ([, [html, markdown]]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* markdownOf(html), markdown)
    })
  )

  it.effect("stays in the main content without pictures, where a picture's caption goes", () =>
    Effect.gen(function* () {
      const prose =
        "<p>Sort it with the command that you like, and say so in the file of your project, as it says.</p>".repeat(6)
      const picture = `<div class="figure"><img src="/a.png" width="400" height="300"><p class="caption">Ann at work</p></div>`
      const html = `<article><h1>Sort</h1>${prose}${files["of Sphinx"]![0]}${prose}${picture}${prose}</article>`
      const options = { includeLinks: true, includeImages: false, shortenBase64Images: true }
      const markdown = yield* markdownOf(html, { mainContentOnly: true, wantsHtml: false, markdown: options })
      assert.include(markdown!, files["of Sphinx"]![1])
      assert.notInclude(markdown!, "Ann at work")
    })
  )
})

describe("a page with more tabs than any page has", () => {
  it("takes a moment of the processor", () => {
    const list = `<ul role="tablist"><li role="tab">a</li><li role="tab">b</li></ul>`
    const labels = `<input type="radio" id="r"><div><label for="r">a</label><label for="r">b</label></div>`
    const pages = [
      `${list.repeat(3_000)}${"<i>x</i>".repeat(120_000)}`,
      `<div>${list}`.repeat(2_000),
      labels.repeat(4_000)
    ]
    for (const page of pages) {
      const root = parseHtml(page)
      const start = process.cpuUsage()
      readTabs(root)
      const { system, user } = process.cpuUsage(start)
      assert.isBelow((system + user) / 1_000, 1_000)
    }
  })
})
