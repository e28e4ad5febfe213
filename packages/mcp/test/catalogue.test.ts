import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { catalogue, notTools, toolNamed } from "../src/tools/catalogue.ts"
import { descriptions, goesOn } from "../src/tools/described.ts"
import { operations } from "../src/tools/operations.ts"
import { version } from "../src/version.ts"

const tools = descriptions().map(({ description }) => description)

describe("the catalogue of tools", () => {
  it("has every operation of the API, as a tool or with the reason why it is none", () => {
    const named = [...catalogue.map(({ operation }) => operation), ...Object.keys(notTools)]
    assert.deepStrictEqual(named.toSorted(), [...operations().keys()].toSorted())
  })

  it("names every tool once, in letters that all clients take", () => {
    const names = tools.map(({ name }) => name)
    assert.deepStrictEqual([...new Set(names)], names)
    for (const name of names) assert.match(name, /^[a-z][a-z_]{2,40}$/)
  })

  it("says of every tool what it is for and what it is not, and names only tools there", () => {
    const names = new Set(tools.map(({ name }) => name))
    for (const { notFor, useFor } of catalogue) {
      assert.isAbove(useFor.length, 10)
      for (const [, list = ""] of notFor.matchAll(/\(([a-z_, ]+)\)/g)) {
        for (const name of list.split(", ")) assert.isTrue(names.has(name), `${notFor} names ${name}`)
      }
    }
  })

  it("is truthful about what calls do", () => {
    for (const { does, name, operation } of catalogue) {
      const { method, scope } = operations().get(operation)!
      const { destructiveHint, readOnlyHint } = tools.find((tool) => tool.name === name)!.annotations
      if (method === "DELETE") assert.isTrue(destructiveHint, name)
      if (method === "PATCH") assert.isFalse(readOnlyHint, name)
      if (readOnlyHint && scope !== null) assert.notMatch(scope, /:write$/, `${name} reads, and needs ${scope}`)
      if (scope === "data:execute" && does !== "destroys") assert.include(["looks", "reads"], does, name)
    }
  })

  it("needs a scope for every tool but the documentation's", () => {
    for (const { description, needed } of descriptions()) {
      assert.strictEqual(needed === null, description.name === "search_docs", description.name)
    }
  })

  it("gives schemas that models take: one object, no references, nothing that acts or speaks for its user", () => {
    for (const { inputSchema, name, outputSchema } of tools) {
      const text = JSON.stringify(inputSchema) + JSON.stringify(outputSchema)
      assert.notInclude(text, "$ref", name)
      assert.strictEqual(inputSchema.type, "object")
      for (const keyword of ["anyOf", "oneOf", "allOf"]) assert.notProperty(inputSchema, keyword)
      const properties = Object.keys(inputSchema.properties as object)
      for (const field of ["actions", "headers", "profileId", "secret"]) assert.notInclude(properties, field, name)
      assert.include(properties, "max_tokens")
      const tool = toolNamed(name)
      // A cursor makes the call again.
      assert.strictEqual(properties.includes("cursor"), tool === undefined || goesOn(tool), name)
    }
  })

  it("fits a context itself", () => {
    // What clients hand to a model: names, descriptions and inputs. Three bytes a token, as for answers.
    const bytes = tools.reduce(
      (sum, { description, inputSchema, name }) => sum + JSON.stringify({ name, description, inputSchema }).length,
      0
    )
    assert.isBelow(bytes / 3, 16_000)
  })

  it("tells the version of its package", () => {
    const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
      version: string
    }
    assert.strictEqual(version, manifest.version)
  })
})
