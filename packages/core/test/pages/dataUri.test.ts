import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { dataUriBytes } from "../../src/pages/domain/dataUri.ts"

describe("an address that holds its content", () => {
  it("is the bytes that were written into it", () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const uri = `data:image/png;base64,${Buffer.from(bytes).toString("base64")}`
        assert.deepStrictEqual(dataUriBytes(uri), new Uint8Array(bytes))
      })
    )
    assert.deepStrictEqual(dataUriBytes("data:image/svg+xml,%3Csvg%3E"), new TextEncoder().encode("<svg>"))
  })

  it("is none where it cannot be read", () => {
    for (const uri of ["data:image/png", "data:image/png;base64,*", "data:image/svg+xml,%"]) {
      assert.isNull(dataUriBytes(uri), uri)
    }
  })
})
