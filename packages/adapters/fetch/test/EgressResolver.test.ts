import { assert, describe, it } from "@effect/vitest"
import { EgressResolver } from "@kittiwake/core/web/EgressResolver"
import { Effect, Layer } from "effect"
import * as FetchEgressResolver from "../src/EgressResolver.ts"
import { NameNotResolved } from "../src/resolveName.ts"
import { doorTo } from "./door.ts"

const names: Readonly<Record<string, ReadonlyArray<string>>> = {
  "public.example": ["93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c"],
  "inside.example": ["10.0.0.1"],
  "both.example": ["93.184.215.14", "10.0.0.1"],
  "empty.example": []
}

const resolver = FetchEgressResolver.layer.pipe(
  Layer.provide(
    doorTo("10.9.0.0/16,wiki.corp:8080", (host) =>
      host === "silent.example"
        ? Promise.reject(new NameNotResolved("ETIMEOUT"))
        : Promise.resolve(names[host] ?? ["10.9.9.9"])
    )
  )
)

const resolve = (host: string, port = 443) =>
  EgressResolver.use((egress) => egress.resolve({ host, port })).pipe(
    Effect.catchTag("EgressRefused", ({ reason }) => Effect.succeed(reason)),
    Effect.provide(resolver)
  )

describe("EgressResolver", () => {
  it.effect("gives the addresses of a public name", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* resolve("public.example"), names["public.example"])
    })
  )

  it.effect("refuses a name with a forbidden address, even beside an allowed one", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* resolve("inside.example"), "forbidden_address")
      assert.strictEqual(yield* resolve("both.example"), "forbidden_address")
    })
  )

  it.effect("judges addresses in place of a name", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* resolve("93.184.215.14"), ["93.184.215.14"])
      assert.deepStrictEqual(yield* resolve("10.9.0.1", 8080), ["10.9.0.1"])
      for (const host of ["127.0.0.1", "::1", "169.254.169.254", "10.8.0.1", "::ffff:127.0.0.1"]) {
        assert.strictEqual(yield* resolve(host), "forbidden_address", host)
      }
    })
  )

  it.effect("refuses ports of other protocols, except where the operator names the host", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* resolve("public.example", 25), "forbidden_address")
      assert.strictEqual(yield* resolve("public.example", 6379), "forbidden_address")
      assert.deepStrictEqual(yield* resolve("wiki.corp", 8080), ["10.9.9.9"])
    })
  )

  it.effect("tells a name without address from silence", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* resolve("empty.example"), "unknown_host")
      assert.strictEqual(yield* resolve("silent.example"), "timeout")
    })
  )
})
