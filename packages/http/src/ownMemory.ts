/**
 * Memory of bodies that goes at once. A piece that was copied is garbage, but V8 collects it only when tens of megabytes have come together:
 * a file of 48 MB and its pieces would be 96.
 */
import type { Server } from "node:http"
import type { HttpServerRequest } from "effect/http"

/** Servers whose requests nobody but us reads. In an application's own server somebody else may look at the same pieces. */
export const ownServers = new WeakSet<Server>()

/** Whether a request came to a server of ours. */
export const isOfOurServer = ({ source }: HttpServerRequest.HttpServerRequest): boolean => {
  const server = (source as { readonly socket?: { readonly server?: Server } }).socket?.server
  return server !== undefined && ownServers.has(server)
}

/** Gives the memory of a piece back to the system's allocator, where the piece is all that stands in it. */
export const giveBack = ({ buffer, byteLength }: Uint8Array): void => {
  if (buffer instanceof ArrayBuffer && byteLength > 0 && byteLength === buffer.byteLength) buffer.transfer(0)
}
