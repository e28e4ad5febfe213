/**
 * What the answers of a tool look like, whole or cut to a budget.
 *
 * **Details.** Clients throw away an answer that does not fit the schema. A cut one lacks fields, and none can be promised: a
 * record's own required ones may be more than its budget. So what a field is holds for every answer, and that all of
 * them are there holds for those that say in `context.left_out` that nothing is left out.
 */
import { type JsonSchema, opened } from "./simplified.ts"

/** Levels of a record that are told. */
const depth = 3

/** What a tool adds to the record of its operation. */
const contextSchema: JsonSchema = {
  type: "object",
  properties: {
    tokens: { type: "integer" },
    next_cursor: { type: "string" },
    left_out: { type: "array", items: { type: "string" } }
  },
  required: ["tokens"]
}

/** A schema whose parts are changed, wherever they stand in it. */
const within = (
  { anyOf, items, properties, additionalProperties, ...plain }: JsonSchema,
  change: (one: JsonSchema) => JsonSchema
): JsonSchema => ({
  ...plain,
  ...(anyOf === undefined ? {} : { anyOf: anyOf.map(change) }),
  ...(items === undefined ? {} : { items: change(items) }),
  ...(properties === undefined
    ? {}
    : { properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, change(one)])) }),
  ...(typeof additionalProperties === "object" && additionalProperties !== null
    ? { additionalProperties: change(additionalProperties as JsonSchema) }
    : {})
})

/** What each field is where it is there. */
const typesOf = ({ required: _, ...one }: JsonSchema): JsonSchema => within(one, typesOf)

/** Whether anything has to be there. */
const asks = ({ additionalProperties, anyOf, items, properties, required }: JsonSchema): boolean =>
  [
    ...(anyOf ?? []),
    ...(items === undefined ? [] : [items]),
    ...Object.values(properties ?? {}),
    ...(typeof additionalProperties === "object" && additionalProperties !== null
      ? [additionalProperties as JsonSchema]
      : [])
  ].some(asks) || (required ?? []).length > 0

/** The word that tells one of several shapes from the others. */
const isMark = ({ enum: words }: JsonSchema): boolean => words?.length === 1

/** What has to be there, without what it is: that was said. Of several shapes each keeps what it is told by. */
const presenceOf = (one: JsonSchema, isOneOfSeveral = false): JsonSchema => {
  if (!isOneOfSeveral && !asks(one)) return {}
  const { anyOf, properties, items, additionalProperties, required, type } = one
  const kept = Object.entries(properties ?? {}).filter(([, field]) => asks(field) || (isOneOfSeveral && isMark(field)))
  return {
    ...(isOneOfSeveral && type !== undefined ? { type } : {}),
    ...(anyOf === undefined || !anyOf.some(asks) ? {} : { anyOf: anyOf.map((shape) => presenceOf(shape, true)) }),
    ...(items === undefined || !asks(items) ? {} : { items: presenceOf(items) }),
    ...(kept.length === 0
      ? {}
      : {
          properties: Object.fromEntries(
            kept.map(([name, field]) => [
              name,
              isOneOfSeveral && isMark(field) ? { enum: field.enum ?? [] } : presenceOf(field)
            ])
          )
        }),
    ...(typeof additionalProperties === "object" &&
    additionalProperties !== null &&
    asks(additionalProperties as JsonSchema)
      ? { additionalProperties: presenceOf(additionalProperties as JsonSchema) }
      : {}),
    ...(required === undefined ? {} : { required })
  }
}

/** The schema of the answers of a tool, of the schema of its operation's record. */
export const answered = (record: JsonSchema): JsonSchema => {
  const open = opened(record, depth)
  const { properties, ...types } = typesOf(open)
  return {
    ...types,
    type: "object",
    properties: { ...properties, context: contextSchema },
    required: ["context"],
    ...(asks(open) ? { anyOf: [presenceOf(open), { properties: { context: { required: ["left_out"] } } }] } : {})
  }
}
