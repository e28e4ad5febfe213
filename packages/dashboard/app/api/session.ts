/** Who is signed in. */
import { queryOptions } from "@tanstack/react-query"
import { ApiError } from "./ApiError.ts"
import { call, setActing } from "./call.ts"
import type { Output } from "./operations.ts"

export type SignedIn = Output<"session.current">

/** A session of a browser. */
export type SessionRecord = SignedIn["session"]

/** The session of this browser; null where there is none. */
export const session = queryOptions({
  queryKey: ["session"] as const,
  staleTime: 60_000,
  // Another tab may have signed in with something else while nobody looked at this one.
  refetchOnWindowFocus: "always",
  queryFn: async ({ signal }): Promise<SignedIn | null> => {
    try {
      return await call("session.current", {}, signal)
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null
      throw error
    }
  }
})

/** Over which a tab tells the others of its browser that whom it is signed in as is another now. */
const told = new BroadcastChannel("kittiwake session")

/** Hears of other tabs that signed in or out, until it is told to stop. */
export const onSessionOfOthers = (listener: () => void): (() => void) => {
  told.addEventListener("message", listener)
  return () => told.removeEventListener("message", listener)
}

/** Signs in with a key or the operator's token, or with the secret of a link. */
export const signIn = async (by: { readonly key: string } | { readonly link: string }): Promise<SignedIn> => {
  const who = await call("session.signIn", { payload: by })
  told.postMessage(null)
  return who
}

export const signOut = async (): Promise<void> => {
  await call("session.signOut", {})
  setActing(null)
  told.postMessage(null)
}

/** Whether calls are made as the same: who signs in anew with the same key is nobody else. */
export const isSame = (one: SignedIn | null, other: SignedIn | null): boolean =>
  one?.session.kind === other?.session.kind &&
  one?.session.key_id === other?.session.key_id &&
  one?.session.organization_id === other?.session.organization_id

/** Whether whoever is signed in may do what takes a scope. */
export const may = (signedIn: SignedIn | null | undefined, scope: string): boolean =>
  signedIn !== null &&
  signedIn !== undefined &&
  (signedIn.scopes === null || signedIn.scopes.some((one) => one === scope))
