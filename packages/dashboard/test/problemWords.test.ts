/** What screens say of every error that the API can answer with: those of the page that tells of all of them. */
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { ApiError } from "../app/api/ApiError.ts"
import { de } from "../app/i18n/de.ts"
import { en } from "../app/i18n/en.ts"
import { problemWords } from "../app/parts/problemWords.ts"

interface Documented {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly headers: string
}

const documented = async (): Promise<ReadonlyArray<Documented>> => {
  const page = await readFile(join(import.meta.dirname, "../../../docs/errors.md"), "utf8")
  return [...page.matchAll(/^\| (\d{3}) \| `(\w+)` \| .* \| (.*?) \| (.*?)\|$/gm)].map(
    ([, status, code = "", message = "", headers = ""]) => ({ status: Number(status), code, message, headers })
  )
}

const errorOf = ({ code, headers, message, status }: Documented, isOfRecord = true): ApiError => {
  const seconds = /retry-after: (\d+)/.exec(headers)?.[1]
  return new ApiError({
    status,
    code,
    message,
    requestId: "req_1",
    retryAfter: seconds === undefined ? null : Number(seconds),
    lacks: code === "INSUFFICIENT_PERMISSIONS" ? "monitors:write" : null,
    isFinal: headers.includes("x-should-retry: false"),
    isOfRecord
  })
}

const shownAs = (one: Documented, isOfRecord?: boolean) => problemWords(errorOf(one, isOfRecord), en)

const refusal = (status: number, code: string, message: string, headers = ""): Documented => ({
  status,
  code,
  message,
  headers
})

describe("what screens say of an error", () => {
  it("has a title of its own for each cause, and else the words of the API", async () => {
    const all = await documented()
    assert.isAbove(all.length, 90)
    const byTitle = Map.groupBy(
      all.filter((one) => shownAs(one).title !== one.message),
      (one) => shownAs(one).title
    )
    const codes = Object.fromEntries(
      [...byTitle].map(([title, ones]) => [
        title,
        [...new Set(ones.map(({ code, status }) => `${status} ${code}`))].sort()
      ])
    )
    assert.deepStrictEqual(codes, {
      "You are not signed in any more.": ["401 UNAUTHORIZED"],
      "This organization is disabled.": ["403 DISABLED"],
      "The server takes this page for one of another site.": ["403 CROSS_SITE_REQUEST"],
      "Your key may not do this.": ["403 INSUFFICIENT_PERMISSIONS"],
      "The plan of this organization does not include this.": ["403 PAID_PLAN_REQUIRED"],
      "There are not enough credits.": ["403 USAGE_EXCEEDED"],
      "Nothing is collected for now.": ["403 COLLECTION_PAUSED"],
      "A limit of this organization is reached.": [
        "403 BATCH_LIMIT_EXCEEDED",
        "403 FORBIDDEN",
        "403 MONITOR_LIMIT_EXCEEDED"
      ],
      "There is nothing under this address.": ["404 NOT_FOUND"],
      "Too many calls for now.": ["429 RATE_LIMITED"],
      "This installation lacks something.": ["503 INTERNAL_ERROR"],
      "The server could not answer.": ["500 INTERNAL_ERROR", "501 UNSUPPORTED_CONTENT", "503 INTERNAL_ERROR"]
    })
  })

  it("says what the API says beside a title, but not how a program would sign in", async () => {
    for (const one of await documented()) {
      const { said, title, todo } = shownAs(one)
      const isOfPrograms = ["UNAUTHORIZED", "CROSS_SITE_REQUEST", "DISABLED", "INSUFFICIENT_PERMISSIONS"].includes(
        one.code
      )
      if (isOfPrograms) assert.notInclude(`${title} ${said} ${todo}`, one.message)
      else assert.include([title, said], one.message)
      assert.notStrictEqual(said, title)
    }
  })

  it("asks nobody to try again what ends the same way", async () => {
    const final = (await documented()).filter(({ headers }) => headers.includes("x-should-retry: false"))
    assert.isAbove(final.length, 10)
    for (const one of final) assert.notMatch(shownAs(one).todo, /again/, one.message)
    const busy = refusal(503, "INTERNAL_ERROR", "Too many files are waiting to be read.", "retry-after: 5")
    assert.strictEqual(shownAs(busy).todo, "Wait 5 seconds, then try again.")
  })

  it("tells a page of the web that is not there by its own words, and not as a record of ours", () => {
    const gone = refusal(404, "NOT_FOUND", "The page answered 404.")
    assert.deepStrictEqual(shownAs(gone, false), { title: "The page answered 404.", said: "", todo: "" })
    const monitor = refusal(404, "NOT_FOUND", "Monitor not found.")
    assert.strictEqual(shownAs(monitor).title, "There is nothing under this address.")
    assert.strictEqual(shownAs(monitor).said, "Monitor not found.")
  })

  it("tells of what is missing that it can be set, and of what may have been done that it is to be seen first", () => {
    const browser = refusal(503, "INTERNAL_ERROR", "KITTIWAKE_BROWSER is off.", "x-should-retry: false")
    assert.strictEqual(shownAs(browser).todo, "Whoever operates it can set what the message names.")
    const acted = "The actions of the page may have been done: see whether they were."
    assert.deepStrictEqual(shownAs(refusal(503, "INTERNAL_ERROR", acted, "x-should-retry: false")), {
      title: acted,
      said: "",
      todo: ""
    })
  })

  it("is said of answers that are none of the API, and of what the browser could not do", () => {
    assert.strictEqual(shownAs(refusal(403, "HTTP_403", "")).title, "HTTP_403")
    assert.strictEqual(shownAs(refusal(0, "UNREACHABLE", "")).title, "The server does not answer.")
    assert.deepStrictEqual(problemWords(new Error("x is undefined"), en), {
      title: "This screen broke.",
      said: "x is undefined",
      todo: en.problem.brokenTodo
    })
  })

  it("has each title in every language", async () => {
    for (const one of await documented()) {
      const [english, german] = [problemWords(errorOf(one), en), problemWords(errorOf(one), de)]
      assert.strictEqual(english.title === one.message, german.title === one.message)
      if (german.title !== one.message) assert.notStrictEqual(german.title, english.title)
      assert.strictEqual(english.todo === "", german.todo === "")
    }
  })
})
