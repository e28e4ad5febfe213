import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { needsBrowserHere } from "../../../test/setup/browser.ts"
import { needing } from "../../../test/setup/needs.ts"
import { assertAccessible, assertFits, openStage, type Stage, storagesOf } from "./support/Stage.ts"

const timeout = 120_000

interface Batches {
  readonly data: ReadonlyArray<{ readonly id: string; readonly input: { readonly submitted: number | null } }>
}

for (const [name, open] of await storagesOf("work")) {
  describe(`crawls and batches on ${name}`, { ...needsBrowserHere, ...needing({ Postgres: open !== null }) }, () => {
    let stage: Stage

    beforeAll(async () => {
      if (open === null) return
      stage = await openStage(open)
    }, timeout)

    afterAll(async () => {
      await stage?.[Symbol.asyncDispose]()
    }, timeout)

    it("are begun once from a table, read, and what failed is read again alone", { timeout }, async () => {
      await using shown = await stage.show()
      const { open, page } = shown
      await open("/work")
      await page.getByText("No batch and no crawl was begun.").waitFor()
      await page.getByRole("link", { name: "New batch or crawl" }).first().click()
      const urls = ["tea", "coffee", "missing"].map((one) => stage.site.pageUrl(one))
      await page.locator("input[type=file]").setInputFiles({
        name: "pages.csv",
        mimeType: "text/csv",
        buffer: Buffer.from(`sku,link\n${urls.map((url, at) => `${at},${url}`).join("\n")}\n`)
      })
      await page.getByLabel("Column of the addresses").waitFor()
      await page.getByText("3 pages: 3 credits at most.").waitFor()
      await page.getByRole("button", { name: "Begin", exact: true }).dblclick()
      await page.getByText("2 done, 1 failed, 0 still to come").waitFor()
      assert.strictEqual((await stage.call<Batches>("GET", "/v1/batch/list")).data.length, 1)
      const causes = page.getByRole("region", { name: "What failed, by its cause" })
      await causes.getByRole("link", { name: urls[2] ?? "" }).waitFor()
      await page.getByRole("region", { name: "By host" }).getByRole("row").nth(1).waitFor()
      // The text of a page is read here, and no code alone says why one could not be.
      await causes.getByText("The page is not there").waitFor()
      const pages = page.getByRole("region", { name: "Pages that were read" })
      await pages.getByRole("listitem").nth(1).waitFor()
      assert.strictEqual(await pages.getByRole("listitem").count(), 2)
      assert.strictEqual(await pages.getByRole("region").count(), 0)
      await pages
        .getByText(urls[0] ?? "")
        .first()
        .click()
      await pages
        .getByRole("region", { name: urls[0] ?? "" })
        .getByText(/\w/)
        .waitFor()
      await page.getByText(/^kittiwake batch results batch_\w+ --output pages$/).waitFor()
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("region", { name: "Results" }).getByRole("link").click()
      ])
      assert.isNull(await download.failure())
      await page.getByRole("link", { name: "Read again what failed" }).click()
      await page.getByText("1 page could not be read.").waitFor()
      await page.getByRole("button", { name: "Begin", exact: true }).click()
      await page.getByText("0 done, 1 failed, 0 still to come").waitFor()
      const { data } = await stage.call<Batches>("GET", "/v1/batch/list")
      assert.deepStrictEqual(
        data.map(({ input }) => input.submitted),
        [1, 3]
      )
      await open("/work")
      for (const { id } of data) await page.getByRole("link", { name: `Pages · ${id}` }).waitFor()
      await open("/work?status=cancelled")
      await page.getByText("No batch is like this.").waitFor()
      assert.deepStrictEqual(shown.faults, [])
    })

    it("say what was left out and why, what they read, and their tags", { timeout }, async () => {
      await using shown = await stage.show()
      const { open, page } = shown
      const tea = stage.site.pageUrl("tea")
      const wrong = Array.from({ length: 100 }, (_, n) => ({ url: `ftp://example.com/${n}` }))
      const urls = [{ url: tea }, { url: tea }, { url: "javascript:document.title='owned'" }, ...wrong]
      const input = { mode: "scrape", data: { format: "markdown", urls } }
      const tags = ["spring <b>catalog</b>", "x".repeat(50)]
      const { id } = await stage.call<{ readonly id: string }>("POST", "/v1/batch/submit", { input, tags })
      await open(`/work/${id}`)
      const left = page.getByRole("region", { name: "Left out" })
      await left.getByText("1 address was there already and is read once.").waitFor()
      await left.getByText("101 entries cannot be fetched, and cost nothing:").waitFor()
      await left.getByText("The first 100 of 101 are kept.").waitFor()
      assert.strictEqual(await left.getByRole("listitem").count(), 100)
      const first = left.getByRole("listitem").first()
      await first.getByText("javascript:document.title='owned'").waitFor()
      assert.isAbove(((await first.textContent()) ?? "").length, "javascript:document.title='owned'".length + 10)
      assert.strictEqual(await left.getByRole("link").count(), 0)
      await page.getByText("103 addresses").waitFor()
      await page.getByRole("listitem").filter({ hasText: "spring <b>catalog</b>" }).waitFor()
      const source = { type: "start_url", url: `${stage.site.pageUrl("tea")}?from=here`, controls: { maxUrls: 1 } }
      const crawl = { mode: "crawl", data: { format: "markdown", source } }
      const begun = await stage.call<{ readonly id: string }>("POST", "/v1/batch/submit", { input: crawl })
      await open(`/work/${begun.id}`)
      await page.getByRole("link", { name: source.url }).waitFor()
      assert.strictEqual(await page.getByRole("region", { name: "Left out" }).count(), 0)
      await open("/work")
      await page.getByRole("link", { name: /Crawl · .*tea\?from=here/ }).waitFor()
      for (const one of [id, begun.id]) {
        await page.goto(`${stage.server.url}/app/work/${one}`)
        await page.getByText(/^1 done/).waitFor()
        await stage.call("DELETE", `/v1/batch/${one}`)
      }
      assert.deepStrictEqual(shown.faults, [])
    })

    it("find what failed of a large batch wherever it stands", { timeout }, async () => {
      await using shown = await stage.show()
      const { open, page } = shown
      const read = Array.from({ length: 600 }, (_, n) => ({ url: `${stage.site.pageUrl("tea")}?n=${n}` }))
      const missing = stage.site.pageUrl("missing-at-the-end")
      const input = { mode: "scrape", data: { format: "markdown", urls: [...read, { url: missing }] } }
      const { id } = await stage.call<{ readonly id: string }>("POST", "/v1/batch/submit", { input })
      await open(`/work/${id}`)
      await page.getByText("600 done, 1 failed, 0 still to come").waitFor()
      const causes = page.getByRole("region", { name: "What failed, by its cause" })
      await causes.getByRole("link", { name: missing }).waitFor()
      const hosts = page.getByRole("region", { name: "By host" })
      await hosts.getByRole("row").nth(1).waitFor()
      assert.strictEqual(await hosts.getByRole("row").count(), 2)
      assert.deepStrictEqual(await hosts.getByRole("columnheader").allTextContents(), ["Host", "Failed"])
      await page.getByRole("link", { name: "Read again what failed" }).click()
      await page.getByText("1 page could not be read.").waitFor()
      await stage.call("DELETE", `/v1/batch/${id}`)
      assert.deepStrictEqual(shown.faults, [])
    })

    if (name === "SQLite")
      it("keep what is chosen for a crawl in the address, and are cancelled after that was meant", {
        timeout
      }, async () => {
        const gone = Promise.withResolvers<void>()
        stage.site.hold("slow", gone.promise)
        await using shown = await stage.show()
        const { open, page } = shown
        await open("/work/new")
        await page.getByRole("button", { name: "A site, by its links" }).click()
        await page.getByLabel("Begin at").fill(stage.site.pageUrl("slow"))
        await page.getByLabel("Pages at most").fill("7")
        await page.getByText("Up to 7 pages: 7 credits reserved.").waitFor()
        await page.waitForURL(/kind=crawl.*max=/)
        await page.reload()
        await page.getByText("Up to 7 pages: 7 credits reserved.").waitFor()
        await page.getByRole("button", { name: "Begin", exact: true }).click()
        await page.getByRole("button", { name: "Cancel it" }).click()
        await page.getByRole("dialog").getByRole("button", { name: "Cancel it" }).click()
        await page.getByText(/^(being cancelled|cancelled)$/).waitFor()
        gone.resolve()
        await page.getByText("cancelled", { exact: true }).waitFor()
        assert.deepStrictEqual(shown.faults, [])
      })

    if (name === "SQLite")
      it("can be read by everybody, wide and narrow", { timeout }, async () => {
        const { data } = await stage.call<Batches>("GET", "/v1/batch/list")
        const batchId = data.at(-1)?.id
        await using wide = await stage.show()
        await using narrow = await stage.show({ width: 360, height: 740, locale: "de-DE" })
        for (const [path, seen, gesehen] of [
          ["/work", "done", "fertig"],
          ["/work/new?kind=crawl", "Begin at", "Beginnen bei"],
          ["/work/new", "Addresses, one a line", "Adressen, eine je Zeile"],
          [`/work/${batchId}`, "By host", "Nach Host"]
        ] as const) {
          for (const [{ open, page }, text] of [
            [wide, seen],
            [narrow, gesehen]
          ] as const) {
            await open(path)
            await page.getByText(text, { exact: true }).last().waitFor()
            await assertAccessible(page)
            await assertFits(page)
          }
        }
      })
  })
}
