/** What a person is known by exactly, however it is written. */
import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import type { PersonClues } from "../../src/people/domain/PersonClues.ts"
import {
  keyBounds,
  keysOfClues,
  keysOfRecord,
  nameText,
  profileText,
  readKeys
} from "../../src/people/domain/personKeys.ts"
import { recordOf } from "./records.ts"

const clues: PersonClues = {
  ...{ email: null, socialUrls: [], firstName: null, lastName: null, company: null, education: [] },
  location: { city: null, region: null, country: null }
}

const texts = (keys: ReadonlyArray<{ readonly kind: string; readonly text: string }>) =>
  keys.map(({ kind, text }) => `${kind} ${text}`)

describe("addresses of profiles", () => {
  it("are the same with another host, case, scheme or end", () => {
    for (const [text, addresses] of Object.entries({
      "github.com/ada": ["https://github.com/Ada", "http://www.github.com/ada/", "github.com/ada?tab=stars#x"],
      "x.com/ada": ["https://twitter.com/ada", "https://mobile.twitter.com/Ada", "https://x.com/ada"],
      "linkedin.com/in/ada": ["https://it.linkedin.com/in/ada/", "https://www.linkedin.com/in/ADA"],
      "facebook.com/profile.php?id=7": ["https://m.facebook.com/profile.php?id=7&ref=x"],
      "tern.example": ["https://tern.example/", "http://www.tern.example"]
    })) {
      for (const address of addresses) assert.strictEqual(profileText(address), text, address)
    }
  })

  it("are none where there is no host of the web", () => {
    for (const address of ["", "javascript:alert(1)", "ada", "mailto:ada@tern.example", "http://", "https://%%%"]) {
      assert.strictEqual(profileText(address), null, address)
    }
  })
})

describe("names", () => {
  it("are the same without accents, case, points and spaces", () => {
    for (const name of ["José  O'Neill", "JOSE ONEILL", "Jose O’Neill.", "josé-oneill"]) {
      assert.strictEqual(nameText(name), "jose oneill", name)
    }
    assert.strictEqual(nameText("王 小明"), "王 小明")
  })
})

describe("keys", () => {
  it("of a question are its address, its profiles, and its name at each domain", () => {
    const keys = keysOfClues({
      ...clues,
      email: "ada@tern.example",
      socialUrls: ["https://github.com/ada", "nonsense"],
      firstName: "Ada",
      lastName: "Arden",
      company: { name: "Gull", domain: "gull.example" }
    })
    assert.deepStrictEqual(texts(keys), [
      "email ada@tern.example",
      "profile github.com/ada",
      "name ada arden@gull.example",
      "name ada arden@tern.example"
    ])
    assert.deepStrictEqual(keysOfClues({ ...clues, firstName: "Ada", lastName: "Arden" }), [])
  })

  it("of a record are those that a question about it gives", () => {
    const keys = texts(keysOfRecord(recordOf({ fullName: "Ada Arden", emails: ["Ada@Tern.example"] })))
    assert.includeMembers(keys, ["email ada@tern.example", "name ada arden@tern.example"])
  })

  it("are bounded, whatever a record has", () => {
    const many = Array.from({ length: 500 }, (_, n) => `https://a${n}.example/${"x".repeat(n)}`)
    const keys = keysOfRecord(recordOf({ fullName: "A B", socialUrls: many, emails: ["x".repeat(9_000)] }))
    assert.isAtMost(keys.length, keyBounds.keys)
    for (const { text } of keys) assert.isAtMost(text.length, keyBounds.characters)
  })
})

describe("a key that somebody writes", () => {
  it("is an e-mail address, a profile, or a name at a domain", () => {
    for (const [written, key] of Object.entries({
      " Ada@Tern.example ": "email ada@tern.example",
      "https://GitHub.com/ada/": "profile github.com/ada",
      "github.com/ada": "profile github.com/ada",
      "https://mastodon.example/@ada": "profile mastodon.example/@ada",
      "Ada Árden@www.gull.example": "name ada arden@gull.example"
    })) {
      assert.deepStrictEqual(texts(Result.getOrThrow(readKeys(written))), [key], written)
    }
    assert.deepStrictEqual(texts(Result.getOrThrow(readKeys("Jörg Sørensen@gull.example"))), [
      "name jorg sørensen@gull.example",
      "name jorg sorensen@gull.example",
      "name joerg soerensen@gull.example"
    ])
  })

  it("is nothing else", () => {
    for (const written of [
      "",
      "Ada",
      "Ada Arden",
      "@gull.example",
      "ada@gull",
      "Ada @gull.example",
      "x".repeat(5_000)
    ]) {
      assert(Result.isFailure(readKeys(written)), written)
    }
  })
})
