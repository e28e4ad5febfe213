/** The operations of the API as a small table, so that the dashboard carries no schema: a name, a method, a path. */

import { AdminApi } from "@kittiwake/http/admin/api"
import { Api } from "@kittiwake/http/api"
import { SessionsApi } from "@kittiwake/http/sessions/api"
import { HttpApi, type HttpApiEndpoint, type HttpApiGroup } from "effect/http-api"
import type { Plugin } from "vite"

const name = "virtual:operations"
const id = `\0${name}`

/** Each operation under `group.endpoint`. */
export const operationTable = (): Readonly<Record<string, readonly [method: string, path: string]>> => {
  const table: Record<string, readonly [method: string, path: string]> = {}
  const add = {
    onGroup: () => {},
    onEndpoint: ({ endpoint, group }: { readonly endpoint: HttpApiEndpoint.Top; readonly group: HttpApiGroup.Top }) => {
      table[`${group.identifier}.${endpoint.identifier}`] = [endpoint.method, endpoint.path]
    }
  }
  HttpApi.reflect(Api, add)
  HttpApi.reflect(AdminApi, add)
  HttpApi.reflect(SessionsApi, add)
  return table
}

/** Gives the table to the modules of the dashboard. */
export const operations = (): Plugin => ({
  name: "kittiwake-operations",
  resolveId: (source) => (source === name ? id : null),
  load: (module) => (module === id ? `export default ${JSON.stringify(operationTable())}` : null)
})
