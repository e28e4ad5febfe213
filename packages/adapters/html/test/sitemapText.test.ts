/** How much more a text lists than is read of it. */
import { assert, describe, it } from "@effect/vitest"
import { readText } from "../src/sitemapText.ts"

const beyond = (text: string, most: number) => {
  const read = readText(text, most, 10)
  return read === null ? null : [read.entries.length + read.children.length, read.countBeyond()]
}

const urls = Array.from({ length: 5 }, (_, n) => `https://a.example/${n}`)

describe("a text that lists more than is read", () => {
  const texts: Readonly<Record<string, string>> = {
    "a sitemap": `<urlset>${urls.map((url) => `<url><loc>${url}</loc><image:image><image:loc>${url}</image:loc></image:image></url>`).join("")}</urlset>`,
    "a sitemap with a prefix": `\ufeff<s:urlset>${urls.map((url) => `<s:url ><s:loc>${url}</s:loc></s:url>`).join("\n")}</s:urlset>`,
    "an index": `<sitemapindex>${urls.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join("")}</sitemapindex>`,
    "a feed": `<rss><channel><link>/</link>${urls.map((url) => `<item><link>${url}</link></item>`).join("")}</channel></rss>`,
    "a list": `${urls.join("\r\n")}\n# the end\n`
  }
  for (const [what, text] of Object.entries(texts)) {
    it(`says how much more, of ${what}`, () => {
      assert.deepStrictEqual(beyond(text, 2), [2, 3])
      assert.deepStrictEqual(beyond(text, 5), [5, 0])
      assert.deepStrictEqual(beyond(text, 9), [5, 0])
    })
  }
})

/** What is as long as some pieces in which a text is read, wherever those end. */
const longUrls = Array.from({ length: 30_000 }, (_, n) => `https://a.example/${"żó".repeat(n % 7)}/${n}`)

describe("a long text that lists more than is read", () => {
  const texts: Readonly<Record<string, string>> = {
    "a sitemap": `<urlset>${longUrls.map((url, n) => `<url${" ".repeat(n % 5)}><loc>${url}</loc></url>`).join("")}</urlset>`,
    "a list": longUrls.join("\r\n"),
    "a list with long lines in between": longUrls
      .map((url, n) => (n % 9_000 === 1 ? `${url}/${"x".repeat(600_000)}` : url))
      .join("\n")
  }
  for (const [what, text] of Object.entries(texts)) {
    it(`says how much more, and reads its bytes as its text, of ${what}`, () => {
      const encoded = (charset: string, bytes: Uint8Array) => ({ charset, bytes })
      const utf16 = new Uint8Array(Uint16Array.from(text, (character) => character.charCodeAt(0)).buffer)
      for (const given of [text, encoded("utf-8", new TextEncoder().encode(text)), encoded("utf-16le", utf16)]) {
        const read = readText(given, 1_000, 10)
        assert.deepStrictEqual(
          read?.entries.map(({ url }) => url.replace(/\/x+$/, "")),
          longUrls.slice(0, 1_000)
        )
        assert.strictEqual(read?.countBeyond(), longUrls.length - 1_000)
        assert.lengthOf(readText(given, 100_000, 10)?.entries ?? [], longUrls.length)
      }
    })
  }
})
