import { assert, describe, it } from "@effect/vitest"
import { validatorsFor, validatorsOf } from "@kittiwake/core/web/HttpFetcher"

const given = { etag: '"a"', lastModified: null }

describe("validators", () => {
  it("are of the address that answered, and none where that is not known", () => {
    const finalUrl = "https://site.example/v1"
    assert.deepStrictEqual(validatorsOf({ finalUrl, ...given }), { url: finalUrl, ...given })
    assert.deepStrictEqual(validatorsOf({ finalUrl, etag: null, lastModified: null, digest: "d" }), {
      ...{ url: finalUrl, etag: null, lastModified: null, digest: "d" }
    })
    assert.isNull(validatorsOf({ ...given, digest: "as older builds kept it" }))
    assert.isNull(validatorsOf({ finalUrl, etag: null, lastModified: null }), "there is nothing to ask")
  })

  it("are sent to that address alone, whatever its fragment", () => {
    const validators = { url: "https://site.example/v1#top", ...given }
    for (const url of ["https://site.example/v1", "https://site.example/v1#end"])
      assert.strictEqual(validatorsFor(validators, url), validators, url)
    const others = ["/v2", "/v1?", "/v1/", "/v1?a=%23", "/V1"].map((path) => `https://site.example${path}`)
    for (const url of [...others, "http://site.example/v1", "https://www.site.example/v1"])
      assert.isNull(validatorsFor(validators, url), url)
    assert.isNull(validatorsFor(null, "https://site.example/v1"))
  })
})
