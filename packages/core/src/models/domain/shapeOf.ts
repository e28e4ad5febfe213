/** Shapes of answers as language models are told them. */
import { Schema } from "effect"

type Json = { readonly [key: string]: unknown }

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value)

/** Strict output wants every object closed and every key of it required. */
const closed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(closed)
  if (!isObject(value)) return value
  const inner = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, closed(one)]))
  return isObject(inner.properties)
    ? { ...inner, additionalProperties: false, required: Object.keys(inner.properties) }
    : inner
}

/** The JSON Schema of an answer. */
export const shapeOf = (schema: Schema.Codec<unknown, unknown>): Json => {
  const { definitions, schema: shape } = Schema.toJsonSchemaDocument(schema)
  const whole = Object.keys(definitions).length === 0 ? shape : { ...shape, $defs: definitions }
  return closed(whole) as Json
}
