/** The protocol of OpenAI's chat completions, as far as it is used, and what servers make of it. */

import { shapeOf } from "@kittiwake/core/internal/models/domain/shapeOf"
import type { ModelRequest } from "@kittiwake/core/models/LanguageModel"
import { Option, Schema } from "effect"

/** How the shape of an answer is asked for. Servers know all of these, the first alone, or none: then it is said in words. */
export const formats = ["json_schema", "json_object", "words"] as const
export type Format = (typeof formats)[number]

export interface Message {
  readonly role: "system" | "user" | "assistant"
  readonly content: string
}

/** The messages of a request, before an answer is doubted. */
export const messagesOf = <A>(request: ModelRequest<A>, format: Format): ReadonlyArray<Message> => {
  const shape = JSON.stringify(shapeOf(request.schema))
  const inWords = `\n\nAnswer with one JSON object that fits this JSON Schema, and nothing else:\n${shape}`
  return [
    { role: "system", content: format === "json_schema" ? request.instructions : request.instructions + inWords },
    { role: "user", content: request.input }
  ]
}

/** The body of a request. */
export const bodyOf = <A>(
  request: ModelRequest<A>,
  {
    format,
    messages,
    model
  }: { readonly format: Format; readonly messages: ReadonlyArray<Message>; readonly model: string }
): string =>
  JSON.stringify({
    model,
    messages,
    temperature: 0,
    max_tokens: request.maxOutputTokens,
    stream: false,
    ...(format === "json_schema"
      ? {
          response_format: {
            type: "json_schema",
            json_schema: { name: request.schemaName, strict: true, schema: shapeOf(request.schema) }
          }
        }
      : format === "json_object"
        ? { response_format: { type: "json_object" } }
        : {})
  })

const Completion = Schema.Struct({
  model: Schema.optionalKey(Schema.NullOr(Schema.String)),
  choices: Schema.NonEmptyArray(
    Schema.Struct({
      finish_reason: Schema.optionalKey(Schema.NullOr(Schema.String)),
      message: Schema.Struct({
        content: Schema.optionalKey(Schema.NullOr(Schema.String)),
        refusal: Schema.optionalKey(Schema.NullOr(Schema.String))
      })
    })
  ),
  usage: Schema.optionalKey(
    Schema.NullOr(
      Schema.Struct({
        prompt_tokens: Schema.optionalKey(Schema.NullOr(Schema.Finite)),
        completion_tokens: Schema.optionalKey(Schema.NullOr(Schema.Finite))
      })
    )
  )
})
export type Completion = typeof Completion.Type

/** Most values that an answer has: what the model wrote is one of them. */
export const mostValues = 20_000

const decodeCompletion = Schema.decodeUnknownOption(Completion)

/** What a server answered, when it is what the protocol says. */
export const readCompletion = (json: unknown): Completion | undefined => Option.getOrUndefined(decodeCompletion(json))

const thought = "</think>"
const fence = "```"

/** JSON that stands in a fence, or behind what a model thought aloud. No step looks at a place more than once, whatever a page made it say. */
export const jsonIn = (content: string): string => {
  const thoughtTo = content.lastIndexOf(thought)
  const said = content.slice(thoughtTo < 0 ? 0 : thoughtTo + thought.length).trim()
  if (said.length >= 2 * fence.length && said.startsWith(fence) && said.endsWith(fence)) {
    const inside = said.slice(fence.length, -fence.length)
    return (inside.startsWith("json") ? inside.slice("json".length) : inside).trim()
  }
  const [from, to] = [said.indexOf("{"), said.lastIndexOf("}")]
  return from > 0 && to > from ? said.slice(from, to + 1) : said
}
