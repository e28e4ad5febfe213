/** Every value of the lists of contract/brand.md, by the public client. */
import { assert, describe, it } from "@effect/vitest"
import { employeeRanges, socialKinds } from "@kittiwake/core/brands/domain/BrandProfile"
import { languages as known } from "../../../packages/core/src/brands/domain/languages.ts"
import { exchanges as knownExchanges } from "../../../packages/core/src/brands/domain/stockNamed.ts"
import { eicList } from "../../../packages/core/src/industries/domain/eic.ts"
import { type Server, withServer } from "../Server.ts"
import { industries } from "./eic.ts"
import { countries, exchanges, languages, networks } from "./lists.ts"
import { retrieves } from "./requests.ts"

/** What every value of a list comes to, each asked for by itself; a name that nobody knows is found to be that and no more. */
const each = async (
  server: Server,
  values: ReadonlyArray<string>,
  bodyOf: (value: string) => object,
  expected: unknown
) => {
  for (const value of values) assert.deepStrictEqual(await retrieves(server, bodyOf(value)), expected, value)
}

const unknown: readonly [number, unknown] = [400, "NOT_FOUND"]
const invalid: readonly [number, unknown] = [400, "INPUT_VALIDATION_ERROR"]

const upper = (text: string) => text.toUpperCase()
const lower = (text: string) => text.toLowerCase()

describe("lists of brands", () => {
  it("have as many values as the contract says", () => {
    assert.deepStrictEqual(
      [languages, exchanges, countries, networks].map((list) => new Set(list).size),
      [120, 72, 239, 31]
    )
  })

  it("are those of the contract in what is answered", () => {
    assert.sameMembers([...known], [...languages])
    assert.sameMembers([...knownExchanges], [...exchanges])
    assert.sameMembers([...socialKinds], [...networks])
    assert.deepStrictEqual(
      [...employeeRanges],
      [...["1 to 10", "11 to 50", "51 to 200", "201 to 500", "501 to 1000", "1001 to 5000", "5001 to 10000"], "10001+"]
    )
    assert.sameDeepMembers(
      eicList.map(({ industry, subindustry }) => [industry, subindustry]),
      industries.flatMap(([industry, parts]) => parts.split(" · ").map((part) => [industry, part]))
    )
  })

  it(
    "of languages are taken as they stand there",
    withServer(async (server) => {
      await each(server, languages, (force_language) => ({ type: "by_name", name: "Nobody", force_language }), unknown)
      for (const language of languages) {
        const { results } = await server.client.brand.search({ query: "nobody", language } as never)
        assert.deepStrictEqual(results, [], language)
      }
      const wrong = ["German", "klingon", "de"]
      await each(server, wrong, (force_language) => ({ type: "by_name", name: "Nobody", force_language }), invalid)
    })
  )

  it(
    "of exchanges are taken in any case",
    withServer(async (server) => {
      const bodyOf = (ticker_exchange: string) => ({ type: "by_ticker", ticker: "QZQZ", ticker_exchange })
      await each(server, [...exchanges, ...exchanges.map(lower)], bodyOf, unknown)
      await each(server, ["MOON", "NASDAQ ", ""], bodyOf, invalid)
    })
  )

  it(
    "of countries are taken in any case",
    withServer(async (server) => {
      const bodyOf = (country_gl: string) => ({ type: "by_name", name: "Nobody", country_gl })
      await each(server, [...countries, ...countries.map(upper)], bodyOf, unknown)
      await each(server, ["zz", "deu", "d", "Germany"], bodyOf, invalid)
      const statement = { type: "by_transaction", transaction_info: "NOBODY 123", country_gl: "Vg" }
      assert.deepStrictEqual(await retrieves(server, statement), unknown)
    })
  )

  it(
    "of profiles are told of a page that links to one of each",
    withServer(async (server) => {
      const addresses: Readonly<Record<string, string>> = {
        x: "x.com/acme",
        facebook: "facebook.com/acme",
        instagram: "instagram.com/acme",
        linkedin: "linkedin.com/company/acme",
        youtube: "youtube.com/@acme",
        pinterest: "pinterest.com/acme",
        tiktok: "tiktok.com/@acme",
        dribbble: "dribbble.com/acme",
        github: "github.com/acme",
        behance: "behance.net/acme",
        snapchat: "snapchat.com/add/acme",
        whatsapp: "wa.me/4915112345678",
        telegram: "t.me/acme",
        line: "page.line.me/acme",
        discord: "discord.gg/acme",
        twitch: "twitch.tv/acme",
        vimeo: "vimeo.com/acme",
        imdb: "imdb.com/company/co0012345",
        tumblr: "tumblr.com/acme",
        flickr: "flickr.com/photos/acme",
        giphy: "giphy.com/acme",
        medium: "medium.com/@acme",
        spotify: "open.spotify.com/artist/4Z8W4fKeB5YxbusRsdQVPb",
        soundcloud: "soundcloud.com/acme",
        tripadvisor: "tripadvisor.com/Restaurant_Review-g1-d2-Reviews-Acme.html",
        yelp: "yelp.com/biz/acme",
        producthunt: "producthunt.com/products/acme",
        reddit: "reddit.com/r/acme",
        crunchbase: "crunchbase.com/organization/acme",
        appstore: "apps.apple.com/us/app/acme/id123456789",
        playstore: "play.google.com/store/apps/details?id=com.acme"
      }
      const links = Object.values(addresses).map((address) => `<a href="https://${address}">Follow us</a>`)
      await server.show(
        "https://acme.example/",
        `<html lang="en"><head><title>Acme</title></head><body><p>Rockets for every day.</p><footer>${links.join("")}</footer></body></html>`
      )
      const { brand } = await server.client.brand.retrieve({ type: "by_domain", domain: "acme.example" })
      assert.sameMembers(brand?.socials?.map(({ type }) => String(type)) ?? [], [...networks])
      const told = Object.fromEntries(brand?.socials?.map(({ type, url }) => [type, url]) ?? [])
      for (const [type, address] of Object.entries(addresses)) assert.strictEqual(told[type], `https://${address}`)
    })
  )
})
