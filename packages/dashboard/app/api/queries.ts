/** Calls as queries of the cache. */
import {
  infiniteQueryOptions,
  MutationCache,
  type MutationOptions,
  mutationOptions,
  QueryCache,
  QueryClient,
  queryOptions
} from "@tanstack/react-query"
import { ApiError } from "./ApiError.ts"
import { actsFor, call, setActing } from "./call.ts"
import type { Input, OperationName, Output } from "./operations.ts"
import { session } from "./session.ts"

/** What is refused may be so because the browser is signed in as somebody else meanwhile: the shell looks, and says so. */
const refused = (error: unknown): void => {
  if (!(error instanceof ApiError) || (error.status !== 403 && error.status !== 404)) return
  queryClient.fetchQuery({ ...session, staleTime: 0 }).catch(() => {
    // Whoever asked says that nothing is reached.
  })
}

/** Longest wait that a server asks for during which nothing is told. */
const quietSeconds = 5

/** Milliseconds after which a server that asks to wait is asked again; null where it asks for none. */
const waitOf = (error: unknown): number | null =>
  error instanceof ApiError && !error.isFinal && error.retryAfter !== null ? error.retryAfter * 1_000 : null

/** Whether a call that failed may go well in a moment. */
const mayGoWell = (error: unknown): boolean =>
  error instanceof ApiError &&
  !error.isFinal &&
  (error.status === 0 || error.status >= 500 || error.status === 429) &&
  (error.retryAfter ?? 0) <= quietSeconds

/** The cache of everything that was read. What the server says changed is read again (`live.ts`). */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: refused }),
  mutationCache: new MutationCache({ onError: refused }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      gcTime: 10 * 60_000,
      refetchOnWindowFocus: true,
      retry: (count, error) => mayGoWell(error) && count < 2,
      retryDelay: (count, error) => waitOf(error) ?? 1_000 * 2 ** count,
      // What is told as refused until then is asked for again when the wait is over.
      refetchInterval: ({ state }) => waitOf(state.error) ?? false
    }
  }
})

/** A call whose answer is kept: `useQuery(asked("monitors.get", { params }))`. */
export const asked = <const Name extends OperationName>(name: Name, input: Input<Name>) =>
  queryOptions({
    queryKey: [name, input] as const,
    queryFn: ({ signal }): Promise<Output<Name>> => call(name, input, signal)
  })

type Paged = { readonly next_cursor: string | null }

/** A list whose pages are read one after the other: `useInfiniteQuery(pages("monitors.allChanges", { query }))`. */
export const pages = <const Name extends OperationName>(name: Name, input: Input<Name>) =>
  infiniteQueryOptions({
    queryKey: [name, input, "pages"] as const,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }): Promise<Output<Name>> => {
      const query = { ...(input as { query?: object }).query, ...(pageParam === null ? {} : { cursor: pageParam }) }
      return call(name, { ...input, query } as Input<Name>, signal)
    },
    getNextPageParam: (last) => (last as Paged).next_cursor
  })

/** A call that changes something. What depends on it is read again afterwards: names of operations, or their groups. */
export const changing = <const Name extends OperationName>(
  name: Name,
  readAgain: ReadonlyArray<string>,
  options: Omit<MutationOptions<Output<Name>, Error, Input<Name>>, "mutationFn"> = {}
) =>
  mutationOptions({
    ...options,
    mutationFn: (input: Input<Name>): Promise<Output<Name>> => call(name, input),
    onSettled: (...all) => {
      for (const one of readAgain) readAgainOf(one)
      return options.onSettled?.(...all)
    }
  })

/**
 * Calls are made for this organization from now on, and nothing that was read for another is shown: what is on the screen is read
 * again, and all else forgotten.
 */
export const actFor = (organizationId: string | null): void => {
  if (actsFor() === organizationId) return
  setActing(organizationId)
  const isOfAnother = ({ queryKey: [key] }: { readonly queryKey: ReadonlyArray<unknown> }): boolean => key !== "session"
  queryClient.removeQueries({ type: "inactive", predicate: isOfAnother })
  void queryClient.resetQueries({ predicate: isOfAnother })
}

/**
 * Reads again what a screen shows of what came before now, and what is on its way, once it has come: nobody said since whether it changed, and
 * the server may have looked before.
 */
export const readAgainWhatCame = (): void => {
  const isShown = ({ queryKey: [key] }: { readonly queryKey: ReadonlyArray<unknown> }): boolean => key !== "session"
  for (const { promise, queryKey } of queryClient
    .getQueryCache()
    .findAll({ fetchStatus: "fetching", predicate: isShown })) {
    promise?.then(
      () => void queryClient.invalidateQueries({ queryKey, exact: true }),
      () => {
        // What shows it says that it did not come.
      }
    )
  }
  void queryClient.invalidateQueries({
    predicate: (query) => isShown(query) && query.state.dataUpdatedAt > 0 && query.state.fetchStatus === "idle"
  })
}

/** Reads again what a screen shows of an operation, or of a group of them. */
export const readAgainOf = (name: string): void => {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [key] }) => typeof key === "string" && (key === name || key.startsWith(`${name}.`))
  })
}
