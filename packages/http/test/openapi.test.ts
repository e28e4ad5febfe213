/** The description at `/openapi.json`: what a strict linter says of it, and whether its examples are taken. */
import { assert, describe, it } from "@effect/vitest"
import { createConfig, lintFromString } from "@redocly/openapi-core"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { examples } from "../src/examples.ts"
import { Handlers } from "../src/server.ts"
import { asTimePasses, layer, newKey, newOrganization } from "./support/App.ts"
import { type DescribedParameter, describedRequest } from "./support/describedRequest.ts"

interface Described {
  readonly operationId: string
  readonly parameters?: ReadonlyArray<DescribedParameter & { readonly schema?: { readonly type?: string } }>
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: unknown }>> }
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly example?: unknown }>> }>
  >
}

interface Description {
  readonly servers: ReadonlyArray<{ readonly url: string }>
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
}

const description = Effect.gen(function* () {
  const { web } = yield* Handlers
  return yield* Effect.promise(async () => (await web(new Request("http://kittiwake.test/openapi.json"))).text())
})

const operationsOf = ({ paths }: Description) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation }))
  )

/** What the description says an example looks like as a request. */
const requestOf = (
  path: string,
  method: string,
  { operationId, parameters = [], requestBody }: Described,
  key: string
) => {
  const [[mediaType, media] = [null, {}]] = Object.entries(requestBody?.content ?? {})
  const { example: body } = media as { readonly example?: unknown }
  assert.strictEqual(requestBody === undefined, body === undefined, `${operationId} has a body without an example`)
  const values = Object.fromEntries(parameters.map(({ example, name }) => [name, example]))
  return describedRequest({ path, method, parameters, values, mediaType, body, key })
}

describe("the description of the API", () => {
  it.live(
    "passes a strict linter",
    () =>
      Effect.gen(function* () {
        const source = yield* description
        const problems = yield* Effect.promise(async () => {
          const config = await createConfig({
            extends: ["recommended-strict"],
            // The contract has `/monitors/changes/{id}` beside `/monitors/{id}/changes`; the router tells them apart.
            rules: { "no-ambiguous-paths": "off", "no-invalid-parameter-examples": "error" }
          })
          return lintFromString({ source, absoluteRef: "openapi.json", config })
        })
        assert.deepStrictEqual(
          problems.map(({ location: [place], message, ruleId }) => `${ruleId} ${place?.pointer}: ${message}`),
          []
        )
      }).pipe(Effect.provide(layer)),
    30_000
  )

  it.effect("says of ages everywhere that they are integers", () =>
    Effect.gen(function* () {
      const parameters = operationsOf(JSON.parse(yield* description) as Description).flatMap(
        ({ operation }) => operation.parameters ?? []
      )
      const ages = parameters.filter(({ name }) => name === "maxAgeMs")
      assert.isAbove(ages.length, 5)
      assert.deepStrictEqual(
        ages.filter(({ schema }) => schema?.type !== "integer"),
        []
      )
    }).pipe(Effect.provide(layer))
  )

  it.effect("has an example of every operation, which is taken as it stands", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.parse("2026-03-15T12:00:00Z"))
      const described = JSON.parse(yield* description) as Description
      const operations = operationsOf(described)
      assert.deepStrictEqual(
        operations.map(({ operation }) => operation.operationId).toSorted(),
        Object.keys(examples).toSorted()
      )
      const organization = yield* newOrganization({ overrides: { unlimitedRequests: true } })
      const { secret } = yield* newKey(organization)
      const { web } = yield* Handlers
      for (const { method, operation, path } of operations) {
        const { operationId, parameters = [], requestBody, responses } = operation
        const success = Object.entries(responses).find(([status]) => status.startsWith("2"))
        const replies = Object.values(success?.[1].content ?? {}).some(({ example }) => example !== undefined)
        const asks = requestBody !== undefined || parameters.some(({ example }) => example !== undefined)
        assert.isTrue(asks || replies, `${operationId} has no example`)
        const request = requestOf(path, method, operation, secret)
        const asking = Effect.promise(() => web(request))
        const response = yield* operationId === "monitors.preview" ? asTimePasses(asking) : asking
        const body = yield* Effect.promise(() => response.text())
        // Nothing has the ids of examples; everything else is understood.
        const isAboutAnId = path.includes("{")
        assert.strictEqual(response.status, isAboutAnId ? 404 : Number(success?.[0]), `${operationId}: ${body}`)
      }
    }).pipe(Effect.provide(layer))
  )

  it.effect(
    "says of every operation that headers may be too large, and of those with a body that its kind may be wrong",
    () =>
      Effect.gen(function* () {
        const described = JSON.parse(yield* description) as Description
        assert.deepStrictEqual(
          described.servers.map(({ url }) => url),
          ["/"]
        )
        for (const { operation } of operationsOf(described)) {
          assert.property(operation.responses, "431", operation.operationId)
          if (operation.requestBody !== undefined) assert.property(operation.responses, "415", operation.operationId)
        }
      }).pipe(Effect.provide(layer))
  )
})
