/** Telephone numbers of brands, read by what reads them in schemas. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { dialledPhone } from "../../../core/src/brands/dialledPhone.ts"
import { layer } from "../src/FactReader.ts"

const at = (countryCode: string) => ({
  ...{ street: null, city: null, stateProvince: null, stateCode: null, postalCode: null, country: null, countryCode }
})

/** Far enough for a thread to begin on a busy machine. */
const deadline = { atMillis: Date.now() + 600_000, acceptsPart: false }

describe("the telephone number of a brand", () => {
  it.live("is dialled from anywhere where its country is told, and stays as it is written elsewhere", () =>
    Effect.gen(function* () {
      const rows = [
        ["0711 555 01 90", at("DE"), "https://acme.example/", "", "+497115550190"],
        ["02 98 55 01 60", null, "https://acme.fr/", "fr", "+33298550160"],
        ["(919) 555-0121", at("US"), "https://acme.example/", "en", "+19195550121"],
        ["052-555-0147", null, "https://acme.example/", "ja", "+81525550147"],
        ["0711 555 01 90", null, "https://acme.example/", "en", "0711 555 01 90"],
        // No number has so few figures there.
        ["12 34 56 7", at("US"), "https://acme.example/", "", "12 34 56 7"],
        ["+4420555", at("DE"), "https://acme.example/", "", "+4420555"]
      ] as const
      for (const [phone, address, url, language, expected] of rows) {
        assert.strictEqual(yield* dialledPhone({ phone, address }, url, language, deadline), expected, phone)
      }
      assert.isNull(yield* dialledPhone({ phone: null, address: null }, "https://acme.example/", "", deadline))
    }).pipe(Effect.provide(layer))
  )
})
