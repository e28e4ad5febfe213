/** For whom connections are made: undici hands on nothing of a request to what connects for it. */
import { AsyncLocalStorage } from "node:async_hooks"

const owners = new AsyncLocalStorage<string>()

/** Runs what may make connections for an owner, and those that replace them. */
export const connectingFor = <A>(owner: string, dispatch: () => A): A => owners.run(owner, dispatch)

/** The owner of the connection at hand; strangers are one. */
export const connectsFor = (): string => owners.getStore() ?? ""
