/** A browser that refuses what a test says. Observed: which cookies it has then, and how often it was asked. */
import { assert, describe, it } from "@effect/vitest"
import { type Cookie, canBePut, putCookies } from "../src/render/putCookies.ts"

const cookie = (name: string, value = "1"): Cookie => ({
  name,
  value,
  domain: "shop.example",
  path: "/",
  expires: -1,
  httpOnly: false,
  secure: false,
  sameSite: "Lax"
})

const browser = (refuses: (name: string) => boolean) => {
  const had: Array<string> = []
  let asked = 0
  const put = (some: ReadonlyArray<Cookie>) => {
    asked += 1
    if (some.some(({ name }) => refuses(name))) return Promise.reject(new Error("Invalid cookie fields"))
    had.push(...some.map(({ name }) => name))
    return Promise.resolve()
  }
  return { had, put, asked: () => asked }
}

const named = (count: number) => Array.from({ length: count }, (_, index) => cookie(`c${index}`))

describe("putCookies", () => {
  it("asks once for all that are taken", async () => {
    const { asked, had, put } = browser(() => false)
    await putCookies(named(300), put)
    assert.deepStrictEqual([asked(), had.length], [1, 300])
    await putCookies([], put)
    assert.strictEqual(asked(), 1)
  })

  it("leaves out those that are not, and those alone", async () => {
    const { had, put } = browser((name) => ["c0", "c151", "c299"].includes(name))
    await putCookies(named(300), put)
    assert.sameMembers(
      had,
      named(300)
        .map(({ name }) => name)
        .filter((name) => !["c0", "c151", "c299"].includes(name))
    )
  })

  it("gives up where none is taken", async () => {
    const { asked, had, put } = browser(() => true)
    await putCookies(named(5_000), put)
    assert.isAtMost(asked(), 200)
    assert.deepStrictEqual(had, [])
  })
})

describe("what can be put", () => {
  it("is what browsers take", () => {
    for (const one of [cookie("id"), cookie("", "x"), cookie("x", ""), cookie("é", "😀"), cookie("e", 'a="b c"')]) {
      assert.isTrue(canBePut(one), JSON.stringify(one))
    }
    for (const one of [cookie("", ""), cookie("a=b"), cookie("a;b"), cookie("a", "b\n"), cookie("a", "b;c")]) {
      assert.isFalse(canBePut(one), JSON.stringify(one))
    }
  })
})
