import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import {
  canonicalHost,
  checkLocation,
  checkUrl,
  checkWebhookUrl,
  findRefusal,
  isOutOfReach
} from "../../src/web/domain/Egress.ts"
import { type EgressPolicy, parseAllow, publicOnly } from "../../src/web/domain/EgressPolicy.ts"

interface Form {
  readonly group: string
  /** B: a refused address. P: refused before any lookup. N: a name, judged by what it resolves to. A: allowed. */
  readonly expect: "B" | "P" | "N" | "A"
  readonly url: string
  readonly host: string
  readonly note: string
}

const forms: ReadonlyArray<Form> = JSON.parse(readFileSync(new URL("./ssrfForms.json", import.meta.url), "utf8"))

/** What becomes of a URL before any name server is asked. */
const fate = (url: string, policy: EgressPolicy): "refused text" | "out of reach" | "goes on" =>
  Result.match(checkUrl(url, policy), {
    onFailure: () => "refused text",
    onSuccess: (parsed) => (isOutOfReach(parsed, policy) ? "out of reach" : "goes on")
  })

const allowing = (items: string): EgressPolicy => ({ ...publicOnly, allow: Result.getOrThrow(parseAllow(items)) })

/** Every range is open, so that a name is refused only for how it is written. */
const openRanges = allowing("0.0.0.0/0,::/0")

/** Names that no server can know, with empty or too long labels, and a URL with a user name in it. */
const unreadableNames = new Set(
  forms
    .filter(({ expect, url }) => expect === "N" && (/\/\.+\/|a\.\.b|@example\.com/.test(url) || url.length > 75))
    .map(({ url }) => url)
)

describe("Egress", () => {
  it("knows all 343 spellings", () => {
    assert.strictEqual(forms.length, 343)
  })

  it.each(forms.filter(({ expect }) => expect === "B"))("refuses $url before connecting", ({ url }) => {
    assert.notStrictEqual(fate(url, publicOnly), "goes on")
  })

  it.each(forms.filter(({ expect }) => expect === "P"))("refuses $url as written", ({ url }) => {
    assert.strictEqual(fate(url, publicOnly), "refused text")
  })

  it.each(forms.filter(({ expect }) => expect === "A"))("lets $url out", ({ url }) => {
    assert.strictEqual(fate(url, publicOnly), "goes on")
  })

  it.each(forms.filter(({ expect, url }) => expect === "N" && !unreadableNames.has(url)))(
    "judges $url by what it resolves to",
    ({ host, url }) => {
      const parsed = Result.getOrThrow(checkUrl(url, publicOnly))
      assert.strictEqual(parsed.hostname, host)
      assert.strictEqual(fate(url, openRanges), "goes on")
    }
  )

  it.each([...unreadableNames])("refuses %s, which no name server can know", (url) => {
    assert.strictEqual(fate(url, openRanges), "refused text")
  })

  it("never asks a name server for a private name", () => {
    for (const host of ["localhost", "a.b.localhost.", "printer", "wpad", "db.internal", "db.local", "db.onion"]) {
      assert.strictEqual(fate(`http://${host}/`, publicOnly), "out of reach", host)
    }
  })

  it("asks for a private name when the operator allows it", () => {
    assert.strictEqual(fate("http://printer/", allowing("printer")), "goes on")
    assert.strictEqual(fate("http://db.internal/", allowing("10.0.0.0/8")), "goes on")
    assert.strictEqual(fate("http://db.internal/", allowing("printer")), "out of reach")
  })

  it("refuses a URL over 2,048 characters", () => {
    assert.strictEqual(fate(`http://example.com/${"a".repeat(2_048 - 19)}`, publicOnly), "goes on")
    assert.strictEqual(fate(`http://example.com/${"a".repeat(2_048 - 18)}`, publicOnly), "refused text")
  })

  it("gives all spellings of one host one key", () => {
    for (const url of [
      "http://example.com",
      "http://EXAMPLE.com./",
      "https://example.com:8443/",
      "http://ex%61mple.com"
    ]) {
      assert.strictEqual(canonicalHost(new URL(url)), "example.com")
    }
    assert.strictEqual(canonicalHost(new URL("http://[::1]/")), "::1")
  })

  it("opens a refused port only where the operator names host and port", () => {
    assert.strictEqual(fate("http://db.corp:5432/", allowing("db.corp:5432")), "goes on")
    assert.strictEqual(fate("http://db.corp:3306/", allowing("db.corp:5432")), "refused text")
    assert.strictEqual(fate("http://10.0.0.1:22/", allowing("10.0.0.1:22")), "goes on")
    assert.strictEqual(fate("http://example.com:22/", allowing("10.0.0.0/8")), "refused text")
  })

  it("refuses a webhook with a fragment, and says so", () => {
    const refusal = Result.getOrThrow(Result.flip(checkWebhookUrl("https://example.com/hook#part", publicOnly)))
    assert.deepStrictEqual(refusal, { reason: "malformed", message: "The URL of a webhook cannot have a fragment." })
  })

  describe("a redirect", () => {
    const from = new URL("https://example.com/a/b")
    const target = (location: string) => Result.map(checkLocation(location, from, publicOnly), (url) => url.href)

    it("may be relative, cross hosts, leave https, and hold spaces", () => {
      assert.deepStrictEqual(target("../c?d=e f"), Result.succeed("https://example.com/c?d=e%20f"))
      assert.deepStrictEqual(target("//other.example/x"), Result.succeed("https://other.example/x"))
      assert.deepStrictEqual(target("http://example.com/"), Result.succeed("http://example.com/"))
    })

    it.each([
      "file:///etc/passwd",
      "data:text/html,x",
      "javascript:alert(1)",
      "ftp://example.com/",
      "gopher://127.0.0.1/",
      "http://user:secret@example.com/",
      "http://example.com:25/"
    ])("to %s is forbidden", (location) => {
      assert.strictEqual(Result.getOrThrow(Result.flip(target(location))).reason, "forbidden")
    })

    it.each([
      "http://127.0.0.1\\@example.com/",
      "http://exam\tple.com/",
      "http://exam\r\nple.com/",
      "http://",
      `/${"a".repeat(65_536)}`
    ])("to an address that is not one is malformed", (location) => {
      assert.strictEqual(Result.getOrThrow(Result.flip(target(location))).reason, "malformed")
    })

    it.each(forms.filter(({ expect, group }) => expect === "B" && group === "E"))("cannot lead to $url", ({ url }) => {
      const led = Result.getOrThrow(checkLocation(url, from, publicOnly))
      assert.isTrue(isOutOfReach(led, publicOnly))
    })
  })

  it.each(["https://example.com/", "https://example.com/#/pricing", "http://example.com:8080/"])(
    "has nothing against %s",
    (url) => {
      assert.isNull(findRefusal(url, publicOnly))
    }
  )

  it.each([
    ["https://wiki.corp/", "wiki.corp is a name of private networks. ", "wiki.corp:443"],
    ["http://localhost:3000/", "localhost is a name of private networks. ", "localhost:3000"],
    ["http://10.1.2.3/", "The address 10.1.2.3 is not public. ", "10.1.2.3:80"],
    ["http://example.com:22/", "Port 22 may not be used. ", "example.com:22"],
    ["http://[fd00::1]:8080/", "The address fd00::1 is not public. ", "[fd00::1]:8080"]
  ])("says of %s what would let it be reached", (url, what, item) => {
    const { message, reason } = findRefusal(url, publicOnly)!
    assert.strictEqual(reason, "forbidden")
    assert.isTrue(message.startsWith(what), message)
    assert.include(message, `KITTIWAKE_EGRESS_ALLOW=${item}, `)
    assert.isNull(findRefusal(url, allowing(item)), "what the message names must help")
  })

  it.each(["https://no-such-host.invalid/", "http://invalid:8080/"])("says of %s that there is nothing", (url) => {
    const { hostname } = new URL(url)
    assert.strictEqual(findRefusal(url, publicOnly)?.message, `The host ${hostname} has no address.`)
    assert.include(findRefusal("https://invalid.corp/", publicOnly)?.message, "private networks")
  })

  it.each(["http://169.254.169.254/latest/meta-data", "http://169.254.169.254:22/", "http://[fd00:ec2::254]/"])(
    "leads nobody to open %s",
    (url) => {
      assert.notInclude(findRefusal(url, publicOnly)!.message, "KITTIWAKE_EGRESS_ALLOW")
    }
  )
})
