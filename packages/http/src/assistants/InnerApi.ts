/** The API as a function, for a route that calls other routes. */
import { Context } from "effect"

/** Filled in once all routes are built, before any request is answered. */
export interface InnerApiState {
  answer: ((request: Request) => Promise<Response>) | null
}

export const InnerApi = Context.Reference<InnerApiState>("@kittiwake/http/assistants/InnerApi", {
  defaultValue: () => ({ answer: null })
})
