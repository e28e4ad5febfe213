/** Who is signed in. */
import { queryOptions } from "@tanstack/react-query"
import { ApiError, actFor, send } from "./call.ts"

export interface SessionRecord {
  readonly id: string
  readonly kind: "key" | "operator"
  readonly created_at: string
  readonly last_used_at: string
  readonly expires_at: string
  readonly user_agent: string
  readonly address: string
}

export interface SignedIn {
  readonly session: SessionRecord
  readonly organization: { readonly id: string; readonly name: string } | null
  /** Null is everything. */
  readonly scopes: ReadonlyArray<string> | null
}

const read = async (response: Response): Promise<SignedIn> => (await response.json()) as SignedIn

/** The session of this browser; null where there is none. */
export const session = queryOptions({
  queryKey: ["session"] as const,
  staleTime: 60_000,
  queryFn: async ({ signal }): Promise<SignedIn | null> => {
    try {
      return await read(await send("GET", "/session", { signal }))
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null
      throw error
    }
  }
})

/** Signs in with a key or the operator's token, or with the secret of a link. */
export const signIn = async (by: { readonly key: string } | { readonly link: string }): Promise<SignedIn> =>
  read(await send("POST", "/session", { body: by }))

export const signOut = async (): Promise<void> => {
  await send("DELETE", "/session")
  actFor(null)
}

/** Whether whoever is signed in may do what takes a scope. */
export const may = (signedIn: SignedIn | null | undefined, scope: string): boolean =>
  signedIn !== null && signedIn !== undefined && (signedIn.scopes === null || signedIn.scopes.includes(scope))
