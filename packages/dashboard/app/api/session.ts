/** Who is signed in. */
import { queryOptions } from "@tanstack/react-query"
import { ApiError, call, setActing } from "./call.ts"
import type { Output } from "./operations.ts"

export type SignedIn = Output<"session.current">

/** A session of a browser. */
export type SessionRecord = SignedIn["session"]

/** The session of this browser; null where there is none. */
export const session = queryOptions({
  queryKey: ["session"] as const,
  staleTime: 60_000,
  queryFn: async ({ signal }): Promise<SignedIn | null> => {
    try {
      return await call("session.current", {}, signal)
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null
      throw error
    }
  }
})

/** Signs in with a key or the operator's token, or with the secret of a link. */
export const signIn = (by: { readonly key: string } | { readonly link: string }): Promise<SignedIn> =>
  call("session.signIn", { payload: by })

export const signOut = async (): Promise<void> => {
  await call("session.signOut", {})
  setActing(null)
}

/** Whether whoever is signed in may do what takes a scope. */
export const may = (signedIn: SignedIn | null | undefined, scope: string): boolean =>
  signedIn !== null &&
  signedIn !== undefined &&
  (signedIn.scopes === null || signedIn.scopes.some((one) => one === scope))
