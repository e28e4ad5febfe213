/** Addresses of a sitemap: how they are written, which are wanted, what is held of them, and what two readings agree on. */
import { assert, describe, it } from "@effect/vitest"
import { makeSelector, normalUrl } from "@kittiwake/core/sites/domain/UrlSelection"
import fc from "fast-check"
import type { SitemapState } from "../../src/monitors/domain/Baseline.ts"
import { describeUrls } from "../../src/monitors/domain/describeUrls.ts"
import {
  afterDifference,
  agreedDifference,
  isShrunken,
  mayBeKnown,
  stateDifference,
  urlChange
} from "../../src/monitors/domain/sitemapDifference.ts"
import { UrlListing } from "../../src/monitors/domain/UrlListing.ts"

const stateOf = (urls: ReadonlyArray<string>, given: Partial<SitemapState> = {}): SitemapState => ({
  type: "sitemap",
  urls: urls.toSorted(),
  ...given
})

const listingOf = (tracked: ReadonlyArray<string>, listed: ReadonlyArray<string>, most = 10_000) => {
  const listing = new UrlListing(new Set(tracked), most)
  listing.add(listed)
  return listing
}

/** A listing that was read to its end. */
const settledOf = (...given: Parameters<typeof listingOf>) => {
  const listing = listingOf(...given)
  for (const _ of listing.settle());
  return listing
}

const urls = fc.uniqueArray(fc.integer({ min: 0, max: 30 }).map((n) => `https://a.example/${n}`))

describe("an address", () => {
  it("is compared with its host in lower case, without fragment and without a slash at its end", () => {
    const written = {
      "HTTPS://WWW.A.example/": "https://www.a.example",
      "https://a.example/a/#top": "https://a.example/a",
      "https://a.example:443/A/?x=1": "https://a.example/A?x=1",
      "https://a.example:8443/é": "https://a.example:8443/%C3%A9",
      "mailto:a@a.example": null,
      "//": null
    }
    for (const [url, normal] of Object.entries(written)) assert.strictEqual(normalUrl(url), normal, url)
  })

  it("is wanted when it is of the site, matches what is included and nothing that is excluded", () => {
    const select = (include: ReadonlyArray<string>, exclude: ReadonlyArray<string> = []) =>
      makeSelector({ site: "a.example", include, exclude })
    const isWanted = (url: string, include: ReadonlyArray<string>, exclude?: ReadonlyArray<string>) =>
      select(include, exclude)(url, "https://a.example/") !== null
    const site = "https://a.example"
    for (const host of ["a.example", "www.a.example", "shop.a.example"]) assert.isTrue(isWanted(`https://${host}/`, []))
    for (const host of ["b.example", "nota.example", "a.example.b"]) assert.isFalse(isWanted(`https://${host}/`, []))
    const matches: ReadonlyArray<readonly [glob: string, path: string, isMatch: boolean]> = [
      ["/blog/*", "/blog/a/b", true],
      ["/blog/*", "/blog", true],
      ["/blog/*", "/blogs", false],
      ["/pricing*", "/pricing-eu", true],
      ["blog/*", "/blog/a", true],
      ["*.html", "/a/b.html", true],
      ["/a*b*c", "/a1b2c", true],
      ["/a*b*c", "/a1c2b", false],
      ["/a*a", "/a", false],
      ["/a*bc*bc*d", "/abcd", false],
      ["/café/*", "/caf%C3%A9/menu", true],
      ["/a?x=*", "/a?x=1", true],
      ["/a", "/a?x=1", true]
    ]
    for (const [glob, path, isMatch] of matches) {
      assert.strictEqual(isWanted(site + path, [glob]), isMatch, `${glob} on ${path}`)
      assert.strictEqual(isWanted(site + path, [], [glob]), !isMatch, `without ${glob} on ${path}`)
    }
    assert.isFalse(isWanted(`${site}/blog/draft`, ["/blog/*"], ["*draft*"]), "exclusion wins")
    assert.isFalse(isWanted(`${site}/${"x".repeat(2_048)}`, []), "longer than addresses are")
  })

  it("is matched in time that grows with its length alone", () => {
    const select = makeSelector({ site: "a.example", include: [`/${"*a".repeat(200)}*b`], exclude: [] })
    const startedAt = process.cpuUsage()
    for (let times = 0; times < 1_000; times++) select(`https://a.example/${"a".repeat(2_000)}`, "https://a.example/")
    const { system, user } = process.cpuUsage(startedAt)
    assert.isBelow((system + user) / 1_000, 5_000)
  })
})

describe("a listing", () => {
  it("holds the same addresses however its sitemaps came", () => {
    fc.assert(
      fc.property(urls, urls, fc.integer({ min: 0, max: 40 }), (tracked, listed, most) => {
        const forwards = listingOf(tracked, listed, most)
        const backwards = new UrlListing(new Set(tracked), most)
        const room = Math.max(0, most - listed.filter((url) => tracked.includes(url)).length)
        for (const url of listed.toReversed()) backwards.add([url, url])
        assert.deepStrictEqual(forwards.fresh, backwards.fresh)
        assert.deepStrictEqual([...forwards.present].sort(), [...backwards.present].sort())
        const fresh = listed.filter((url) => !tracked.includes(url))
        assert.strictEqual(forwards.fresh.length, Math.min(room, fresh.length))
        assert.strictEqual(forwards.isCut, fresh.length > room)
        assert.deepStrictEqual([forwards.beyond, backwards.beyond], Array(2).fill(Math.max(0, fresh.length - room)))
      })
    )
  })

  it("of half a million addresses is held to what is tracked", () => {
    const listing = new UrlListing(new Set(["https://a.example/7"]), 101)
    for (let part = 0; part < 10; part++) {
      listing.add(Array.from({ length: 50_000 }, (_, n) => `https://a.example/${part * 50_000 + n}`))
    }
    assert.strictEqual(listing.fresh.length, 100)
    assert.deepStrictEqual([...listing.present], ["https://a.example/7"])
    assert.isTrue(listing.isCut)
    assert.isTrue(listing.isWhole)
    // All but those that are tracked or held, though every second is listed twice.
    listing.add(Array.from({ length: 50_000 }, (_, n) => `https://a.example/${2 * n}`))
    assert.closeTo(listing.beyond, 499_899, 500)
  })
})

describe("spellings of one address", () => {
  const at = (...paths: ReadonlyArray<string>) => paths.map((path) => `https://a.example${path}`)
  const spellings: ReadonlyArray<readonly [string, string]> = [
    ["/caf%C3%A9", "/caf%c3%a9"],
    ["/%7Euser", "/~user"],
    ["/a|b", "/a%7Cb"],
    ["/100%", "/100%25"],
    ["/a?utm_source=b", "/a"],
    ["/a?x=|", "/a?x=%7C"]
  ]

  it("are listed as the tracked one, which stays as it is written", () => {
    for (const [was, is] of spellings) {
      const state = stateOf(at("/1", was))
      const listing = settledOf(state.urls, at("/1", is, "/2"))
      assert.sameMembers([...listing.present], at("/1", was), was)
      assert.deepStrictEqual(listing.fresh, at("/2"))
      assert.deepStrictEqual(stateDifference(state, stateOf(at("/1", is))), { added: [], removed: [] })
    }
  })

  it("are none where the addresses differ", () => {
    for (const [was, is] of [
      ["/A", "/a"],
      ["/caf%C3%A9", "/cafe%CC%81"],
      ["/a?x=1&y=2", "/a?y=2&x=1"],
      ["/a%2Fb", "/a/b"],
      ["/a+b", "/a%20b"],
      ["/a?x=1", "/a?x=2"]
    ] as const) {
      const listing = settledOf(at(was), at(is))
      assert.deepStrictEqual([[...listing.present], listing.fresh], [[], at(is)], was)
    }
  })

  it("are tracked once, and are all there where a list of before has several", () => {
    assert.deepStrictEqual(settledOf([], at("/~a", "/%7Ea", "/b")).fresh, at("/%7Ea", "/b"))
    const several = at("/%7Ea", "/b", "/~a")
    assert.sameMembers([...settledOf(several, at("/~a", "/b")).present], several)
    assert.sameMembers([...settledOf(several, at("/b")).present], at("/b"))
  })

  it("are agreed on by readings that write them in their own way", () => {
    const readings = ["/%7En", "/~n"].map((path) => ({ listing: settledOf(at("/1"), at("/1", path)) }))
    assert.deepStrictEqual(agreedDifference(stateOf(at("/1")), readings), { added: at("/%7En"), removed: [] })
    const others = ["/n", "/m"].map((path) => ({ listing: settledOf(at("/1"), at("/1", path)) }))
    assert.deepStrictEqual(agreedDifference(stateOf(at("/1")), others), { added: [], removed: [] })
  })

  it("are not looked for where nothing came or went", () => {
    assert.strictEqual([...listingOf(at("/1", "/2"), at("/2", "/1")).settle()].length, 0)
  })
})

describe("what readings agree on", () => {
  it("is what every one of them shows, and the next state has it and nothing else", () => {
    fc.assert(
      fc.property(urls, urls, urls, (before, first, second) => {
        const state = stateOf(before)
        const readings = [first, second].map((listed) => ({ listing: listingOf(before, listed) }))
        const { added, removed } = agreedDifference(state, readings)
        for (const url of added) assert.isTrue(first.includes(url) && second.includes(url) && !before.includes(url))
        for (const url of removed) assert.isTrue(before.includes(url) && !first.includes(url) && !second.includes(url))
        const missed = first.filter((url) => second.includes(url) && !before.includes(url) && !added.includes(url))
        assert.deepStrictEqual(missed, [])
        const after = afterDifference(state, { added, removed }, { listing: { isCut: false }, missing: [], unread: [] })
        const expected = new Set([...before.filter((url) => !removed.includes(url)), ...added])
        assert.deepStrictEqual(after, stateOf([...expected]))
        const same = agreedDifference(after, [{ listing: listingOf(after.urls, after.urls) }])
        assert.deepStrictEqual(same, { added: [], removed: [] })
      })
    )
  })

  it("never tracks more than it may, and has room for what came where as much went", () => {
    fc.assert(
      fc.property(urls, urls, urls, fc.integer({ min: 1, max: 40 }), (before, first, second, most) => {
        const tracked = before.slice(0, most)
        const readings = [first, second].map((listed) => ({ listing: listingOf(tracked, listed, most) }))
        const { added, removed } = agreedDifference(stateOf(tracked), readings)
        assert.isAtMost(tracked.length - removed.length + added.length, most)
        const same = agreedDifference(stateOf(tracked), [readings[0]!])
        const listed = first.length
        assert.strictEqual(tracked.length - same.removed.length + same.added.length, Math.min(most, listed))
        assert.strictEqual(readings[0]!.listing.isCut, listed > most)
      })
    )
  })

  it("has room for as many as went of all that readings agree on, where each shows other ones gone", () => {
    const named = (letters: string) => letters.split("").map((letter) => `https://a.example/${letter}`)
    const tracked = named("abcdefgh")
    const readings = ["abcvwxyz", "defvwxyz"].map((listed) => ({ listing: listingOf(tracked, named(listed), 8) }))
    assert.deepStrictEqual(agreedDifference(stateOf(tracked), readings), { added: named("vw"), removed: named("gh") })
  })

  it("has no more room than was known to be left where a part of the listing was not read", () => {
    const tracked = ["https://a.example/1", "https://a.example/2", "https://a.example/3"]
    const part = listingOf(tracked, ["https://a.example/1", "https://a.example/4", "https://a.example/5"], 4)
    assert.lengthOf(part.fresh, 2)
    part.cut()
    assert.deepStrictEqual(part.fresh, ["https://a.example/4"])
    const { added, removed } = agreedDifference(stateOf(tracked), [{ listing: part }])
    assert.deepStrictEqual([added, removed], [["https://a.example/4"], []])
  })

  it("takes nothing for gone while a part of the listing was not read", () => {
    const part = listingOf(
      ["https://a.example/1", "https://a.example/2"],
      ["https://a.example/1", "https://a.example/3"]
    )
    part.cut()
    assert.deepStrictEqual(
      agreedDifference(stateOf(["https://a.example/1", "https://a.example/2"]), [{ listing: part }]),
      {
        added: ["https://a.example/3"],
        removed: []
      }
    )
  })

  it("is told with lists of 500 and exact counts", () => {
    const many = Array.from({ length: 1_234 }, (_, n) => `https://a.example/${n}`)
    const change = urlChange({ added: many, removed: many.slice(0, 501) }, [])
    assert.deepStrictEqual([change.added.length, change.addedCount], [500, 1_234])
    assert.deepStrictEqual([change.removed.length, change.removedCount], [500, 501])
    const moved = many.map((from) => ({ from, to: `${from}/new` }))
    const { movedUrlCount, movedUrls } = describeUrls("Shop", urlChange({ added: many, removed: many }, moved))
    assert.deepStrictEqual([movedUrls?.length, movedUrlCount], [500, 1_234])
  })

  it("is doubted where nine of ten addresses went, and of few addresses never", () => {
    const of = (count: number) => stateOf(Array.from({ length: count }, (_, n) => `https://a.example/${n}`))
    const without = (state: SitemapState, left: number) => ({ added: [], removed: state.urls.slice(left) })
    assert.isTrue(isShrunken(of(20), without(of(20), 2)))
    assert.isFalse(isShrunken(of(20), without(of(20), 3)))
    assert.isFalse(isShrunken(of(19), without(of(19), 1)))
  })

  it("may have been there before where more was listed than tracked, or a sitemap can be read again", () => {
    assert.isFalse(mayBeKnown(stateOf([]), { unread: ["https://a.example/new.xml"] }))
    assert.isTrue(mayBeKnown(stateOf([], { isCut: true }), { unread: [] }))
    assert.isTrue(mayBeKnown(stateOf([], { unread: ["https://a.example/1.xml"] }), { unread: [] }))
    assert.isFalse(
      mayBeKnown(stateOf([], { unread: ["https://a.example/1.xml"] }), { unread: ["https://a.example/1.xml"] })
    )
    // One can be read again while another cannot.
    assert.isTrue(
      mayBeKnown(stateOf([], { unread: ["https://a.example/1.xml"] }), { unread: ["https://a.example/2.xml"] })
    )
  })
})
