/** Whose memory a body is: a file of 48 MB and the pieces it came in would be 96 until V8 collects those, unless they are given back. */
import type { Server } from "node:http"
import type { HttpServerRequest } from "effect/http"

/** Servers whose requests nobody but us reads. In an application's own server somebody else may look at the same pieces. */
export const ownServers = new WeakSet<Server>()

/** Whether a request came to a server of ours. */
export const isOfOurServer = ({ source }: HttpServerRequest.HttpServerRequest): boolean => {
  const server = (source as { readonly socket?: { readonly server?: Server } }).socket?.server
  return server !== undefined && ownServers.has(server)
}
