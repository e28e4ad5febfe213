/** Which addresses are those of persons. */
import { assert, describe, it } from "@effect/vitest"
import { lackOfClues } from "../../src/people/domain/checkClues.ts"
import { isClosedAddress, readProfile, sameAddress } from "../../src/people/domain/profileAddress.ts"
import { clues } from "./made.ts"

describe("an address of a person", () => {
  it("is known in all of its spellings", () => {
    const spellings: ReadonlyArray<readonly [string, string]> = [
      ["https://de.linkedin.com/in/Ann-Reed/?trk=x", "https://www.linkedin.com/in/ann-reed"],
      ["http://www.github.com/AnnReed#top", "https://github.com/annreed"],
      ["https://twitter.com/annreed", "https://x.com/annreed"],
      ["https://mobile.twitter.com/AnnReed/", "https://x.com/annreed"],
      ["https://facebook.com/ann.reed", "https://www.facebook.com/ann.reed"],
      ["https://m.facebook.com/profile.php?id=77&ref=a", "https://www.facebook.com/profile.php?id=77"],
      ["https://instagram.com/annreed/", "https://www.instagram.com/annreed"],
      ["https://medium.com/@annreed", "https://medium.com/@annreed"],
      ["https://annreed.medium.com/", "https://medium.com/@annreed"],
      ["https://orcid.org/0000-0002-1825-009x", "https://orcid.org/0000-0002-1825-009X"],
      ["https://hachyderm.io/users/Ann", "https://hachyderm.io/@ann"],
      ["https://bsky.app/profile/ann.example", "https://bsky.app/profile/ann.example"],
      ["https://gitlab.com/ann.reed", "https://gitlab.com/ann.reed"],
      ["https://keybase.io/annreed", "https://keybase.io/annreed"]
    ]
    for (const [written, same] of spellings) {
      assert.strictEqual(readProfile(written)?.url, same, written)
      assert.isTrue(readProfile(written)?.isIdentity, written)
      assert.strictEqual(sameAddress(written), same)
    }
  })

  it("is none where it is that of a company, a post, a repository or a search", () => {
    for (const none of [
      "https://www.linkedin.com/company/kiln",
      "https://www.linkedin.com/posts/ann_1",
      "https://github.com/kiln/glaze",
      "https://github.com/orgs",
      "https://github.com/search?q=ann",
      "https://x.com/search?q=ann",
      "https://x.com/ann/status/1",
      "https://www.facebook.com/pages/Kiln/1",
      "https://www.instagram.com/p/abc",
      "https://medium.com/kiln-stories",
      "https://medium.com/@ann/a-post-1",
      "https://kiln.example/",
      "javascript:alert(1)",
      "ftp://github.com/ann",
      "https://ann@github.com/ann",
      "",
      `https://github.com/${"a".repeat(3_000)}`
    ]) {
      assert.isNull(readProfile(none), none)
      assert.isNotNull(lackOfClues(clues({ socialUrls: [none] })), none)
    }
    assert.strictEqual(sameAddress("http://www.ann.example/?utm_source=a"), "https://ann.example")
  })

  it("of a network behind a login is never one to fetch", () => {
    for (const closed of [
      "https://linkedin.com/company/kiln",
      "https://at.linkedin.com/in/ann",
      "https://x.com/a/status/1",
      "no address"
    ]) {
      assert.isTrue(isClosedAddress(closed), closed)
    }
    for (const open of ["https://ann.example/", "https://notlinkedin.com/in/ann", "https://github.com/ann"]) {
      assert.isFalse(isClosedAddress(open), open)
    }
  })
})

describe("clues", () => {
  const named = { firstName: "Ann", lastName: "Reed" }
  const location = { city: null, region: null, country: null }

  it("are enough by an e-mail address, a profile, or a name with something beside it", () => {
    for (const enough of [
      clues({ email: "ann@kiln.example" }),
      clues({ socialUrls: ["https://kiln.example/", "https://github.com/ann"] }),
      clues({ ...named, company: { name: "Kiln", domain: null } }),
      clues({ ...named, location: { ...location, country: "Austria" } }),
      clues({ ...named, education: [{ institution: null, degree: null, fieldOfStudy: null, graduationYear: 2010 }] })
    ]) {
      assert.isNull(lackOfClues(enough))
    }
  })

  it("are too few otherwise", () => {
    for (const few of [
      clues(named),
      clues({ firstName: "Ann", company: { name: "Kiln", domain: null } }),
      clues({ company: { name: "Kiln", domain: "kiln.example" } }),
      clues({ location: { ...location, city: "Graz" } })
    ]) {
      assert.isNotNull(lackOfClues(few))
    }
  })
})
