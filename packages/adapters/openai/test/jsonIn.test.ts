/** The JSON of an answer, wherever a model puts it. Observed: the text that is decoded, also where an answer is all blanks and fences. */
import { assert, describe, it } from "@effect/vitest"
import { jsonIn } from "../src/wire.ts"

const json = `{"a":1}`

describe("the JSON of an answer", () => {
  it("stands in a fence, behind thoughts, among words, or alone", () => {
    const answers = [
      ...[
        json,
        ` ${json}\n`,
        `\`\`\`json\n${json}\n\`\`\``,
        `\`\`\`\n${json}\`\`\``,
        `\`\`\`json   \n\n${json}\n\n\`\`\``
      ],
      ...[
        `<think>{ } \`\`\`</think>\n${json}`,
        `<think>a</think>b</think>\`\`\`json\n${json}\n\`\`\``,
        `Here it is: ${json}. Fine?`
      ]
    ]
    for (const answer of answers) assert.strictEqual(jsonIn(answer), json, answer)
  })

  it("is what was said where there is no fence to end one that begins", () => {
    for (const blank of [" ", "\n", "```", "</think> "]) {
      const said = `\`\`\`${blank.repeat(60_000)}x`
      assert.strictEqual(jsonIn(said), blank.startsWith("<") ? "x" : said)
    }
    for (const said of ["", "`", "```", "`````"]) assert.strictEqual(jsonIn(said), said)
    assert.strictEqual(jsonIn("``````"), "")
  })

  it("is looked for by no pattern, which could begin anew at every place", () => {
    // What a pattern does is not seen from outside: the reader has none.
    assert.notMatch(jsonIn.toString(), /\.(?:exec|match|matchAll|replace|search|test)\(/)
  })
})
