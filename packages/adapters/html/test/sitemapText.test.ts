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
