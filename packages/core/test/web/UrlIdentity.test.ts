import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { urlIdentity } from "../../src/web/domain/UrlIdentity.ts"

const identityOf = (url: string) => urlIdentity(new URL(url))

const spelled = (text: string, alphabet: ReadonlyArray<string>) =>
  [...text]
    .slice(0, 12)
    .map((char) => alphabet[char.charCodeAt(0) % alphabet.length])
    .join("")

const hostPieces = ["a", "www.", "b.", "c-", "1"]
const pathPieces = ["/", "a", "%41", "%2f", "é", "%", ".", "~", "%7e", " "]
const queryPieces = ["&", "a=1", "utm_source=x", "b", "=", "gclid=1", "%20", "+", "?"]

/** Addresses with all that spellings differ in. */
const urlOf = ([host, path, query]: readonly [string, string, string]) =>
  new URL(`https://${spelled(host, hostPieces)}x.example/${spelled(path, pathPieces)}?${spelled(query, queryPieces)}`)

const parts: [typeof Schema.String, typeof Schema.String, typeof Schema.String] = [
  Schema.String,
  Schema.String,
  Schema.String
]

const isUrl = ([host]: readonly [string, string, string]) =>
  URL.canParse(`https://${spelled(host, hostPieces)}x.example/`)

describe("The identity of an address", () => {
  it.each([
    ["https://Example.COM:443/a/#top", "https://example.com/a"],
    ["http://www.example.com:80/", "http://example.com"],
    ["https://www.example.com./a//", "https://example.com/a"],
    ["https://example.com:8443/a/?", "https://example.com:8443/a"],
    ["https://example.com/a/?b=2&a=1&b=1", "https://example.com/a?b=2&a=1&b=1"],
    ["https://example.com/?utm_source=x&UTM_Medium=y&id=3&gclid=z&fbclid=&mc_eid", "https://example.com?id=3"],
    ["https://example.com/?utm_source=x", "https://example.com"],
    ["https://example.com/?&&a&", "https://example.com?a"],
    ["https://example.com/%7euser/%c3%a9/a%2fb", "https://example.com/~user/%C3%A9/a%2Fb"],
    ["https://example.com/A/b", "https://example.com/A/b"],
    ["https://example.com/100%/%%41a", "https://example.com/100%25/%25Aa"],
    ["https://b\u00fccher.example/", "https://xn--bcher-kva.example"],
    ["https://www.com/", "https://www.com"],
    ["http://[::1]:8080/a/", "http://[::1]:8080/a"]
  ])("of %s is %s", (url, identity) => {
    assert.strictEqual(identityOf(url), identity)
  })

  it.each([
    ["https://example.com/a", "http://example.com/a"],
    ["https://example.com/a", "https://example.com/A"],
    ["https://example.com/a", "https://example.com/a?b"],
    ["https://example.com/?a=1&b=2", "https://example.com/?b=2&a=1"],
    ["https://example.com/", "https://blog.example.com/"],
    ["https://example.com/a%2Fb", "https://example.com/a/b"],
    ["https://example.com/?ref=a", "https://example.com/"]
  ])("tells %s and %s apart", (one, other) => {
    assert.notStrictEqual(identityOf(one), identityOf(other))
  })

  it.prop("is an address whose identity is itself", parts, (text) => {
    if (!isUrl(text)) return
    const identity = urlIdentity(urlOf(text))
    assert.strictEqual(identityOf(identity), identity)
  })

  it.prop("does not depend on fragment, www, final slash and tracking", parts, (text) => {
    if (!isUrl(text)) return
    const url = urlOf(text)
    const twin = new URL(url)
    twin.hash = "#elsewhere"
    twin.hostname = `www.${url.hostname}`
    twin.pathname = `${url.pathname}/`
    twin.search = `${url.search === "" ? "?" : `${url.search}&`}utm_campaign=a&fbclid=b`
    assert.strictEqual(urlIdentity(twin), urlIdentity(url))
  })
})
