import { assert, describe, it, vi } from "@effect/vitest"
import { Addresses } from "../src/Addresses.ts"

/** As many letters, of which few are alike. */
const letters = (count: number): string =>
  Array.from({ length: count }, (_, index) => String.fromCodePoint(0x4e00 + ((index * 7_919) % 20_000))).join("")

describe("an address on a page", () => {
  it("with a host that is longer than any name is none, and no parser sees it", () => {
    const addresses = new Addresses("https://shop.example/a/")
    const parse = vi.spyOn(URL, "parse")
    for (const host of [letters(2_000), letters(8_000), encodeURIComponent(letters(800))]) {
      for (const address of [`http://${host}/`, `//${host}`, ` https:\\\\x@${host}`]) {
        assert.isUndefined(addresses.page(address))
        assert.isUndefined(addresses.link(address))
        assert.isUndefined(addresses.picture(address))
      }
    }
    const seen = parse.mock.calls.length
    parse.mockRestore()
    assert.strictEqual(seen, 0)
  })

  it("is long in its path, its query and what stands before the host all the same", () => {
    const addresses = new Addresses("https://shop.example/a/")
    const long = letters(800)
    for (const address of [
      long,
      `/${long}`,
      `?${long}`,
      `https://other.example/${long}`,
      `https://${long}@other.example/`
    ]) {
      assert.strictEqual(addresses.page(address), new URL(address, "https://shop.example/a/").href)
    }
    assert.strictEqual(addresses.page("//bücher.example/ü"), "https://xn--bcher-kva.example/%C3%BC")
  })

  it("is none where a page that says it stands at a long address has had millions of characters of it", () => {
    const addresses = new Addresses(`https://shop.example/${"a".repeat(8_000)}/`)
    const read = Array.from({ length: 10_000 }, (_, index) => addresses.page(`p${index}`))
    const found = read.flatMap((address) => address ?? [])
    const bytes = found.reduce((sum, { length }) => sum + length, 0)
    // Some hundred characters for each of the ten thousand, and not eight thousand.
    assert.isAbove(bytes, 1_500_000)
    assert.isBelow(bytes, 2_000_000)
    const usual = new Addresses(`https://shop.example/${"deals/".repeat(20)}`)
    assert.lengthOf(Array.from({ length: 50_000 }, (_, index) => usual.page(`p${index}`) ?? []).flat(), 50_000)
    const anchors = new Addresses(`https://shop.example/?from=${"a".repeat(1_000)}`)
    assert.lengthOf(Array.from({ length: 120 }, (_, index) => anchors.link(`#part-${index}`) ?? []).flat(), 120)
    const honest = new Addresses("https://shop.example/deals/")
    assert.lengthOf(Array.from({ length: 200_000 }, (_, index) => honest.page(`p${index}`) ?? []).flat(), 200_000)
  })
})
