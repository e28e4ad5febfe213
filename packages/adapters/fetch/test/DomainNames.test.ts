import { assert, describe, it } from "@effect/vitest"
import { DomainNames } from "@kittiwake/core/sites/DomainNames"
import * as Adapter from "@kittiwake/fetch/DomainNames"
import { Effect } from "effect"

describe("registered names", () => {
  it.effect("are what somebody registered under a public suffix", () =>
    Effect.gen(function* () {
      const { registrable } = yield* DomainNames
      const cases: ReadonlyArray<readonly [string, string | null]> = [
        ["example.com", "example.com"],
        ["a.b.example.co.uk", "example.co.uk"],
        ["someone.github.io", "someone.github.io"],
        ["xn--bcher-kva.example.de", "example.de"],
        ["co.uk", null],
        ["localhost", null],
        ["127.0.0.1", null]
      ]
      for (const [host, name] of cases) assert.strictEqual(registrable(host), name, host)
    }).pipe(Effect.provide(Adapter.layer))
  )
})
