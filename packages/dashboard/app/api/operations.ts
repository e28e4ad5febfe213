/** What the API takes and answers, as types: taken from the value that the server is made of, so that no two can differ. */

import table from "virtual:operations"
import type { AdminApi } from "@kittiwake/http/admin/api"
import type { Api } from "@kittiwake/http/api"
import type { SessionsApi } from "@kittiwake/http/sessions/api"
import type { HttpApi, HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"

type GroupsOf<A> = A extends HttpApi.HttpApi<infer _Id, infer Groups> ? Groups : never
type Groups = GroupsOf<typeof Api> | GroupsOf<typeof AdminApi> | GroupsOf<typeof SessionsApi>

type EndpointsByName = {
  [G in Groups as G["identifier"]]: {
    [E in HttpApiGroup.Endpoints<G> as E["identifier"]]: E
  }
}

/** The name of an operation: its group and its own, as `monitors.list`. */
export type OperationName = {
  [G in keyof EndpointsByName & string]: `${G}.${keyof EndpointsByName[G] & string}`
}[keyof EndpointsByName & string]

type EndpointOf<Name extends OperationName> = Name extends `${infer G}.${infer E}`
  ? G extends keyof EndpointsByName
    ? E extends keyof EndpointsByName[G]
      ? EndpointsByName[G][E]
      : never
    : never
  : never

/** What stands on the wire: what the schema that the API was declared with is encoded to. */
type Wire<S> =
  S extends HttpApiSchema.WithHeaders<infer Inner, infer _Headers>
    ? Wire<Inner>
    : S extends { readonly schema: { readonly Encoded: infer Encoded } }
      ? Encoded
      : S extends { readonly Encoded: infer Encoded }
        ? Encoded
        : never

type QueryValue = string | number | boolean | ReadonlyArray<string> | undefined

type ParamsOf<E> = Wire<HttpApiEndpoint.Params<E>>
type QueryOf<E> = Wire<HttpApiEndpoint.Query<E>>
type PayloadOf<E> = Wire<HttpApiEndpoint.Payload<E>>

/** What a call of an operation gives: the parts it has, and no others. */
export type Input<Name extends OperationName> = ([ParamsOf<EndpointOf<Name>>] extends [never]
  ? { readonly params?: never }
  : { readonly params: { readonly [K in keyof ParamsOf<EndpointOf<Name>>]: string } }) &
  ([QueryOf<EndpointOf<Name>>] extends [never]
    ? { readonly query?: never }
    : { readonly query?: { readonly [K in keyof QueryOf<EndpointOf<Name>>]?: QueryValue } }) &
  ([PayloadOf<EndpointOf<Name>>] extends [never]
    ? { readonly payload?: never }
    : { readonly payload?: PayloadOf<EndpointOf<Name>> })

/** What an operation answers. */
export type Output<Name extends OperationName> = Wire<HttpApiEndpoint.Success<EndpointOf<Name>>>

/** One entry of the list that an operation answers. */
export type Row<Name extends OperationName> =
  Output<Name> extends { readonly data: ReadonlyArray<infer One> } ? One : never

/** An operation as it is called, whatever its types. */
export interface AnyInput {
  readonly params?: Readonly<Record<string, string>> | undefined
  readonly query?: Readonly<Record<string, QueryValue>> | undefined
  readonly payload?: unknown
}

/** What a list in a query would not give back as it is: commas, and what looks like JSON or is trimmed. */
const isTorn = (item: string): boolean => /,|^[\s[]|\s$/.test(item)

/** A list as a query has it: its items one by one, or as one JSON array where one of them would not stay whole. */
const listTexts = (items: ReadonlyArray<string>): ReadonlyArray<string> =>
  items.some(isTorn) ? [JSON.stringify(items)] : items

/** The method and address of a call, with its query. */
export const addressOf = (name: OperationName, { params = {}, query = {} }: AnyInput) => {
  const [method, path] = table[name] ?? ["GET", "/"]
  const filled = path.replace(/:([a-z_]+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ""))
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    if (value === undefined || value === "") continue
    for (const one of Array.isArray(value) ? listTexts(value) : [value]) search.append(key, String(one))
  }
  const asked = search.size === 0 ? "" : `?${search}`
  return { method, path: `${filled}${asked}` }
}
