import { assert, describe, it } from "@effect/vitest"
import { siteOrPage } from "../src/commands/webFlags.ts"

describe("a site or a page, as people write it", () => {
  it("is the site where a host stands alone, and a page otherwise, with its scheme or without", () => {
    assert.deepStrictEqual(["shop.example", " shop.example/ ", "127.0.0.1:8000"].map(siteOrPage), [
      { domain: "shop.example" },
      { domain: "shop.example/" },
      { domain: "127.0.0.1:8000" }
    ])
    assert.deepStrictEqual(
      [
        "https://shop.example",
        "HTTP://shop.example/",
        "shop.example/mugs",
        "shop.example?id=1",
        "localhost:8000/a"
      ].map(siteOrPage),
      [
        { directUrl: "https://shop.example" },
        { directUrl: "HTTP://shop.example/" },
        { directUrl: "https://shop.example/mugs" },
        { directUrl: "https://shop.example?id=1" },
        { directUrl: "http://localhost:8000/a" }
      ]
    )
  })
})
