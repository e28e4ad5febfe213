/** Observed: what a listener that fails leaves behind, and which listeners of this adapter are registered past the guard. */
import { readdirSync, readFileSync } from "node:fs"
import { setTimeout as wait } from "node:timers/promises"
import { assert, describe, it } from "@effect/vitest"
import { safely } from "../src/safely.ts"

const source = `${import.meta.dirname}/../src`

/** Every listener that is registered in a text, without what stands in it, where it is not handed over as `safely(…)` or by a name of one. */
const unguardedOf = (text: string): ReadonlyArray<string> => {
  const safe = new Set([...text.matchAll(/\bconst (\w+) = safely\(/g)].map(([, name]) => name))
  const registered =
    /\.(?:on|once|addListener|prependListener|prependOnceListener|addEventListener)\(\s*(?:"[^"]*"|\w+)\s*,\s*(\w+\(?|\S)/g
  return [...text.matchAll(registered)]
    .filter(([, listener]) => listener !== "safely(" && !safe.has(listener))
    .map(([call]) => call)
}

/** Scripts of `page/` run in the page. */
const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter(
  (name) => name.endsWith(".ts") && !name.startsWith("page/")
)

describe("safely", () => {
  it("hands on what is told, and ends what a listener fails at", async () => {
    const seen: Array<unknown> = []
    const note = (...told: ReadonlyArray<unknown>) => seen.push(told)
    safely((a: number, b: string) => note(a, b))(1, "b")
    safely(
      (_: number) => {
        throw new Error("no")
      },
      ([a]) => note("ended", a)
    )(2)
    safely(
      (_: number) => Promise.reject(new Error("no")),
      ([a]) => note("ended", a)
    )(3)
    await wait(5)
    assert.deepStrictEqual(seen, [
      [1, "b"],
      ["ended", 2],
      ["ended", 3]
    ])
  })

  it("stays quiet also where the end fails", async () => {
    const no = () => {
      throw new Error("no")
    }
    safely(no, no)()
    safely(() => Promise.reject(new Error("no")), no)()
    await wait(5)
  })
})

describe("a listener of this adapter", () => {
  it("is registered through the guard", () => {
    assert.isAbove(files.length, 30)
    const registered = files.flatMap((name) =>
      unguardedOf(readFileSync(`${source}/${name}`, "utf8")).map((call) => `${name}: ${call}`)
    )
    assert.deepStrictEqual(registered, [])
  })

  it("is found where it is registered past it", () => {
    const past = [
      'page.on("x", (a) => a)',
      'page.once("x", async () => {})',
      "socket.on('x', end)".replaceAll("'", '"'),
      "session.on(\n  name,\n  note\n)"
    ]
    for (const one of past) assert.strictEqual(unguardedOf(one).length, 1, one)
    assert.deepStrictEqual(unguardedOf('const end = safely(() => {})\npage.on("x", end)\npage.on("y", safely(z))'), [])
  })

  it("takes what a browser says is an address by one parser", () => {
    for (const name of files) {
      // Of the browser itself, and of an address that is as long as a head may be.
      if (name === "packedChromium.ts" || name === "proxy/forward.ts") continue
      assert.notMatch(readFileSync(`${source}/${name}`, "utf8"), /\bnew URL\(/, name)
    }
  })
})
