/**
 * Requests that are made from the description, as it allows them and with something wrong in them. Observed: that every
 * reply has a status and a body that the description knows, and none is a failure of the server.
 *
 * `KITTIWAKE_GENERATED=5000 npm test -- packages/http/test/generated.test.ts` makes so many.
 */
import { assert, describe, it } from "@effect/vitest"
import { Ajv2020 } from "ajv/dist/2020.js"
import addFormats from "ajv-formats"
import { Effect } from "effect"
import * as fc from "fast-check"
import { Handlers } from "../src/server.ts"
import { layer, newKey, newMonitor, newOrganization, Outside } from "./support/App.ts"
import { type DescribedParameter, describedRequest } from "./support/describedRequest.ts"
import { fromSchema, type JsonSchema, wrongly } from "./support/fromSchema.ts"

interface Parameter extends DescribedParameter {
  readonly schema: JsonSchema
}

interface Operation {
  readonly operationId: string
  readonly parameters?: ReadonlyArray<Parameter>
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> }
  readonly responses: Readonly<Record<string, object>>
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

const requests = Number(process.env.KITTIWAKE_GENERATED ?? "600")

/** What may be sent to an operation: values of its parameters, and its body. */
const inputOf = ({ parameters = [], requestBody }: Operation, find: (ref: string) => JsonSchema) => {
  const [[mediaType, media] = [null, null]] = Object.entries(requestBody?.content ?? {})
  const isJson = mediaType?.endsWith("json") === true
  const values = fc.record(Object.fromEntries(parameters.map((one) => [one.name, fromSchema(one.schema, find)])), {
    requiredKeys: parameters.filter(({ required }) => required === true).map(({ name }) => name)
  })
  const body = media === null ? fc.constant(undefined) : isJson ? fromSchema(media.schema, find) : fc.string()
  const right = fc.record({ values, body })
  const wrong = right.chain((input) =>
    fc
      .oneof(wrongly(input.values), wrongly(input.body))
      .chain((changed) => fc.constantFrom({ ...input, values: changed }, { ...input, body: changed }))
  )
  return { mediaType, input: fc.oneof(right, wrong as typeof right) }
}

const pointer = (...names: ReadonlyArray<string>) =>
  names.map((name) => encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"))).join("/")

describe("requests made from the description", () => {
  it.live(
    `are answered as it says, ${requests} of them`,
    () =>
      Effect.gen(function* () {
        const organization = yield* newOrganization({ overrides: { unlimitedRequests: true, monitors: 1_000_000 } })
        const { secret } = yield* newKey(organization)
        const { id } = yield* newMonitor(secret)
        // What is empty is looked at once: a preview of anything else waits a second before it looks again.
        ;(yield* Outside).page = ""
        const { web } = yield* Handlers
        const read = () => web(new Request("http://kittiwake.test/openapi.json"))
        const described = (yield* Effect.promise(async () => (await read()).json())) as Description
        const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: false }))
        ajv.addSchema(described, "api")
        const find = (ref: string) =>
          ref
            .slice(2)
            .split("/")
            .reduce<unknown>((place, name) => Reflect.get(place as object, name), described) as JsonSchema
        const operations = Object.entries(described.paths).flatMap(([path, methods]) =>
          Object.entries(methods).map(([method, operation]) => ({
            path,
            method,
            operation,
            ...inputOf(operation, find)
          }))
        )
        const chosen = fc
          .constantFrom(...operations)
          .chain((one) => fc.record({ one: fc.constant(one), input: one.input, isMine: fc.boolean() }))

        yield* Effect.promise(() =>
          fc.assert(
            fc.asyncProperty(chosen, async ({ input, isMine, one: { mediaType, method, operation, path } }) => {
              const { parameters = [], responses } = operation
              const given = typeof input.values === "object" && input.values !== null ? input.values : {}
              const values = isMine && path.includes("{monitor_id}") ? { ...given, monitor_id: id } : given
              let request: Request
              try {
                const { body } = input
                request = describedRequest({
                  ...{ path, method: method.toUpperCase(), parameters, values, mediaType, key: secret },
                  body: mediaType === null ? undefined : body
                })
              } catch {
                // What no client can write is not sent.
                return
              }
              const response = await web(request)
              const text = await response.text()
              const told = `${operation.operationId} answered ${response.status}: ${text.slice(0, 500)}`
              assert.property(responses, String(response.status), told)
              assert.notStrictEqual(response.status, 500, told)
              const place = pointer("paths", path, method, "responses", String(response.status))
              const check = ajv.getSchema(`api#/${place}/content/${pointer("application/json")}/schema`)
              assert.isDefined(check, told)
              assert.isTrue(check!(JSON.parse(text)), `${told}\n${ajv.errorsText(check!.errors)}`)
            }),
            { numRuns: requests }
          )
        )
      }).pipe(Effect.provide(layer)),
    300_000
  )
})
