/** Observed: which selectors that look into long values of attributes are refused, and what those find that are not. */
import { assert, describe, it } from "@effect/vitest"
import { doInline, doPageWork, type PageWork } from "../src/PageWork.ts"
import { everything } from "./reading.ts"

/** A page whose attributes are as long as one is read at once. */
const long = (value: string): string => `<p class="${value}" rel="${value}" title="${value}">a</p>`.repeat(2)

const page = (html: string, excludeSelectors: ReadonlyArray<string>): PageWork => ({
  kind: "shape",
  request: { ...everything, html, excludeSelectors, wantsHtml: true }
})

const kinds = (html: string, selectors: ReadonlyArray<string>): readonly [string, string] => [
  doInline(page(html, selectors)).kind,
  doPageWork(page(html, selectors), {}).kind
]

/** It is compared with from each letter of a value on, and differs in its middle. */
const sought = (letters: number): string => `${"a".repeat(letters)}b${"a".repeat(letters)}`

const several = (selector: (text: string) => string): ReadonlyArray<string> =>
  Array.from({ length: 20 }, (_, index) => selector(sought(900 - index)))

describe("a selector that looks for a long text in values of attributes", () => {
  // Twenty of them took 140 ms of the thread that answers everybody, and the fifty that a request may have of each kind a second.
  it("is refused by a thread where letters of either case are meant", () => {
    const html = long("a".repeat(7_900))
    assert.deepStrictEqual(
      kinds(
        html,
        several((text) => `[class*="${text}" i]`)
      ),
      ["costly", "unreadable"]
    )
    assert.deepStrictEqual(
      kinds(
        html,
        several((text) => `p:not(:not([title*="${text}" i]))`)
      ),
      ["costly", "unreadable"]
    )
  })

  it("is refused by a thread where HTML says that letters of either case are meant", () => {
    assert.deepStrictEqual(
      kinds(
        long("a".repeat(7_900)),
        several((text) => `[rel*="${text}"]`)
      ),
      ["costly", "unreadable"]
    )
  })

  it("is matched at once in values as pages have them", () => {
    const html = '<p class="col-md-6 product product--wide">a</p><p class="other">b</p>'.repeat(300)
    const selectors = Array.from(
      { length: 20 },
      (_, index) => `[class*="col-${index}" i], [class*="PRODUCT-${index}" i]`
    )
    assert.deepStrictEqual(kinds(html, selectors), ["done", "done"])
  })

  it("finds what it found", () => {
    const answer = doInline(
      page(`<p title="A long Title">a</p><p title="b">b</p><p rel="Next">c</p>`, ['[title*="NG TI" i]', "[rel*=nex]"])
    )
    assert.strictEqual(answer.kind, "done")
    assert.match(JSON.stringify(answer), /<p title=\\"b\\">b<\/p>/)
    assert.notMatch(JSON.stringify(answer), />a<|>c</)
  })
})
