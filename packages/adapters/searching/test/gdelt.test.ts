/** GDELT as it answers, with the mistakes that it makes (its DOC API, version 2). */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Gdelt from "../src/Gdelt.ts"
import { answers, made, type Reply, serve } from "./searchServer.ts"

/** As `mode=artlist&format=json` writes an article. */
const article = (given: Readonly<Record<string, unknown>> = {}) => ({
  url: "https://paper.example/news/fulmar",
  url_mobile: "",
  title: "Fulmar raises $ 12 million , says Ann Reed ' s paper : what next ? - The Paper",
  seendate: "20241130T101500Z",
  socialimage: "https://paper.example/i.jpg",
  domain: "paper.example",
  language: "English",
  sourcecountry: "United Kingdom",
  ...given
})

const page = (...articles: ReadonlyArray<object>) => JSON.stringify({ articles })

const asked = Effect.fnUntraced(function* (
  replies: readonly [Reply, ...ReadonlyArray<Reply>],
  names: ReadonlyArray<string> = ["Fulmar Systems"],
  leftMillis = 5_000
) {
  const server = yield* serve(...replies)
  const backend = yield* made(Gdelt.make({ url: `${server.url}/api/v2/doc/doc` }))
  return { server, find: backend.find({ names }, leftMillis) }
})

const text = (body: string, status = 200) => answers(status, body, { "content-type": "text/html; charset=utf-8" })

describe("GDELT", () => {
  it.live("is asked for names as phrases, and tells articles in plain words and codes", () =>
    Effect.gen(function* () {
      const { find, server } = yield* asked([
        answers(
          200,
          page(
            article(),
            article({
              url: "https://paper.example/2",
              language: "Chinese",
              sourcecountry: "South Korea",
              seendate: "then"
            }),
            article({ url: "https://paper.example/3", language: "Klingon", sourcecountry: "", socialimage: "data:x" }),
            article({ url: "javascript:alert(1)" }),
            article({ title: "  " }),
            { nothing: true }
          )
        )
      ])
      const found = yield* find
      assert.deepStrictEqual(found[0], {
        url: "https://paper.example/news/fulmar",
        title: "Fulmar raises $12 million, says Ann Reed's paper: what next? - The Paper",
        imageUrl: "https://paper.example/i.jpg",
        publishedAtMillis: Date.parse("2024-11-30T10:15:00Z"),
        language: "en",
        country: "gb"
      })
      assert.deepStrictEqual(
        found
          .slice(1)
          .map(({ country, imageUrl, language, publishedAtMillis }) => [
            language,
            country,
            publishedAtMillis,
            imageUrl
          ]),
        [
          ["zh", "kr", null, "https://paper.example/i.jpg"],
          [null, null, Date.parse("2024-11-30T10:15:00Z"), null]
        ]
      )
      const [{ method, parameters, path }] = server.asked as [(typeof server.asked)[number]]
      assert.deepStrictEqual([method, path], ["GET", "/api/v2/doc/doc"])
      assert.deepStrictEqual(parameters, {
        ...{ query: '"Fulmar Systems"', mode: "artlist", format: "json", sort: "datedesc", timespan: "3months" },
        maxrecords: "250"
      })
    })
  )

  it.live("is asked for several names in parentheses, and not for what is too short for it", () =>
    Effect.gen(function* () {
      const several = yield* asked([answers(200, "{}")], ['Fulmar "Systems" (UK)', "Fulmar", "FU"])
      yield* several.find
      assert.strictEqual(several.server.asked[0]?.parameters.query, '("Fulmar Systems UK" OR "Fulmar")')
      const short = yield* asked([answers(200, page(article()))], ["FU"])
      assert.deepStrictEqual(yield* short.find, [])
      assert.lengthOf(short.server.asked, 0)
    })
  )

  it.live("is understood where its JSON is none, or it has nothing to say", () =>
    Effect.gen(function* () {
      const broken = page(article()).replace("The Paper", 'The \\Paper\\\'s \\u00e9 \\\\ \\"one\\" \\ufg\u0007\n')
      const { find } = yield* asked([answers(200, broken)])
      assert.strictEqual(
        (yield* find)[0]?.title,
        `Fulmar raises $12 million, says Ann Reed's paper: what next? - The \\Paper\\'s é \\ "one" \\ufg`
      )
      for (const nothing of ["", "\r\n", "{}", '{"articles":[]}']) {
        assert.deepStrictEqual(yield* (yield* asked([answers(200, nothing)])).find, [], JSON.stringify(nothing))
      }
      const many = page(...Array.from({ length: 400 }, (_, n) => article({ url: `https://paper.example/${n}` })))
      assert.lengthOf(yield* (yield* asked([answers(200, many)])).find, 250)
    })
  )

  it.live("mends what stands where two pieces of an answer meet, and no more than anybody writes by mistake", () =>
    Effect.gen(function* () {
      const told = (title: string) => `{"articles":[{"url":"https://paper.example/1","title":"${title}"}]}`
      for (const escape of ["\\u00e9", '\\"', "\\\\", "\\x", "\\u00g0", "\\", "\\\\\\\\"]) {
        const said = `${escape}-end`
        const alone = yield* (yield* asked([answers(200, told(said))])).find
        assert.lengthOf(alone, 1, escape)
        for (let moved = 0; moved < 10; moved += 1) {
          const rest = `",${told(said).slice(1)}`
          const filled = `{"x":"${" ".repeat(65_536 - 8 + moved - '{"x":"'.length - rest.indexOf(said))}${rest}`
          const found = yield* (yield* asked([answers(200, filled)])).find
          assert.deepStrictEqual(found, alone, `${escape} ${moved}`)
        }
      }
      const escaped = yield* asked([answers(200, `{"x":"${'\\"\\/'.repeat(100_000)}","articles":[]}`)])
      assert.deepStrictEqual(yield* escaped.find, [])
      const broken = yield* asked([answers(200, `{"articles":["${"\\x".repeat(100_000)}"]}`)])
      assert.strictEqual((yield* Effect.flip(broken.find)).reason, "malformed")
      const wide = yield* asked([answers(200, `{"articles":[${"0,".repeat(300_000)}0]}`)])
      assert.strictEqual((yield* Effect.flip(wide.find)).message, "Its answer holds more than one can.")
    })
  )

  it.live("says in a line of text why it does not answer, whatever the status is", () =>
    Effect.gen(function* () {
      const pace =
        "Please limit requests to one every 5 seconds or contact kalev.leetaru5@gmail.com for larger queries.\n"
      const reasons = [
        [text(pace), "throttled"],
        [text(pace, 429), "throttled"],
        [text("Queries containing OR'd terms must be surrounded by ().\n"), "rejected"],
        [text("Invalid mode.\n"), "rejected"],
        [text("<html><body>Bad Gateway</body></html>"), "malformed"],
        [text("<html><body>Bad Gateway</body></html>", 502), "unavailable"],
        [answers(200, '{"articles": [{"url": "https://paper.exam'), "malformed"],
        [answers(200, '{"articles": 7}'), "malformed"],
        [answers(302, "", { location: "https://elsewhere.example/" }), "rejected"]
      ] as const
      for (const [reply, reason] of reasons) {
        const failure = yield* Effect.flip((yield* asked([reply])).find)
        assert.strictEqual(failure.reason, reason)
        assert.notInclude(failure.message, "Fulmar")
        assert.notInclude(failure.message, "leetaru")
      }
      const common = yield* asked([text("The specified phrase is too short.\n")])
      assert.deepStrictEqual(yield* common.find, [], "of a name that it does not look for it knows nothing")
    })
  )

  it.live("ends within its time, and reads no more than an answer can be", () =>
    Effect.gen(function* () {
      const hangs: Reply = () => {}
      assert.strictEqual((yield* Effect.flip((yield* asked([hangs], ["Fulmar"], 100)).find)).reason, "deadline")
      const long = answers(200, `{"articles":[${" ".repeat(5 * 1024 * 1024)}]}`)
      assert.strictEqual((yield* Effect.flip((yield* asked([long])).find)).reason, "malformed")
    })
  )
})
