/** A connection of a pool, which is made for whoever waits for an answer, and not without him. */
import { type buildConnector, Client, type Dispatcher } from "undici"

/** Who waits for an answer. */
export interface Waiter {
  /** Strangers are one. */
  readonly owner: string
  /** Aborted when he leaves before there is a connection to write to. */
  readonly leaves: AbortSignal
}

export interface AwaitedOptions extends Dispatcher.DispatchOptions {
  readonly waiter: Waiter
}

/** Makes a connection for a waiter, and ends what it has begun when he leaves. */
export type ConnectFor = (options: buildConnector.Options, waiter: Waiter, callback: buildConnector.Callback) => void

const nobody: Waiter = { owner: "", leaves: new AbortController().signal }

/**
 * **Details.** undici hands on nothing of a request to what connects for it, and goes on connecting, for as long as that takes, when the
 * request is given up: until then a place of the pool would be filled for nobody. A client has one request at a time, so that what it
 * connects for is the one that came last.
 */
export class AwaitedClient extends Client {
  #waiter: Waiter = nobody

  constructor(origin: URL, options: Client.Options, connectFor: ConnectFor) {
    super(origin, { ...options, connect: (asked, callback) => connectFor(asked, this.#waiter, callback) })
  }

  /** Tells whether there is room for another; one whose waiter left while it waited in the pool takes none, and no connection. */
  override dispatch(options: AwaitedOptions, handler: Dispatcher.DispatchHandler): boolean {
    if (options.waiter.leaves.aborted) return true
    this.#waiter = options.waiter
    return super.dispatch(options, handler)
  }
}
