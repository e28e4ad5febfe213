import { assert, describe, it, vi } from "@effect/vitest"
import { hasLongHost, isUrl, maxLinkLength, parseUrl } from "../../src/security/domain/parseUrl.ts"

/** As many different letters. */
const letters = (count: number): string =>
  Array.from({ length: count }, (_, index) => String.fromCodePoint(0x4e00 + ((index * 7_919) % 20_000))).join("")

/** What the parser is given while `work` goes on. */
const parsedBy = (work: () => unknown): ReadonlyArray<unknown> => {
  const parse = vi.spyOn(URL, "parse")
  try {
    work()
    return parse.mock.calls.map(([address]) => address)
  } finally {
    parse.mockRestore()
  }
}

describe("an address", () => {
  it("whose host is longer than any name is none, however it is written, and no parser sees it", () => {
    const long = letters(2_000)
    const hosts = [long, encodeURIComponent(long), `${"a".repeat(999)}.${long}`, `a${"\u0301\u0323".repeat(1_000)}`]
    const spellings = (host: string) => [
      `http://${host}`,
      `HTTPS://${host}/path?x=y#z`,
      ` \n\u0001http:${host}`,
      `http:/\\//${host}`,
      `ht\ttp:/\n/${host}`,
      `//${host}/`,
      `\\/${host}`,
      `/\t/${host}`,
      `https://name:word@${host}:8080`,
      `https://${"n".repeat(5_000)}@${host}`,
      `wss://${host}`,
      `ftp://${host}`,
      `file://${host}/x`,
      `http://${host.slice(0, 500)}\n\t${host}`
    ]
    for (const address of hosts.flatMap(spellings)) {
      const said = JSON.stringify(address.slice(0, 60))
      assert.isTrue(hasLongHost(address), said)
      const seen = parsedBy(() => assert.isNull(parseUrl(address, "https://shop.example/"), said))
      assert.deepStrictEqual(seen, [], said)
    }
  })

  it("with a host that may be one is parsed as ever, whatever stands before and behind it", () => {
    const base = "https://shop.example/a/"
    const label = "bücher-und-mehr"
    const words = letters(800)
    const fine = [
      "https://shop.example/",
      `https://${Array(15).fill(label).join(".")}/`,
      `https://${encodeURIComponent(Array(8).fill("書籍と雑誌").join("."))}/`,
      `https://${"a".repeat(63)}.${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(61)}/`,
      `https://shop.example/${words}`,
      `https://shop.example?${words}`,
      `https://shop.example#${words}`,
      `https://shop.example\\${words}`,
      `https://${"n".repeat(2_000)}:${"w".repeat(2_000)}@shop.example/`,
      words,
      `/${words}`,
      `?${words}`,
      `mailto:${words}@shop.example`,
      `data:text/plain,${words}`,
      `tel:${"1".repeat(2_000)}`,
      "",
      "https://",
      "//"
    ]
    for (const address of fine) {
      const said = address.slice(0, 60)
      assert.isFalse(hasLongHost(address), said)
      assert.strictEqual(parseUrl(address, base)?.href, URL.parse(address, base)?.href, said)
      assert.strictEqual(parseUrl(address)?.href, URL.parse(address)?.href, said)
    }
    assert.strictEqual(parseUrl("https://bücher.example/")?.hostname, "xn--bcher-kva.example")
  })

  it("has a longest form, as it is written, as what it is relative to, and with its letters escaped", () => {
    const base = "https://shop.example/"
    const most = maxLinkLength - base.length
    const path = "a".repeat(most)
    assert.strictEqual(parseUrl(`${base}${path}`)?.href.length, maxLinkLength)
    assert.strictEqual(parseUrl(path, base)?.href.length, maxLinkLength)
    const longer: ReadonlyArray<readonly [string, string?]> = [
      [`${base}${path}a`],
      [`${path}a`, base],
      [`/${"ä".repeat(2_000)}`, base],
      ["b", `${base}${path}/`],
      ["", `${base}${path}a`],
      ["https://other.example/", `${base}${"a".repeat(2_000_000)}`],
      [" ".repeat(2_000_000), base],
      [`${base}?${"x=1&".repeat(1_000_000)}`]
    ]
    for (const [address, from] of longer) {
      assert.isNull(parseUrl(address, from), `${address.slice(0, 40)} from ${from?.slice(0, 40)}`)
    }
    assert.isTrue(isUrl(`${base}${path}`))
    assert.isFalse(isUrl(`${base}${path}a`))
  })
})
