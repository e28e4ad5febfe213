/**
 * What a watched site, a receiver or a caller says is text wherever the dashboard shows it: nothing of it runs, loads, styles or
 * leads anywhere. The names of the tests are those of the list that they go through.
 */
import { createServer } from "node:http"
import { gunzipSync } from "node:zlib"
import { afterAll, assert, beforeAll, beforeEach, describe, it } from "@effect/vitest"
import type { Page, Route } from "playwright-core"
import { eventually } from "../../../test/endToEnd/eventually.ts"
import { listen } from "../../../test/endToEnd/listen.ts"
import { openEmbedded } from "../../../test/endToEnd/storages.ts"
import { needsBrowserHere } from "../../../test/setup/browser.ts"
import { edit, watch } from "./support/changes.ts"
import { openStage, type Shown, type Stage } from "./support/Stage.ts"

const timeout = 120_000

const own = "parent.owned=top.owned=window.owned=1;top.document.title='owned'"
/** Another host that is there and counts who asks it. */
const hits: Array<string> = []
const host = await listen(
  createServer((request, response) => {
    hits.push(request.url ?? "")
    response.end()
  })
)
const evil = host.url

/** XS01: markup that runs, loads, frames, styles or moves where it is markup. */
const markup = [
  `<script>${own}</script>`,
  `<img src=x onerror="${own}">`,
  `<img src="${evil}/pixel.png">`,
  `<svg onload="${own}"></svg>`,
  `<svg><script href="data:text/javascript,${own}"></script></svg>`,
  `<math><mi xlink:href="javascript:${own}">click</mi></math>`,
  `<iframe srcdoc="<script>${own}</script>"></iframe>`,
  `<iframe src="${evil}/frame"></iframe>`,
  `<details open ontoggle="${own}">x</details>`,
  `<body onpageshow="${own}">`,
  `<video><source onerror="${own}"></video>`,
  `<video poster="${evil}/poster" autoplay src="${evil}/film"></video>`,
  `<input autofocus onfocus="${own}">`,
  `<a href="javascript:${own}">a way</a>`,
  `<a href="java&#x09;script:${own}">a way</a>`,
  `<form action="javascript:${own}"><button>Send it</button></form>`,
  `<object data="data:text/html;base64,PHNjcmlwdD50b3Aub3duZWQ9MTwvc2NyaXB0Pg=="></object>`,
  `<embed src="${evil}/embed">`,
  `<base href="${evil}/">`,
  `<meta http-equiv="refresh" content="0;url=${evil}/refresh">`,
  `<link rel="stylesheet" href="${evil}/style.css"><link rel="import" href="${evil}/import">`,
  `<link rel="preload" as="image" href="${evil}/preload">`,
  `<style>@import "${evil}/import.css"; *{background:url(${evil}/ground)!important}</style>`,
  `<template><script>${own}</script></template>`,
  `<noscript><p title="</noscript><img src=x onerror='${own}'>"></noscript>`,
  `<xmp><img src=x onerror="${own}"></xmp>`,
  `<!--><img src=x onerror="${own}">-->`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${own}&gt;">`,
  `<marquee onstart="${own}">x</marquee>`,
  `<p style="position:fixed;inset:0;background:url(${evil}/style)">over all</p>`,
  `<plaintext>`
]

/** XS02: what would leave an attribute, or take the name of something of the page. */
const attributes = [
  `" onmouseover="${own}" x="`,
  `' onfocus='${own}' autofocus='`,
  "` onload=`1`",
  `"><img src=x onerror="${own}">`,
  `/><svg/onload=${own}//`,
  "<a id=__proto__ name=getElementById>",
  "<form id=content><input name=attributes><input name=id></form>",
  "__proto__",
  "constructor",
  "toString"
]

const dollar = "$"

/** XS08: templates of every kind; where one is compiled, 49 stands there. */
const templates = [
  "{{7*7}}",
  `${dollar}{7*7}`,
  "#{7*7}",
  "<%= 7*7 %>",
  `${dollar}{{7*7}}`,
  `[[${dollar}{7*7}]]`,
  "{% include '/etc/passwd' %}",
  '{{#with "s"}}{{constructor}}{{/with}}',
  "%{7*7}",
  "{{constructor.constructor('top.owned=1')()}}"
]

/** XS09: Markdown, pictures of it, and the languages that are drawn elsewhere. */
const markdowns = [
  `![picture](${evil}/markdown.png)`,
  `[a way](javascript:${own})`,
  `[a way](data:text/html,<script>${own}</script>)`,
  `<${evil}/autolink>`,
  '```mermaid\ngraph TD; A-->B; click A href "javascript:top.owned=1"\n```',
  "$$\\href{javascript:top.owned=1}{x}$$",
  "<Widget onLoad={() => { top.owned = 1 }} />\n\nimport x from 'evil'",
  `[x]: ${evil}/reference "title"\n\n![y][x]`
]

/** XS04: addresses that must be no links, and some that may. */
const addresses = [
  `javascript:${own}`,
  `JaVaScRiPt:${own}`,
  `java\nscript:${own}`,
  " javascript:top.owned=1",
  "data:text/html,<script>top.owned=1</script>",
  "vbscript:msgbox(1)",
  "//evil.invalid/relative",
  "https://bank.example@evil.invalid/",
  "https://аpple.example/login",
  `https://long.invalid/${"a".repeat(10_240)}`,
  "https://broken.invalid/one\r\nX-Evil: two",
  "file:///etc/passwd",
  "blob:https://evil.invalid/1",
  "https://plain.invalid/page?x=\"'<>`"
]

const payloads = [...markup, ...attributes, ...templates, ...markdowns]

/** Two hundred of them, each told from the others. */
const many = Array.from({ length: 200 }, (_, index) => `${payloads[index % payloads.length]} #${index}`)

/** XS03: pieces over two hunks, our own marks, numbers, markers, names of files, and letters that turn the reading around. */
const diff = [
  `--- a/<img src=x onerror="${own}">`,
  `+++ b/<script>${own}</script>`,
  "@@ -1,3 +1,3 @@",
  " <scr",
  `-<mark><img src=x onerror="${own}"> 10</mark>`,
  `+<mark><img src=x onerror="${own}"> 12</mark>`,
  " ipt>",
  "@@ -9,2 +9,3 @@",
  `-\u202eadded \u2066+ isolate</span></mark>`,
  `+\u202eremoved \u2067- isolate</span><script>${own}</script>`,
  `\\ No newline at end of file <img src=x onerror="${own}">`,
  " </script>",
  `+{{7*7}} ${dollar}{7*7}`
].join("\n")

/** Texts that somebody else may have written. */
const free = new Set(
  `name title summary text message quote before after field path user_agent http_reason body response_body label description
  client_name prefix reason value expected clue location preview`.split(/\s+/)
)
const freeAddress = new Set("url final_url from to website requested_url resolved_url".split(" "))

/** An answer of the API in which every text of somebody else is hostile, and every list two hundred long. */
const poisoned = (value: unknown, key = "", seed = { count: 0 }): unknown => {
  const next = <A>(list: ReadonlyArray<A>): A => list[seed.count++ % list.length] as A
  if (Array.isArray(value)) {
    const [first] = value
    if (key === "tags") return [next(many), next(many)]
    if (typeof first !== "object" || first === null) {
      return /urls$/.test(key) ? addresses : value.map((one) => poisoned(one, key, seed))
    }
    const rows = key === "data" ? Array.from({ length: many.length }, (_, at) => value[at] ?? first) : value
    return rows.map((one: object, at) => {
      const row = poisoned(one, "", seed) as Record<string, unknown>
      return at >= value.length && typeof row.id === "string" ? { ...row, id: `${row.id}${at}` } : row
    })
  }
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, poisoned(one, name, seed)]))
  }
  if (typeof value !== "string") return value
  if (key === "diff") return diff
  if (freeAddress.has(key)) return next(addresses)
  return free.has(key) ? next(many) : value
}

const safeRel = ["nofollow", "noopener", "noreferrer"]

/** What must not be there whatever is shown; the policy has its say before the document does. */
const inspect = `(() => {
  const links = [...document.querySelectorAll("a[href]")].flatMap((link) => {
    const url = new URL(link.href)
    if (url.origin === location.origin) return []
    const rel = [...link.relList].sort().join(" ")
    const isFine = /^https?:$/.test(url.protocol) && url.username === "" && rel === ${JSON.stringify(safeRel.join(" "))}
    return isFine ? [] : [link.outerHTML.slice(0, 200)]
  })
  const foreign = [...document.querySelectorAll(
    "script:not([src]), #root :is(script, style, link, meta, base, object, embed, video, audio, source, math, marquee, template, xmp, plaintext)"
  )].map(({ outerHTML }) => outerHTML.slice(0, 200))
  const handlers = [...document.querySelectorAll("#root *")].filter((one) =>
    [...one.attributes].some(({ name, value }) => /^on/i.test(name) || /evil|127\\.0\\.0\\.1/.test(name === "style" ? value : ""))
  ).map(({ outerHTML }) => outerHTML.slice(0, 200))
  const pictures = [...document.images].map(({ src }) => src)
    .filter((src) => src !== "" && new URL(src).origin !== location.origin && !src.startsWith("data:image/png"))
  return { links, foreign, handlers, pictures, title: document.title === "owned", globals: Object.keys(window) }
})()`

interface Seen {
  readonly links: ReadonlyArray<string>
  readonly foreign: ReadonlyArray<string>
  readonly handlers: ReadonlyArray<string>
  readonly pictures: ReadonlyArray<string>
  readonly title: boolean
  readonly globals: ReadonlyArray<string>
}

describe("hostile content in the dashboard", needsBrowserHere, () => {
  let stage: Stage
  let shown: Shown
  let page: Page
  let dialogs: Array<string>
  /** How many of the faults of the page were accounted for. */
  let seenFaults = 0
  let monitorId: string
  let changeId: string
  let runId: string
  let batchId: string
  let requestId: string

  beforeAll(async () => {
    stage = await openStage(openEmbedded)
    const monitor = await watch(stage, "hostile", "Tea costs 10 euro", { name: many[0] })
    monitorId = monitor.id
    changeId = await edit(stage, monitor, "hostile", "Tea costs 12 euro")
    runId = (await stage.call<{ run_id: string }>("GET", `/v1/monitors/changes/${changeId}`)).run_id
    stage.site.show("all", markup.join("\n"))
    const batch = await stage.call<{ id: string }>("POST", "/v1/batch/submit", {
      tags: ["<img src=x>"],
      input: {
        mode: "scrape",
        data: { format: "html", urls: ["all", "missing"].map((name) => ({ url: stage.site.pageUrl(name) })) }
      }
    })
    batchId = batch.id
    await eventually(
      () => stage.call<{ status: string }>("GET", `/v1/batch/${batchId}`),
      ({ status }) => status === "completed"
    )
    const { data } = await eventually(
      () => stage.call<{ data: ReadonlyArray<{ request_id: string }> }>("GET", "/v1/logs?path=/batch/submit"),
      (answer) => answer.data.length > 0
    )
    requestId = data[0]?.request_id ?? ""
    shown = await stage.show()
    page = shown.page
    page.on("dialog", (dialog) => {
      dialogs.push(dialog.message())
      void dialog.dismiss()
    })
  }, timeout)

  beforeEach(async () => {
    dialogs = []
    await page.unrouteAll({ behavior: "ignoreErrors" })
  })

  afterAll(async () => {
    await shown?.[Symbol.asyncDispose]()
    await host[Symbol.asyncDispose]()
    await stage?.[Symbol.asyncDispose]()
  }, timeout)

  /** Fails with whatever of what is shown ran, loaded, styled or leads somewhere. */
  const assertText = async (what: string, isFault: (one: string) => boolean = () => true) => {
    const seen = await page.evaluate<Seen>(inspect)
    assert.deepStrictEqual(
      { ...seen, globals: seen.globals.filter((name) => name === "owned") },
      {
        links: [],
        foreign: [],
        handlers: [],
        pictures: [],
        title: false,
        globals: []
      },
      what
    )
    assert.deepStrictEqual(dialogs, [], what)
    assert.deepStrictEqual(hits, [], what)
    assert.deepStrictEqual(shown.faults.slice(seenFaults).filter(isFault), [], what)
    seenFaults = shown.faults.length
    assert.isTrue(page.url().startsWith(`${stage.server.url}/app/`), page.url())
  }

  const poison = async (route: Route) => {
    if (route.request().url().includes("/v1/events")) return route.continue()
    const response = await route.fetch()
    if (!(response.headers()["content-type"] ?? "").includes("json")) return route.fulfill({ response })
    return route.fulfill({ response, json: poisoned(await response.json()) })
  }

  /** Opens the playground on an operation whose answer is given here. */
  const answer = async (operation: string, path: string, json: unknown) => {
    await page.route(`**${path}**`, (route) => route.fulfill({ json }))
    await shown.open(`/playground?operation=${operation}`)
    await page.getByRole("button", { name: "Send", exact: true }).click()
    await page.getByRole("tabpanel").waitFor()
  }

  const view = (name: string) => page.getByRole("tab", { name, exact: true }).click()

  it("XS01, XS02, XS08, XS10: two hundred hostile texts in every screen are text", { timeout }, async () => {
    await page.route("**/v1/**", poison)
    const screens = [
      `/inbox?show=all&change=${changeId}`,
      ...["page", "why"].map((tab) => `/changes/${changeId}?tab=${tab}`),
      "/monitors",
      ...["changes", "values", "runs"].map((tab) => `/monitors/${monitorId}?tab=${tab}`),
      `/monitors/${monitorId}/runs/${runId}`,
      "/work",
      `/work/${batchId}`,
      "/deliveries",
      "/deliveries?tab=inbox",
      "/usage",
      "/usage?tab=requests",
      `/usage/requests/${requestId}`,
      "/keys",
      "/keys?tab=sessions"
    ]
    for (const path of screens) {
      await shown.open(path)
      await page.getByRole("heading", { level: 1 }).first().waitFor({ state: "attached" })
      await page.locator("[role=status]").filter({ hasText: "Loading" }).first().waitFor({ state: "detached" })
      await assertText(path)
    }
    // They are there, and whole: of every kind one stands in the list as it was written.
    await shown.open("/monitors")
    await page.getByRole("row").nth(many.length).waitFor()
    const text = (await page.getByRole("table").textContent()) ?? ""
    for (const one of ["<script>", "onerror=", "__proto__", "{{7*7}}", "![picture]"]) assert.include(text, one)
    assert.notMatch(text, /\b49 #/)
  })

  it("XS03: a difference keeps its signs, whatever its lines, names and letters are", { timeout }, async () => {
    await page.route("**/v1/**", poison)
    for (const mode of ["Inline", "Side by side", "Words"]) {
      await shown.open(`/changes/${changeId}?tab=text`)
      await page.getByRole("button", { name: mode, exact: true }).click()
      const region = page.getByRole("region", { name: "What differs" })
      await region.getByText("removed \u2067- isolate").waitFor()
      await assertText(mode)
      assert.notInclude(await region.textContent(), "No newline at end")
      // The sign stands left of its line, and says what it is, in letters that are read from the right too.
      const signs = await region.evaluate((one) =>
        [...one.querySelectorAll(".sr-only")].map((word) => {
          const line = (word.parentElement as unknown as HTMLElement).parentElement as unknown as HTMLElement
          const sign = (word.parentElement as unknown as HTMLElement).getBoundingClientRect()
          return {
            word: word.textContent?.trim(),
            text: line.textContent ?? "",
            isLeft: sign.left <= line.getBoundingClientRect().left + 60
          }
        })
      )
      assert.isTrue(signs.every(({ isLeft }) => isLeft))
      for (const { text, word } of signs) {
        if (text.includes("removed \u2067")) assert.strictEqual(word, "added")
        if (text.includes("added \u2066")) assert.strictEqual(word, "removed")
      }
    }
  })

  it("XS04: only addresses of the web are links, and they say where they lead", { timeout }, async () => {
    const rows = addresses.map((url) => ({ url, title: url }))
    await answer("web.crawl", "/v1/web/crawl", { results: rows, links: addresses })
    await view("Table")
    const links = await page
      .getByRole("tabpanel")
      .getByRole("link")
      .evaluateAll((all) =>
        all.map((one) => [(one as unknown as HTMLAnchorElement).href, one.textContent ?? ""] as const)
      )
    assert.deepStrictEqual([...new Set(links.map(([href]) => new URL(href).hostname))].sort(), [
      "plain.invalid",
      "xn--pple-43d.example"
    ])
    for (const [href, text] of links) assert.include(text, new URL(href).hostname)
    await assertText("addresses")
    const markdown = addresses.map((url) => `[bank](<${url.replaceAll(/\s/g, " ")}>)`).join("\n\n")
    await answer("web.markdown", "/v1/web/scrape/markdown", { markdown })
    await assertText("addresses of Markdown")
  })

  it("XS05: what is stored is answered as data that no browser lays out", { timeout }, async () => {
    const read = (path: string) => fetch(new URL(path, stage.server.url), { headers: stage.server.headers })
    const { results } = await stage.call<{ results: { files: ReadonlyArray<{ url: string }> } }>(
      "GET",
      `/v1/batch/${batchId}`
    )
    const file = await read(results.files[0]?.url ?? "")
    assert.include(gunzipSync(await file.arrayBuffer()).toString(), "onerror")
    assert.match(file.headers.get("content-disposition") ?? "", /^attachment/)
    const url = encodeURIComponent(stage.site.pageUrl("all"))
    for (const answered of [
      file,
      await read(`/v1/web/scrape/html?url=${url}`),
      await read("/v1/<img src=x onerror=1>")
    ]) {
      assert.strictEqual(answered.headers.get("x-content-type-options"), "nosniff", answered.url)
      assert.match(answered.headers.get("content-type") ?? "", /^application\/(json|gzip)/, answered.url)
    }
    // Opened as a page it is text.
    await page.goto(`${stage.server.url}/v1/web/scrape/html?url=${url}`)
    assert.isNull(await page.evaluate("globalThis.owned ?? null"))
    assert.strictEqual(await page.locator("svg, iframe, form, img").count(), 0)
    // A drawing can run: it is no picture here.
    const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" onload="${own}"/>`).toString("base64")
    await answer("web.bytes", "/v1/web/scrape/bytes", { bytes: svg, contentType: "image/svg+xml" })
    assert.strictEqual(await page.getByRole("tab", { name: "Picture", exact: true }).count(), 0)
    await answer("web.screenshot", "/v1/web/scrape/screenshot", { screenshot: `${evil}/screenshot.png` })
    assert.strictEqual(await page.locator("main img").count(), 0)
    await assertText("pictures")
  })

  it("XS06: a colour is a colour or text", { timeout }, async () => {
    const colours = [
      "red}*{background:url(//evil.invalid)}",
      "url(//evil.invalid/c)",
      "#fff;background:url(//evil.invalid)",
      "#12ab34"
    ]
    await answer("brands.retrieve", "/v1/brand/retrieve", {
      brand: {
        domain: "evil.invalid",
        title: many[1],
        colors: colours.map((hex) => ({ hex, name: hex })),
        logos: [{ url: `${evil}/logo.svg`, type: "logo" }],
        links: { blog: addresses[0] }
      }
    })
    await page.getByText("red}*{background:url(//evil.invalid)}").first().waitFor()
    const grounds = await page
      .getByRole("tabpanel")
      .locator("[style]")
      .evaluateAll((all) => all.map((one) => (one as unknown as HTMLElement).style.cssText))
    assert.strictEqual(grounds.filter((one) => one.includes("rgb(18, 171, 52)")).length, 1)
    assert.isFalse(grounds.some((one) => one.includes("url")))
    await assertText("colours")
  })

  it("XS01, XS04, XS06: cards and what they rest on are text, and lead to the web alone", { timeout }, async () => {
    const [, script = ""] = many
    const person = Object.fromEntries(
      ["bio", "email", "location", "name", "social_urls", "website_urls", "checked_at", script].map((name, at) => [
        name,
        name.endsWith("_urls") ? addresses : many[at]
      ])
    )
    const clues = ["email", "profile", "name", "company", "location", "website", "__proto__", "constructor", script]
    await answer("people.enrich", "/v1/people/enrich", {
      match: { status: "candidate", score: 40, person },
      evidence: addresses.map((url, at) => ({ clue: clues[at % clues.length], weight: 9, source: many[at], url }))
    })
    await page
      .getByRole("article")
      .getByText(many[1] ?? "?")
      .first()
      .waitFor()
    await assertText("a person")
    await answer("extraction.extract", "/v1/web/extract", {
      data: { __proto__: null, [script]: script, price: script },
      evidence: addresses.map((url, at) => ({ path: at % 2 ? "/price" : `/${script}`, quote: many[at], url }))
    })
    await assertText("data of a site")
    await answer("products.products", "/v1/brand/ai/products", {
      products: addresses.map((url, at) => ({ name: many[at], url, description: many[at + 1], images: addresses }))
    })
    await assertText("products")
    await page.getByRole("button", { name: "Make this a monitor" }).click()
    await page.getByRole("dialog", { name: "What should be watched?" }).getByRole("link").first().waitFor()
    await assertText("what of it may be watched")
  })

  it("XS07: errors are told as text, whoever worded them", { timeout }, async () => {
    await page.route("**/v1/monitors**", (route) =>
      route.fulfill({ status: 502, json: { error_code: many[2], message: many[3], request_id: many[4] } })
    )
    await shown.open("/monitors")
    await page.getByRole("alert").getByText(String(many[3])).waitFor({ timeout: 20_000 })
    await assertText("an error of the API", (one) => !/502/.test(one))
    // What came is no JSON but a page.
    await page.unrouteAll()
    await page.route("**/v1/batch/list**", (route) =>
      route.fulfill({ status: 403, contentType: "text/html", body: markup.join("") })
    )
    await shown.open("/work")
    await page.getByRole("alert").first().waitFor()
    await assertText("a page instead of an answer")
  })

  it("XS09: Markdown is drawn without its pictures, its markup and its scripts", { timeout }, async () => {
    const markdown = [...markdowns, ...markup, ...templates].join("\n\n")
    await answer("web.markdown", "/v1/web/scrape/markdown", { markdown })
    for (const name of ["Rendered", "Markdown", "Tree", "Raw"]) {
      const tab = page.getByRole("tab", { name, exact: true })
      if ((await tab.count()) > 0) await tab.click()
      await assertText(name)
    }
    await answer("search.search", "/v1/web/search", {
      results: many.map((title, at) => ({ title, url: addresses[at % addresses.length], markdown }))
    })
    for (const tab of await page.getByRole("tab").all()) {
      await tab.click()
      await assertText(`results: ${await tab.textContent()}`)
    }
  })

  it("shows a hostile page in a frame that does nothing, and goes nowhere when it is clicked", {
    timeout
  }, async () => {
    const html = [
      `<a id="way" href="${evil}/click">click me</a>`,
      `<a id="top" target="_top" href="${evil}/top">leave</a>`,
      `<form action="${evil}/form"><button id="send">Go</button></form>`,
      ...markup
    ].join("\n")
    await answer("web.html", "/v1/web/scrape/html", { html })
    const frame = page.frameLocator("iframe")
    await frame.getByText("click me").waitFor()
    for (const id of ["way", "top", "send"]) {
      await frame
        .locator(`#${id}`)
        .click({ timeout: 1_000 })
        .catch(() => undefined)
    }
    await page.waitForTimeout(300)
    // The policies refused all of it, and say so.
    await assertText("the frame", () => false)
    assert.strictEqual(await page.locator("iframe").getAttribute("sandbox"), "")
  })

  it("stays quick with what is huge: long lines, long lists, deep and wide data", { timeout }, async () => {
    const deep = JSON.parse(`${'{"a":['.repeat(2_000)}1${"]}".repeat(2_000)}`) as unknown
    const wide = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`${many[at % many.length]}${at}`, at]))
    const markdown = `${"word ".repeat(400_000)}\n\n${"> ".repeat(2_000)}deep\n\n${"| a | b |\n".repeat(5_000)}`
    await answer("web.markdown", "/v1/web/scrape/markdown", {
      markdown,
      html: "<b>".repeat(100_000),
      data: Array.from({ length: 20_000 }, (_, at) => ({ at, name: many[at % many.length] })),
      evidence: [{ path: "deep", quote: "x".repeat(1_000_000), url: addresses[9] }],
      json_content: { deep, wide: "x".repeat(1_000_000) },
      wide
    })
    for (const tab of await page.getByRole("tab").all()) {
      const begun = Date.now()
      await tab.click()
      await page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
      assert.isBelow(Date.now() - begun, 8_000, (await tab.textContent()) ?? "")
    }
    await assertText("huge", (one) => !/content security policy/i.test(one))
  })
})
