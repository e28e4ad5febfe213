/** Observed: whether the doctor's word of a language model is true. */
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect } from "effect"
import { readSettings } from "../src/config.ts"
import { languageModel } from "../src/doctor/languageModel.ts"
import { site } from "./support/site.ts"

const examined = (env: Readonly<Record<string, string>>, mayCost = true) =>
  Effect.runPromise(
    Effect.flatMap(readSettings(false), (settings) => languageModel(settings, mayCost)).pipe(
      Effect.provideService(
        ConfigProvider.ConfigProvider,
        ConfigProvider.fromEnvRecord({ KITTIWAKE_DATA_DIR: "/nowhere", ...env })
      )
    )
  )

const completion = JSON.stringify({
  ...{ id: "1", object: "chat.completion", created: 1, model: "small" },
  choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: '{"word":"kittiwake"}' } }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
})

describe("a language model", () => {
  it("is asked whether it answers, and not where that may cost", async () => {
    const asked: Array<string> = []
    await using model = await site((request, response) => {
      asked.push(String(request.headers.authorization))
      response.writeHead(request.headers.authorization === "Bearer right" ? 200 : 401, {
        "content-type": "application/json"
      })
      response.end(completion)
    })
    const env = {
      KITTIWAKE_LLM_URL: `${model.url}v1`,
      KITTIWAKE_LLM_MODEL: "small",
      KITTIWAKE_LLM_KEY: "right",
      KITTIWAKE_EGRESS_ALLOW: "127.0.0.1"
    }
    const spared = await examined(env, false)
    assert.deepStrictEqual([spared.state, asked], ["ok", []])
    assert.deepInclude(await examined(env), { state: "ok", message: `small at ${model.address} answers` })
    const wrong = await examined({ ...env, KITTIWAKE_LLM_KEY: "wrong" })
    assert.strictEqual(wrong.state, "broken")
    assert.include(wrong.mend, "KITTIWAKE_LLM_KEY")
    const forbidden = await examined({ ...env, KITTIWAKE_EGRESS_ALLOW: "" })
    assert.deepStrictEqual(
      [forbidden.state, forbidden.mend],
      ["broken", "A private address must be in KITTIWAKE_EGRESS_ALLOW."]
    )
  })

  it("is told as broken where nobody answers, and as left out where none is set", async () => {
    const env = { KITTIWAKE_LLM_URL: "http://127.0.0.1:9/v1", KITTIWAKE_LLM_MODEL: "small" }
    const gone = await examined({ ...env, KITTIWAKE_EGRESS_ALLOW: "127.0.0.1" })
    assert.strictEqual(gone.state, "broken")
    assert.include(gone.mend, "KITTIWAKE_LLM_URL")
    assert.strictEqual((await examined({})).state, "absent")
  })
})
