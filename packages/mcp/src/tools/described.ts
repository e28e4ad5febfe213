/** Tools as a client is told of them. */
import { covers, type Scope } from "@kittiwake/core/organizations/domain/Scope"
import { answered } from "./answered.ts"
import { catalogue, neverTaken, neverWithin } from "./catalogue.ts"
import { type Operation, operations } from "./operations.ts"
import { searchDocsTool } from "./searchDocs.ts"
import { brief, type JsonSchema } from "./simplified.ts"
import { annotationsOf, type Tool } from "./Tool.ts"

/** The names of what every tool takes besides the parameters of its operation. */
export const ownParameters = { tokens: "max_tokens", cursor: "cursor", wait: "wait_seconds" } as const

/** Longest that a call waits for what it asks about. */
export const longestWaitSeconds = 120

/** What of an operation a tool takes. */
export const takenBy = (tool: Tool, { parameters }: Operation) => {
  const without = new Set([...neverTaken, ...(tool.without ?? [])])
  return parameters.filter(({ name }) => !without.has(name))
}

/** Whether the rest of an answer can be had with a cursor: the call is made again then, which must do nothing. */
export const goesOn = ({ does, isOnlyATry }: Tool): boolean =>
  does === "reads" || does === "looks" || isOnlyATry === true

/** What every tool takes for its answer. What they mean is said once, in the instructions of the server. */
const answerParameters: Readonly<Record<string, JsonSchema>> = {
  [ownParameters.tokens]: { type: "integer" },
  [ownParameters.cursor]: { type: "string" }
}

const inputOf = (tool: Tool, operation: Operation): JsonSchema => {
  const taken = takenBy(tool, operation)
  const properties: Record<string, JsonSchema> = {}
  for (const { name } of taken) {
    if (name !== ownParameters.cursor) properties[name] = brief(operation.takes.properties?.[name] ?? {}, neverWithin)
  }
  if (tool.waits !== undefined) {
    properties[ownParameters.wait] = {
      type: "integer",
      minimum: 0,
      maximum: longestWaitSeconds,
      description: "Wait so long at most for it to end before answering."
    }
  }
  const { [ownParameters.cursor]: cursor, ...others } = answerParameters
  Object.assign(properties, others, goesOn(tool) ? { [ownParameters.cursor]: cursor } : {})
  const names = new Set(Object.keys(properties))
  const required = (operation.takes.required ?? []).filter((name) => names.has(name))
  // What else is given is refused by name.
  return { type: "object", properties, ...(required.length === 0 ? {} : { required }) }
}

const costs: Readonly<Record<Tool["does"], string>> = {
  reads: "",
  looks: " Costs credits.",
  adds: "",
  sets: "",
  sends: " Sends a request to an address outside.",
  destroys: " Cannot be undone: ask first."
}

/** The description of a tool that calls an operation. */
export const describe = (tool: Tool, operation: Operation) => ({
  name: tool.name,
  title: tool.title,
  description: `${tool.isSaidByUse === true ? "" : `${operation.summary}. `}Use for: ${tool.useFor}. Not for: ${tool.notFor}.${costs[tool.does]}`,
  inputSchema: inputOf(tool, operation),
  outputSchema: answered(operation.answers),
  annotations: annotationsOf(tool)
})

export type Description = Omit<ReturnType<typeof describe>, "outputSchema"> & { readonly outputSchema?: JsonSchema }

/** Scopes of which one is needed; null is none at all. */
export type Needed = ReadonlyArray<Scope> | null

/** What a caller needs to call a tool. */
export const neededFor = (tool: Tool): Needed => {
  const operation = operations().get(tool.operation)
  if (operation === undefined) {
    throw new Error(`The API has no operation ${tool.operation}, which the tool ${tool.name} calls.`)
  }
  return tool.oneOfScopes ?? (operation.scope === null ? null : [operation.scope])
}

/** Whether scopes have one of those that are needed. */
export const allows = (scopes: ReadonlyArray<Scope> | null, needed: Needed): boolean =>
  needed === null || needed.some((scope) => covers(scopes, scope))

/** The scope that a caller with these would need to call a tool; null where nothing is lacking. */
export const lackedBy = (scopes: ReadonlyArray<Scope> | null, tool: Tool): Scope | null => {
  const needed = neededFor(tool)
  return needed === null || allows(scopes, needed) ? null : (needed[0] ?? null)
}

/** Every tool with the scopes it needs. */
export const descriptions = () => [
  ...catalogue.map((tool) => ({
    needed: neededFor(tool),
    description: describe(tool, operations().get(tool.operation) as Operation) as Description
  })),
  { needed: null, description: searchDocsTool as Description }
]
