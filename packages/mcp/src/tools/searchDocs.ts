/** The one tool that calls no operation: it searches the documentation. */
import { answered } from "./answered.ts"

/** Most sections of one answer. */
export const docsLimits = { default: 5, most: 20 } as const

/** Its name. */
export const searchDocsName = "search_docs"

/** Its description. */
export const searchDocsTool = {
  name: searchDocsName,
  title: "Search Kittiwake's documentation",
  description:
    "Finds sections of Kittiwake's own documentation by words. Use for: how something is set up, what a field, an error or a setting means. Not for: searching the web (search). Costs nothing.",
  inputSchema: {
    type: "object",
    properties: {
      query: { type: "string", description: "Words to look for, in English." },
      limit: {
        type: "integer",
        minimum: 1,
        maximum: docsLimits.most,
        description: `Most sections; ${docsLimits.default} unless given.`
      },
      max_tokens: { type: "integer" },
      cursor: { type: "string" }
    },
    required: ["query"]
  },
  outputSchema: answered({
    type: "object",
    properties: {
      sections: {
        type: "array",
        items: {
          type: "object",
          properties: { page: { type: "string" }, heading: { type: "string" }, text: { type: "string" } },
          required: ["page", "heading", "text"]
        }
      }
    },
    required: ["sections"]
  }),
  annotations: {
    title: "Search Kittiwake's documentation",
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false
  }
}
