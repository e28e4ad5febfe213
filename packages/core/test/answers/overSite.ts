/** Answers over one small site. */
import { assert } from "@effect/vitest"
import { Answers } from "@kittiwake/core/answers/Answers"
import * as PlainReaders from "@kittiwake/core/testing/PlainReaders"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import * as FactReader from "@kittiwake/html/FactReader"
import * as PageReader from "@kittiwake/html/PageReader"
import { Clock, Effect, Layer, Result } from "effect"
import { readExample } from "../../src/answers/domain/AnswerShape.ts"

export type Example = Record<string, unknown>

/** Pages by path, each with its title and its body. */
export type Site = Readonly<Record<string, readonly [title: string, body: string]>>

const layer = TestInstallation.layer({
  credits: 100_000,
  pageReader: PageReader.layer,
  readers: Layer.merge(PlainReaders.layer, FactReader.layer),
  loops: false
})

/** Checks answers over one site. */
export const check = (
  site: Site,
  tasks: ReadonlyArray<readonly [task: string, example: Example, answer: Example]>,
  language = "en"
) =>
  Effect.gen(function* () {
    const web = yield* ScriptedWeb
    const links = Object.entries(site).map(([to, [title]]) => `<a href="${to}">${title}</a>`)
    for (const [path, [title, body]] of Object.entries(site)) {
      const html = `<!doctype html><html lang="${language}"><head><title>${title}</title></head><body><nav>${links.join(" ")}</nav><main>${body}</main></body></html>`
      yield* web.page(`https://lake.example${path}`, html)
    }
    const { organization } = yield* TestInstallation
    const answers = yield* Answers
    const said: Array<readonly [string, Example]> = []
    for (const [task, example] of tasks) {
      const call = {
        organizationId: organization.id,
        requestId: crypto.randomUUID(),
        ...{ route: "/web/answers", caller: "key", isWanted: () => true },
        deadline: { atMillis: (yield* Clock.currentTimeMillis) + 30_000, acceptsPart: true },
        freshness: { maxAgeMillis: 0, zeroRetention: true }
      }
      const shape = Result.getOrThrow(readExample(example))
      const { value } = yield* answers.answer(call, { task: `${task} See lake.example`, shape, mode: "fast" })
      said.push([task, value.content as Example])
    }
    assert.deepStrictEqual(
      said,
      tasks.map(([task, , answer]) => [task, answer])
    )
  }).pipe(Effect.provide(layer))
