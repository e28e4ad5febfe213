/** What a refusal calls a field: by what was typed, with the place in it. */
import { assert, describe, it } from "@effect/vitest"
import { InvalidInput } from "@kittiwake/core/InvalidInput"
import { webFailure, webFailureOf } from "../src/commands/webFailure.ts"
import { inFlags } from "../src/flagNames.ts"

const told = (field: string) => webFailure(new InvalidInput({ field, message: "is wrong" })).message

describe("a refusal on the command line", () => {
  it("names the flag and the place in its file", () => {
    assert.strictEqual(told("schema.properties.price.type"), "--schema, at properties.price.type: is wrong")
    assert.strictEqual(told("schema.allOf[1]"), "--schema, at allOf.1: is wrong")
    assert.strictEqual(told("json_format"), "--format: is wrong")
    assert.strictEqual(told("includeDomains.0"), "--site: is wrong")
    assert.strictEqual(told("numCompetitors"), "--count: is wrong")
    assert.strictEqual(told("input"), "COMPANY: is wrong")
  })

  it("names an argument as its command calls it", () => {
    const wrong = new InvalidInput({ field: "domain", message: "is wrong" })
    assert.strictEqual(webFailureOf({ domain: "DOMAIN" })(wrong).message, "DOMAIN: is wrong")
    assert.strictEqual(webFailure(wrong).message, "SITE: is wrong")
  })

  it("names what a server or its client calls a field", () => {
    const flags = { expires_in_seconds: "--for", "target.schema": "--schema", tags: "--tag" }
    assert.strictEqual(
      inFlags(flags, "INPUT_VALIDATION_ERROR: target.schema.properties.a: is wrong; expires_in_seconds: must be less"),
      "INPUT_VALIDATION_ERROR: --schema, at properties.a: is wrong; --for: must be less"
    )
    assert.strictEqual(inFlags(flags, "tags.3: is long"), "--tag: is long")
    assert.strictEqual(inFlags(flags, "cursor: is old"), "cursor: is old")
    assert.strictEqual(inFlags(flags, "It says tags: none"), "It says tags: none")
  })
})
