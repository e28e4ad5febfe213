/** What is asked of saved views. */
import type { CreateView } from "kittiwake"
import type { Opened } from "./opened.ts"
import type { Question } from "./Question.ts"

const body: CreateView = {
  list: "changes",
  name: " Größte Preise <b> ",
  filters: { triage: "open", importance: ["high"], q: "tea" }
}

/** A view of its own for each door. */
const own = async ({ kittiwake }: Opened) => ({ view_id: (await kittiwake.views.create(body)).id })

const made = ["id", "created_at", "updated_at"]

const creation = {
  operation: "POST /v1/views",
  client: null,
  embedded: (kittiwake, _, asked: CreateView) => kittiwake.views.create(asked)
} satisfies Partial<Question>

const change = {
  operation: "PATCH /v1/views/{view_id}",
  client: null,
  embedded: (kittiwake, { view_id = "" }, asked: object) => kittiwake.views.update(view_id, asked)
} satisfies Partial<Question>

const none = () => ({ view_id: "view_none" })

export const viewQuestions: ReadonlyArray<Question> = [
  { name: "a view of changes", ...creation, asked: () => ({ ...body }), differs: made },
  {
    name: "a view of monitors without filters",
    ...creation,
    asked: () => ({ list: "monitors", name: "All", filters: {} }),
    differs: made
  },
  ...[
    { list: "deliveries", name: "x", filters: {} },
    { list: "monitors", name: "x", filters: { triage: "open" } },
    { list: "changes", name: "x", filters: { status: "failed" } },
    { list: "changes", name: "x", filters: { to: "https://elsewhere.example/" } },
    { list: "changes", name: "   ", filters: {} }
  ].map(
    (asked): Question => ({
      name: `no view ${JSON.stringify(asked)}`,
      ...creation,
      asked: () => asked,
      refused: "INPUT_VALIDATION_ERROR"
    })
  ),
  {
    name: "one view",
    operation: "GET /v1/views/{view_id}",
    about: own,
    client: null,
    embedded: (kittiwake, { view_id = "" }) => kittiwake.views.get(view_id),
    differs: made
  },
  {
    name: "no view",
    operation: "GET /v1/views/{view_id}",
    about: none,
    client: null,
    embedded: (kittiwake, { view_id = "" }) => kittiwake.views.get(view_id),
    refused: "NOT_FOUND"
  },
  { name: "a view under another name", ...change, about: own, asked: () => ({ name: "Prices" }), differs: made },
  {
    name: "a view with other filters",
    ...change,
    about: own,
    asked: () => ({ filters: { triage: "not_useful" } }),
    differs: made
  },
  {
    name: "a view with filters of another list",
    ...change,
    about: own,
    asked: () => ({ filters: { status: "failed" } }),
    refused: "INPUT_VALIDATION_ERROR"
  },
  { name: "no view under another name", ...change, about: none, asked: () => ({ name: "x" }), refused: "NOT_FOUND" },
  {
    name: "a view no more",
    operation: "DELETE /v1/views/{view_id}",
    about: own,
    client: null,
    embedded: (kittiwake, { view_id = "" }) => kittiwake.views.remove(view_id),
    differs: made
  },
  {
    name: "no view any more",
    operation: "DELETE /v1/views/{view_id}",
    about: none,
    client: null,
    embedded: (kittiwake, { view_id = "" }) => kittiwake.views.remove(view_id),
    refused: "NOT_FOUND"
  },
  {
    name: "views of monitors",
    operation: "GET /v1/views",
    asked: () => ({ list: "monitors" }),
    client: null,
    embedded: async (kittiwake, _, asked: object) => ({ data: await kittiwake.views.list(asked) })
  },
  {
    name: "views of a list that has none",
    operation: "GET /v1/views",
    asked: () => ({ list: "deliveries" }),
    client: null,
    embedded: async (kittiwake, _, asked: object) => ({ data: await kittiwake.views.list(asked) }),
    refused: "INPUT_VALIDATION_ERROR"
  }
]
