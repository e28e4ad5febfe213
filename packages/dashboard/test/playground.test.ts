/** The playground: that every operation can be tried there, and that form, JSON and code of a call are one and the same call. */
import { createServer } from "node:http"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { Page } from "playwright-core"
import { listen } from "../../../test/endToEnd/listen.ts"
import { openEmbedded } from "../../../test/endToEnd/storages.ts"
import { needsBrowserHere } from "../../../test/setup/browser.ts"
import { watch } from "./support/changes.ts"
import { runTypeScript, type Said, saidByCurl, saidByPython, saidByTypeScript } from "./support/codes.ts"
import { assertAccessible, assertFits, openStage, type Stage } from "./support/Stage.ts"

const timeout = 300_000

type Json = Readonly<Record<string, unknown>>

interface Schema {
  readonly $ref?: string
  readonly properties?: Readonly<Record<string, Schema>>
}

interface Described {
  readonly operationId: string
  readonly parameters?: ReadonlyArray<{ readonly name: string; readonly in: string; readonly required?: boolean }>
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

interface Operation {
  readonly id: string
  readonly method: string
  readonly path: string
  /** Names of what it takes; those of a body that is no object are none. */
  readonly names: ReadonlyArray<string>
  readonly takesJson: boolean
  readonly takesFile: boolean
}

/** What is left to JSON: older spellings, and what programs say of themselves. */
const leftToJson = ["timeout", "timeoutMS", "client"]

const operationsOf = ({ components, paths }: Description): ReadonlyArray<Operation> => {
  const resolved = (schema: Schema | undefined): Schema =>
    schema?.$ref === undefined ? (schema ?? {}) : resolved(components.schemas[schema.$ref.split("/").at(-1) ?? ""])
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, parameters = [], requestBody }]) => {
      const content = requestBody?.content ?? {}
      const json = Object.entries(content).find(([type]) => type.includes("json"))?.[1].schema
      const given = parameters.filter((one) => one.in !== "header").map(({ name }) => name)
      const properties = Object.keys(resolved(json).properties ?? {})
      return {
        id: operationId,
        method: method.toUpperCase(),
        path,
        names: [...given, ...properties].filter((name) => !leftToJson.includes(name)),
        takesJson: json !== undefined,
        takesFile: "application/octet-stream" in content
      }
    })
  )
}

interface Input {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Json
  readonly payload?: Json
}

/** The request that an input stands for, as the description of the API has it. */
const saidBy = ({ method, path, takesFile, takesJson }: Operation, input: Input, origin: string): Said => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {})) {
    // One with commas stays whole as JSON.
    const isList = Array.isArray(value) && value.every((one) => typeof one === "string" && !one.includes(","))
    for (const one of isList ? value : [value])
      search.append(name, typeof one === "object" ? JSON.stringify(one) : String(one))
  }
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(input.params?.[name] ?? ""))
  return {
    method,
    url: `${origin}${filled}${search.size === 0 ? "" : `?${search}`}`,
    body: takesFile ? { file: "document.pdf" } : takesJson ? (input.payload ?? {}) : null,
    type: takesFile ? "application/octet-stream" : takesJson ? "application/json" : null
  }
}

const view = (page: Page, name: "Code" | "Form" | "JSON") =>
  page.getByRole("group", { name: "How the input is shown" }).getByRole("button", { name, exact: true }).click()

const inputOf = async (page: Page): Promise<Input> => {
  await view(page, "JSON")
  return JSON.parse(await page.getByLabel("Input as JSON").inputValue()) as Input
}

/** What the code of each language says. */
const saidIn = async (curl: string, typescript: string, python: string): Promise<ReadonlyArray<Said>> => [
  saidByCurl(curl),
  await saidByTypeScript(typescript),
  saidByPython(python)
]

/** What the three languages say that the call is. */
const saidOf = async (page: Page): Promise<ReadonlyArray<Said>> => {
  await view(page, "Code")
  const in_ = async (language: string): Promise<string> => {
    await page.getByRole("group", { name: "Language" }).getByRole("button", { name: language, exact: true }).click()
    return (await page.locator("form pre").textContent()) ?? ""
  }
  return saidIn(await in_("curl"), await in_("TypeScript"), await in_("Python"))
}

interface Shown {
  readonly name: string
  readonly value: string | null
}

interface Views {
  readonly json: string
  readonly codes: readonly [curl: string, typescript: string, python: string]
  readonly fields: ReadonlyArray<Shown>
}

/**
 * Chooses an operation, and says what the three views show of it. That is done from within the page, which takes a third of the time
 * that a pointer does for all operations: other tests point.
 *
 * Fields are those of the form that stand in no group, and the groups, by the names that the API has for them.
 */
const viewsOf = (page: Page, { id, method, path }: Operation): Promise<Views> =>
  page.evaluate<Views>(`(async () => {
    const turn = () => new Promise((resolve) => setTimeout(resolve))
    const named = (all, name) => [...all].find((one) => one.textContent === name)
    const button = (group, name) =>
      named(named(document.querySelectorAll("legend"), group)?.parentElement.querySelectorAll("button") ?? [], name)
    const press = async (group, name) => {
      button(group, name).click()
      while (button(group, name)?.getAttribute("aria-pressed") !== "true") await turn()
    }
    const picker = document.querySelector('select[aria-label="Operation"]')
    picker.value = ${JSON.stringify(id)}
    picker.dispatchEvent(new Event("change", { bubbles: true }))
    while (named(document.querySelectorAll("#content :not(:has(*))"), ${JSON.stringify(`${method} ${path}`)}) === undefined) await turn()
    const view = (name) => press("How the input is shown", name)
    await view("JSON")
    const json = named(document.querySelectorAll("label"), "Input as JSON").control.value
    await view("Code")
    const codes = []
    for (const language of ["curl", "TypeScript", "Python"]) {
      await press("Language", language)
      codes.push(document.querySelector("form pre").textContent)
    }
    await view("Form")
    const fields = [
      ...[...document.querySelectorAll("form label[for]:has(.font-mono)")].filter((one) => one.closest("fieldset") === null)
        .map((one) => [one, document.getElementById(one.htmlFor).value]),
      ...[...document.querySelectorAll("form fieldset:has(> legend .font-mono)")]
        .filter((one) => one.parentElement.closest("fieldset") === null).map((one) => [one.querySelector("legend"), null])
    ].map(([one, value]) => ({ name: one.querySelector(".font-mono").textContent, value }))
    return { json, codes, fields }
  })()`)

const isJsonOf = (text: string, value: unknown): boolean => {
  try {
    return JSON.stringify(JSON.parse(text)) === JSON.stringify(value)
  } catch {
    return false
  }
}

const isShownAs = (text: string, value: unknown): boolean => {
  if (value === undefined) return text === ""
  if (typeof value !== "object") return text === String(value) || isJsonOf(text, value)
  return (Array.isArray(value) && text === value.join("\n")) || isJsonOf(text, value)
}

const send = (page: Page) => page.getByRole("button", { name: "Send", exact: true }).click()

const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true })

const tricky = `It's "tea" \\ $HOME \`x\` ü 茶 🍵 </script> None True\ttab`

describe("the playground", needsBrowserHere, () => {
  let stage: Stage
  let operations: ReadonlyArray<Operation>

  const at = (operation: string, input?: Input) =>
    `/playground?operation=${operation}${input === undefined ? "" : `&input=${encodeURIComponent(JSON.stringify(input))}`}`

  beforeAll(async () => {
    stage = await openStage(openEmbedded)
    stage.site.show("menu", "Soup of the day: leek</p><h2>Drinks</h2><p>Tea costs 10 euro")
    operations = operationsOf(await stage.call<Description>("GET", "/openapi.json"))
  }, timeout)

  afterAll(async () => {
    await stage?.[Symbol.asyncDispose]()
  }, timeout)

  it("has a form, JSON and code of every operation, which are the same call", { timeout }, async () => {
    assert.isAbove(operations.length, 60)
    // Where it is narrow, operations are chosen from one list.
    await using shown = await stage.show({ width: 800 })
    const { page } = shown
    await shown.open("/playground")
    const picker = page.getByRole("combobox", { name: "Operation", exact: true })
    await picker.waitFor()
    assert.deepStrictEqual(
      (await picker.locator("option").evaluateAll((all) => all.map((one) => one.getAttribute("value") ?? ""))).sort(),
      operations.map(({ id }) => id).sort()
    )
    for (const one of operations) {
      const { codes, fields, json } = await viewsOf(page, one)
      const input = JSON.parse(json) as Input
      const said = saidBy(one, input, stage.server.url)
      const [curl, typescript, python] = await saidIn(...codes)
      assert.deepStrictEqual({ curl, typescript, python }, { curl: said, typescript: said, python: said }, one.id)
      const given: Json = { ...input.params, ...input.query, ...input.payload }
      assert.deepStrictEqual(
        fields
          .map(({ name }) => name)
          .filter((name) => name !== "payload")
          .sort(),
        [...one.names].sort(),
        one.id
      )
      for (const { name, value } of fields) {
        const expected = name === "payload" ? input.payload : given[name]
        assert.isTrue(value === null || isShownAs(value, expected), `${one.id}: ${name} is shown as ${value}`)
      }
    }
    assert.deepStrictEqual(shown.faults, [])
  })

  it("sends what its form and its code say, in whatever letters", { timeout }, async () => {
    await using shown = await stage.show()
    const { open, page } = shown
    await open(at("monitors.create", { payload: { target: { type: "page", url: stage.site.pageUrl("menu") } } }))
    const form = page.locator("form")
    await form.getByRole("textbox", { name: /^name\b/ }).fill(tricky)
    const input = await inputOf(page)
    assert.strictEqual(input.payload?.name, tricky)
    const said = await saidOf(page)
    const [request] = await Promise.all([
      page.waitForRequest((one) => one.method() === "POST" && one.url().endsWith("/v1/monitors")),
      send(page)
    ])
    const sent = {
      method: request.method(),
      url: request.url(),
      body: request.postDataJSON(),
      type: "application/json"
    }
    assert.deepStrictEqual(said, [sent, sent, sent])
    await page.getByText("answered 201").waitFor()
    // Values that every language writes in its own way.
    const payload = { url: tricky, flags: [true, false, null], none: [], empty: {}, at: { deep: [{ n: -1.5e-7 }] } }
    const query = { url: tricky, country: ["a", "b"], tags: ["red, blue", "x"], pdf: { ocr: true } }
    for (const [id, given] of [
      ["web.crawl", { payload }],
      ["web.markdown", { query }]
    ] as const) {
      await open(at(id))
      await view(page, "JSON")
      await page.getByLabel("Input as JSON").fill(JSON.stringify(given))
      const one = operations.find((each) => each.id === id) as Operation
      const meant = saidBy(one, given, stage.server.url)
      assert.deepStrictEqual(await saidOf(page), [meant, meant, meant])
    }
    assert.deepStrictEqual(shown.faults, [])
  })

  it("gives code that answers what the result shows", { timeout }, async () => {
    await using shown = await stage.show()
    const { open, page } = shown
    await open(at("web.markdown", { query: { url: stage.site.pageUrl("menu") } }))
    await view(page, "Code")
    await page.getByRole("button", { name: "TypeScript" }).click()
    const code = (await page.locator("form pre").textContent()) ?? ""
    const key = (stage.server.headers.authorization ?? "").replace("Bearer ", "")
    const answer = (await runTypeScript(code, fetch, key)) as { readonly markdown: string }
    await send(page)
    await tab(page, "Markdown").click()
    assert.strictEqual(await page.getByRole("tabpanel").locator("pre").textContent(), answer.markdown)
    await tab(page, "Page").click()
    await page.getByRole("tabpanel").getByRole("heading", { name: "Drinks" }).waitFor()
    for (const name of ["Tree", "JSON"]) {
      await tab(page, name).click()
      await page.getByRole("tabpanel").getByText("Tea costs 10 euro").first().waitFor()
    }
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save it" }).click()
    ])
    assert.isNull(await download.failure())
    assert.deepStrictEqual(shown.faults, [])
  })

  it("shows lists as tables, pages as pages that do nothing, and files that were given", { timeout }, async () => {
    await watch(stage, "listed", "Bread")
    await using shown = await stage.show()
    const { open, page } = shown
    await open(at("monitors.list", { query: { q: "listed" } }))
    await send(page)
    await tab(page, "Table").click()
    await page.getByRole("tabpanel").getByRole("cell", { name: "Page listed" }).waitFor()
    await open(at("web.html", { query: { url: stage.site.pageUrl("menu") } }))
    await send(page)
    await tab(page, "As a page").click()
    await page.frameLocator("iframe").getByText("Tea costs 10 euro").waitFor()
    await open(at("web.parse", { query: { extension: "md" } }))
    const sending = page.getByRole("button", { name: "Send", exact: true })
    assert.isTrue(await sending.isDisabled())
    await page
      .getByLabel("File", { exact: true })
      .setInputFiles({ name: "a.md", mimeType: "text/markdown", buffer: Buffer.from("# Of a file\n\nWords of it\n") })
    await sending.click()
    await page.getByRole("tabpanel").getByRole("heading", { name: "Of a file" }).waitFor()
    await page.getByText("1 call before").waitFor()
    assert.deepStrictEqual(shown.faults, [])
  })

  it("says which field is wrong, here and as the API says it, and sends nothing that is no JSON", {
    timeout
  }, async () => {
    await using shown = await stage.show()
    const { open, page } = shown
    const asked: Array<string> = []
    page.on("request", (request) => asked.push(request.url()))
    const calls = () => asked.filter((url) => url.includes("/v1/web/")).length
    await open(at("web.markdown"))
    const address = page.getByRole("textbox", { name: /^Address url/ })
    await address.fill("nonsense")
    await send(page)
    const refused = page.getByRole("region", { name: "Result" }).getByRole("alert")
    await refused.getByText(/^Address: /).waitFor()
    assert.strictEqual(await address.getAttribute("aria-invalid"), "true")
    const why = (await address.getAttribute("aria-describedby")) ?? ""
    assert.include((await refused.textContent()) ?? "", (await page.locator(`[id="${why}"]`).textContent()) ?? "?")
    await assertAccessible(page)
    // What is typed anew is not what was refused.
    await address.fill(stage.site.pageUrl("menu"))
    assert.isNull(await address.getAttribute("aria-invalid"))
    // A field that is folded away is shown when it is refused.
    await view(page, "JSON")
    const json = page.getByLabel("Input as JSON")
    await json.fill(JSON.stringify({ query: { url: stage.site.pageUrl("menu"), waitForMs: 900_000 } }))
    await view(page, "Form")
    const before = calls()
    await send(page)
    const wait = page.getByRole("spinbutton", { name: /^waitForMs/ })
    await wait.waitFor()
    assert.isTrue(await wait.evaluate((one) => one.matches(":invalid") && one === document.activeElement))
    // What is no JSON is said beside it and not sent, by the button or by keyboard.
    await view(page, "JSON")
    await json.fill('{"query": ')
    await page.getByRole("alert").getByText("This is no JSON.").waitFor()
    await send(page)
    await json.press("Control+Enter")
    assert.strictEqual(calls(), before)
    await json.fill(JSON.stringify({ query: { url: stage.site.pageUrl("menu") } }))
    await json.press("Control+Enter")
    await page.getByText("answered 200").waitFor()
    assert.deepStrictEqual(shown.faults, [])
  })

  it("keeps operation, input and view in the address, without what is secret", { timeout }, async () => {
    await using shown = await stage.show()
    const { open, page } = shown
    await open(at("web.markdown"))
    const address = page.getByRole("textbox", { name: /^Address url/ })
    await address.fill(stage.site.pageUrl("menu"))
    await view(page, "JSON")
    const input = { query: { url: stage.site.pageUrl("menu"), headers: { authorization: "Bearer hush" } } }
    await page.getByLabel("Input as JSON").fill(JSON.stringify(input))
    await page.waitForURL(/view=json/)
    assert.notInclude(decodeURIComponent(page.url()), "hush")
    await page.reload()
    assert.deepStrictEqual(await inputOf(page), { query: { url: stage.site.pageUrl("menu") } })
    await page.getByRole("navigation", { name: "Operation" }).getByRole("button", { name: "Page as HTML" }).click()
    await page.getByRole("heading", { level: 2, name: "Page as HTML" }).waitFor()
    assert.include(page.url(), "operation=web.html&view=json")
    await page.goBack()
    assert.deepStrictEqual(await inputOf(page), { query: { url: stage.site.pageUrl("menu") } })
    assert.deepStrictEqual(shown.faults, [])
  })

  it("is worked by keyboard alone, and asks before it destroys", { timeout }, async () => {
    const { id } = await watch(stage, "spare", "Nothing")
    await using shown = await stage.show()
    const { open, page } = shown
    await open("/keys")
    await page.getByRole("heading", { level: 1, name: "Keys" }).waitFor()
    await page.keyboard.press("g")
    await page.keyboard.press("p")
    await page.getByRole("searchbox", { name: "Find an operation" }).waitFor()
    await page.keyboard.press("/")
    await page.keyboard.type("remove a monitor")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { level: 2, name: "Remove a monitor" }).waitFor()
    const field = page.getByRole("textbox", { name: /^monitor_id/ })
    while (!(await field.evaluate((one) => one === document.activeElement))) await page.keyboard.press("Tab")
    await page.keyboard.press("Control+a")
    await page.keyboard.type(id)
    await page.keyboard.press("Control+Enter")
    const dialog = page.getByRole("dialog", { name: "Remove a monitor" })
    await dialog.getByText("This cannot be taken back.").waitFor()
    await page.keyboard.press("Escape")
    await dialog.waitFor({ state: "detached" })
    assert.strictEqual((await stage.call<{ id: string }>("GET", `/v1/monitors/${id}`)).id, id)
    await page.keyboard.press("Control+Enter")
    await dialog.getByRole("button", { name: "Send" }).focus()
    await page.keyboard.press("Enter")
    await page.getByRole("tablist", { name: "Result" }).waitFor()
    const tabs = page.getByRole("tablist", { name: "Result" }).getByRole("tab")
    await tabs.first().focus()
    await page.keyboard.press("ArrowRight")
    assert.strictEqual(await tabs.nth(1).getAttribute("aria-selected"), "true")
    const gone = await fetch(`${stage.server.url}/v1/monitors/${id}`, { headers: stage.server.headers })
    assert.strictEqual(gone.status, 404)
    assert.deepStrictEqual(shown.faults, [])
  })

  it("shows a hostile page as text, and asks no other host for anything of it", { timeout }, async () => {
    const own = "window.owned=top.owned=1"
    const arrived: Array<string | undefined> = []
    await using elsewhere = await listen(
      createServer((request, response) => {
        arrived.push(request.url)
        response.end()
      })
    )
    stage.site.show(
      "hostile",
      `Tea {{7*7}} <img src="${elsewhere.url}/pixel.png" onerror="${own}"><script>${own}</script>
      &lt;img src=x onerror="${own}"&gt; <a href="javascript:${own}">a way</a>
      <style>*{background:url(${elsewhere.url}/ground)}</style>`
    )
    await using shown = await stage.show()
    const { open, page } = shown
    for (const one of ["web.markdown", "web.html", "web.images"]) {
      await open(at(one, { query: { url: stage.site.pageUrl("hostile") } }))
      await send(page)
      await page.getByRole("tabpanel").waitFor()
      for (const shownAs of await page.getByRole("tab").all()) {
        await shownAs.click()
        assert.strictEqual(await page.locator("main :is(img, script, style, [onerror])").count(), 0)
        assert.strictEqual(await page.locator("main a[href^='javascript:']").count(), 0)
      }
      assert.isTrue(await page.evaluate("globalThis.owned === undefined"), one)
    }
    await open(at("web.markdown", { query: { url: stage.site.pageUrl("hostile") } }))
    await send(page)
    await page.getByRole("tabpanel").getByText("Tea {{7*7}}").waitFor()
    // The frame refuses its scripts and its pictures, of which the browser may tell as of requests: nobody was asked.
    assert.deepStrictEqual(arrived, [])
  })

  it("makes monitors of results: of a site's data with its schema and words", { timeout }, async () => {
    const schema = { type: "object", properties: { soup: { type: "string" } } }
    const payload = { url: stage.site.pageUrl("menu"), schema, instructions: "Soup of the day", maxPages: 3 }
    await using shown = await stage.show()
    const { open, page } = shown
    await open(at("extraction.extract", { payload }))
    await send(page)
    await page.getByText("answered 200").waitFor()
    await page.getByRole("button", { name: "Make this a monitor" }).click()
    const dialog = page.getByRole("dialog", { name: "What should be watched?" })
    await dialog.getByRole("link", { name: /data from it$/ }).waitFor()
    await assertAccessible(page)
    await dialog.getByRole("link", { name: /data from it$/ }).click()
    await page.getByRole("heading", { level: 1, name: "Watch something" }).waitFor()
    await page.reload()
    assert.strictEqual(await page.getByLabel("What do you want to know?").inputValue(), payload.instructions)
    assert.deepStrictEqual(JSON.parse(await page.getByLabel("Its shape (JSON Schema)").inputValue()), schema)
    // What is no JSON is not saved.
    const shape = page.getByLabel("Its shape (JSON Schema)")
    await shape.fill("{")
    await page.getByRole("button", { name: "Watch it" }).click()
    await page.getByRole("alert").getByText("This is no JSON.").waitFor()
    await shape.fill(JSON.stringify(schema))
    await page.getByRole("button", { name: "Watch it" }).click()
    await page.waitForURL(/\/monitors\/[^/?]+$/)
    const id = new URL(page.url()).pathname.split("/").at(-1)
    const { target } = await stage.call<{ target: Json }>("GET", `/v1/monitors/${id}`)
    assert.deepInclude(target, { type: "extract", url: payload.url, instructions: payload.instructions })
    assert.deepInclude(target, { schema, max_pages: 3 })
    assert.deepStrictEqual(shown.faults, [])
  })

  it("makes monitors of results: of a hit of a search, whoever wrote its title", { timeout }, async () => {
    const title = `<img src=x onerror="window.owned=1"> Menu`
    const urls = [stage.site.pageUrl("menu"), "javascript:window.owned=1"]
    await using shown = await stage.show()
    const { open, page } = shown
    await page.route("**/v1/web/search", (route) =>
      route.fulfill({ json: { query: "menu", results: urls.map((url) => ({ url, title })) } })
    )
    await open(at("search.search", { payload: { query: "menu" } }))
    await send(page)
    await page.getByRole("link", { name: "Make this a monitor" }).click()
    await page.getByRole("heading", { level: 1, name: "Watch something" }).waitFor()
    assert.strictEqual(await page.getByLabel("Name", { exact: true }).inputValue(), title)
    await page.getByRole("button", { name: "Look at it now" }).click()
    await page.getByRole("region", { name: "What is watched" }).getByText("Soup of the day: leek").waitFor()
    assert.isTrue(await page.evaluate("globalThis.owned === undefined"))
    assert.deepStrictEqual(shown.faults, [])
  })

  it("says on cards who says what and as of when, and leads there without a word of itself", { timeout }, async () => {
    await using shown = await stage.show()
    const { open, page } = shown
    const from = "https://tern.example/team"
    const answer = async (id: string, path: string, json: unknown) => {
      await page.route(path, (route) => route.fulfill({ json }))
      await open(at(id))
      await send(page)
      await page.getByRole("tabpanel").waitFor()
    }
    const fieldOf = (name: string) =>
      page
        .getByRole("article")
        .locator("dl > div")
        .filter({ has: page.getByText(name, { exact: true }) })
    await answer("people.enrich", "**/v1/people/**", {
      match: {
        status: "candidate",
        score: 72,
        person: {
          name: { full: "<b>Ada</b>" },
          email: "ada@tern.example",
          location: { city: "Kiel" },
          checked_at: new Date(Date.now() - 3_600_000).toISOString()
        }
      },
      evidence: [
        { clue: "email", weight: 40, source: "page", url: from },
        { clue: "location", weight: 10, source: "page", url: "javascript:window.owned=1" }
      ]
    })
    await fieldOf("email")
      .getByText(/from page .*as of 1 hr?\.? ago/)
      .waitFor()
    const link = fieldOf("email").getByRole("link", { name: from })
    assert.strictEqual(await link.getAttribute("rel"), "noopener noreferrer nofollow")
    assert.strictEqual(await fieldOf("location").getByRole("link").count(), 0)
    assert.strictEqual(await fieldOf("name").getByText("from").count(), 0)
    await assertAccessible(page)
    const kept = { status: "hit", age_ms: 2 * 86_400_000 }
    await answer("products.product", "**/v1/**/product*", {
      product: { name: "Tern", price: 20, url: "https://tern.example/pro" },
      cache_metadata: kept
    })
    await page
      .getByRole("article")
      .getByText(/^All of it from .*as of 2 days ago$/)
      .waitFor()
    await answer("brands.retrieve", "**/v1/brand/**", {
      brand: { domain: "tern.example", title: "Tern", slogan: "Far" },
      cache_metadata: kept
    })
    await page.getByRole("article").getByRole("link", { name: "https://tern.example" }).waitFor()
    assert.deepStrictEqual(shown.faults, [])
  })

  it("says that an answer is a kept copy and how old, and reads it fresh", { timeout }, async () => {
    stage.site.show("stock", "Herring: visit {{visits}}")
    await using shown = await stage.show()
    const { open, page } = shown
    await open(at("web.markdown", { query: { url: stage.site.pageUrl("stock"), maxAgeMs: 3_600_000 } }))
    await send(page)
    const first = page.getByRole("tabpanel").getByText(/Herring: visit \d+/)
    const read = (await first.textContent()) ?? ""
    assert.strictEqual(await page.getByText("A kept copy").count(), 0)
    await send(page)
    await page.getByText(/^A kept copy, \d+ seconds? old\.$/).waitFor()
    assert.strictEqual(await first.textContent(), read)
    await assertAccessible(page)
    await page.getByRole("button", { name: "Read it fresh" }).click()
    await page.getByText("A kept copy").waitFor({ state: "detached" })
    await first.waitFor()
    assert.notStrictEqual(await first.textContent(), read)
    // The form stays as it was: what it says is of the next call.
    assert.deepInclude((await inputOf(page)).query, { maxAgeMs: 3_600_000 })
    // One that takes no age is not asked for anew.
    await page.route("**/v1/brand/retrieve", (route) =>
      route.fulfill({
        json: { brand: { domain: "tern.example" }, cache_metadata: { status: "hit", age_ms: 7_200_000 } }
      })
    )
    for (const [payload, count] of [
      [{ type: "by_direct_url", direct_url: "https://tern.example/" }, 0],
      [{ type: "by_domain", domain: "tern.example" }, 1]
    ] as const) {
      await open(at("brands.retrieve", { payload }))
      await send(page)
      await page.getByText("A kept copy, 2 hours old.").waitFor()
      assert.strictEqual(await page.getByRole("button", { name: "Read it fresh" }).count(), count)
    }
    assert.deepStrictEqual(shown.faults, [])
  })

  it("shows which sites could not be read for a search and an answer", { timeout }, async () => {
    const unread = [
      { url: "https://closed.example/", error_code: "WEBSITE_BLOCKED", message: "It refused <b>us</b>." },
      { url: "javascript:window.owned=1", error_code: "WEBSITE_NOT_FOUND", message: "There is none." }
    ]
    await using shown = await stage.show()
    const { open, page } = shown
    const results = [{ url: "https://open.example/", title: "Open" }]
    for (const [id, path, json] of [
      ["search.search", "**/v1/web/search", { query: "tern", results, unread }],
      ["search.search", "**/v1/web/search", { query: "tern", results: [], unread }],
      ["answers.answers", "**/v1/web/answers", { json_content: { price: "20" }, evidence: [], unread }]
    ] as const) {
      await page.route(path, (route) => route.fulfill({ json }))
      await open(at(id))
      await send(page)
      const told = page.getByRole("region", { name: "2 sites could not be read" })
      await told.getByRole("link", { name: "https://closed.example/" }).waitFor()
      await told.getByText("It refused <b>us</b>.").waitFor()
      assert.strictEqual(await told.getByRole("link").count(), 1)
      await page.unroute(path)
    }
    assert.isTrue(await page.evaluate("globalThis.owned === undefined"))
    assert.deepStrictEqual(shown.faults, [])
  })

  it("reads addresses without a scheme, and leaves all other texts as they are", { timeout }, async () => {
    await using shown = await stage.show()
    const { open, page } = shown
    const bare = stage.site.pageUrl("menu").replace("http://", "")
    await open(at("web.markdown", { query: { url: bare } }))
    await send(page)
    await page.getByRole("tabpanel").getByText("Soup of the day").waitFor()
    assert.strictEqual(await page.getByLabel(/^Address/).inputValue(), `http://${bare}`)
    const sent = async (id: string, path: string, input: Input): Promise<unknown> => {
      await page.route(path, (route) => route.fulfill({ json: { ok: true } }))
      await open(at(id, input))
      const [request] = await Promise.all([page.waitForRequest(path), send(page)])
      await page.unroute(path)
      return request.postDataJSON()
    }
    const schema = { type: "object", properties: { url: { type: "string", description: "example.com" } } }
    assert.deepStrictEqual(
      await sent("extraction.extract", "**/v1/web/extract", { payload: { url: "example.com/a", schema } }),
      { url: "https://example.com/a", schema }
    )
    const target = { type: "page", url: "example.com", include_selectors: ["example.com"] }
    const payload = { name: "example.com", target, webhook: { url: "hooks.example.com/x" } }
    assert.deepStrictEqual(await sent("monitors.create", "**/v1/monitors", { payload }), {
      ...payload,
      target: { ...target, url: "https://example.com" },
      webhook: { url: "https://hooks.example.com/x" }
    })
    const answers = { task: "example.com", json_format: { url: "example.com" } }
    assert.deepStrictEqual(await sent("answers.answers", "**/v1/web/answers", { payload: answers }), answers)
    assert.deepStrictEqual(shown.faults, [])
  })

  it("can be read by everybody, wide and narrow, in another language", { timeout }, async () => {
    await using wide = await stage.show()
    await wide.open(at("web.markdown", { query: { url: stage.site.pageUrl("menu") } }))
    await send(wide.page)
    await wide.page.getByRole("tabpanel").waitFor()
    await assertAccessible(wide.page)
    await using narrow = await stage.show({ width: 360, height: 740, locale: "de-DE" })
    await narrow.open(at("web.markdown", { query: { url: stage.site.pageUrl("menu") } }))
    for (const name of ["JSON", "Code", "Formular"]) {
      await narrow.page.getByRole("button", { name, exact: true }).click()
      await assertAccessible(narrow.page)
      await assertFits(narrow.page)
    }
  })
})
