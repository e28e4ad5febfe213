/** How a task and the example of its answer are read. */
import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { exampleLimits, readExample } from "../../src/answers/domain/AnswerShape.ts"
import { queriesOf, sitesIn } from "../../src/answers/domain/readTask.ts"
import { emptyObject } from "../../src/extraction/domain/DataShape.ts"

const shapeOf = (example: unknown) => Result.getOrThrow(readExample(example))

const refusal = (example: unknown): string => {
  const read = readExample(example)
  return read._tag === "Failure" ? read.failure.message : assert.fail("it was read")
}

describe("the example of an answer", () => {
  it("keeps its keys, with nothing where nothing is known", () => {
    const example = { a: "", b: 0, c: true, d: null, e: ["x"], f: [], g: {}, h: { i: "", j: [{ k: 0 }] } }
    assert.deepStrictEqual(emptyObject(shapeOf(example)), {
      ...{ a: null, b: null, c: null, d: null, e: [], f: [], g: {} },
      h: { i: null, j: [] }
    })
  })

  it("says of what kind each value is, and in a placeholder what is wanted", () => {
    const [text, number, flag, list] = shapeOf({ ceo: "name of its head", n: 0, b: false, l: [{ x: 0 }] }).properties
    assert.deepInclude(text?.shape, { kind: "text", description: "name of its head" })
    assert.deepInclude(number?.shape, { kind: "number" })
    assert.deepInclude(flag?.shape, { kind: "flag" })
    assert.deepInclude(list?.shape, { kind: "list" })
  })

  it("is an object within limits", () => {
    for (const none of [[], "", null, 7]) assert.include(refusal(none), "object")
    const deep = (levels: number): unknown => (levels === 1 ? {} : { a: deep(levels - 1) })
    assert.strictEqual(readExample(deep(exampleLimits.levels))._tag, "Success")
    assert.include(refusal(deep(exampleLimits.levels + 1)), "levels")
    const wide = (values: number) => Object.fromEntries(Array.from({ length: values }, (_, n) => [`v${n}`, ""]))
    assert.strictEqual(readExample(wide(exampleLimits.values - 1))._tag, "Success")
    assert.include(refusal(wide(exampleLimits.values)), "values")
    assert.include(refusal({ a: ["", ...Array.from({ length: exampleLimits.values }, () => 1)] }), "values")
    assert.include(refusal({ a: "x".repeat(exampleLimits.length) }), "characters")
    assert.include(refusal(JSON.parse(`{"__proto__": ""}`)), "__proto__")
    assert.include(refusal({ "": "" }), "field")
  })
})

describe("a task", () => {
  const isHost = (host: string) => /\.(?:com|example|org)$/.test(host)
  const hostsIn = (task: string) => sitesIn(task, isHost).map(({ host }) => host)

  it("names sites by their hosts or addresses, each once", () => {
    assert.deepStrictEqual(hostsIn("Compare kiln.example with https://www.glaze.example/a, then kiln.example/b."), [
      "kiln.example",
      "www.glaze.example"
    ])
    assert.deepStrictEqual(sitesIn("See kiln.example.", isHost)[0]?.urls, [
      "https://kiln.example/",
      "http://kiln.example/"
    ])
    assert.deepStrictEqual(sitesIn("Read http://127.0.0.1:8080/a!", isHost)[0]?.urls, ["http://127.0.0.1:8080/a"])
    assert.deepStrictEqual(hostsIn("Write to ann@kiln.example about Node.js, e.g. version 3.5"), [])
  })

  it("names a site by its port, whatever it is called", () => {
    assert.deepStrictEqual(hostsIn("Who runs wiki.corp:8080, localhost:3000/about and 127.0.0.1:9000?"), [
      "wiki.corp:8080",
      "localhost:3000",
      "127.0.0.1:9000"
    ])
    assert.deepStrictEqual(hostsIn("Was it 3:15 or 10:30, in a ratio of 2.5:10, with localhost and v1.2.3.4?"), [])
    assert.deepStrictEqual(queriesOf("localhost:3000?", shapeOf({ a: "" }), sitesIn("localhost:3000", isHost), 1), [
      "localhost"
    ])
  })

  it("is searched by its own words first, and then by its subject with each field", () => {
    const shape = shapeOf({ founder: "", yearFounded: 0, result: "" })
    const task = "Please tell me: who founded Kiln Labs, and when?"
    const queries = queriesOf(task, shape, [], 6)
    assert.deepStrictEqual(queries, [
      "founded Kiln Labs, and when",
      "Kiln Labs",
      "Kiln Labs founder",
      "Kiln Labs year founded"
    ])
    assert.lengthOf(queriesOf(task, shape, [], 2), 2)
    assert.deepStrictEqual(queriesOf("kiln.example?", shape, sitesIn("kiln.example", isHost), 1), ["kiln"])
    for (const query of queriesOf("x ".repeat(2_000), shape, [], 6)) assert.isAtMost(query.length, 300)
  })

  it("is read in a moment, whatever it is", () => {
    for (const task of [
      "a.".repeat(2_000),
      "-".repeat(4_000),
      `${"a-".repeat(1_999)}.com`,
      '"'.repeat(4_000),
      "A ".repeat(2_000)
    ]) {
      const begun = process.cpuUsage().user
      queriesOf(task, shapeOf({ a: "" }), sitesIn(task, isHost), 6)
      assert.isBelow(process.cpuUsage().user - begun, 250_000, task.slice(0, 8))
    }
  })
})
