/** Everything around the processes of one scenario. */
import { assert } from "@effect/vitest"
import { type Arrival, openReceiver } from "../endToEnd/Receiver.ts"
import { openSite } from "../endToEnd/Site.ts"
import type { OpenStorage } from "../endToEnd/storages.ts"
import { type Child, type ChildOptions, type Ended, startChild } from "./child.ts"
import type { Report } from "./Report.ts"

export interface Scene extends AsyncDisposable {
  readonly arrivals: ReadonlyArray<Arrival>
  /** Starts a process; never two at a time on an embedded database. */
  readonly start: (options: Pick<ChildOptions, "part" | "kind" | "batch" | "sweeps" | "trap" | "work">) => Child
}

/** Opens a storage, a site and a receiver. */
export const openScene = async (open: OpenStorage, answer?: Parameters<typeof openReceiver>[0]): Promise<Scene> => {
  const things = new AsyncDisposableStack()
  const site = things.use(await openSite())
  const receiver = things.use(await openReceiver(answer))
  const storage = things.use(await open())
  const env = {
    ...storage.env,
    KITTIWAKE_EGRESS_ALLOW: "127.0.0.1",
    KILL_SITE: site.url,
    KILL_RECEIVER: receiver.url
  }
  return {
    arrivals: receiver.arrivals,
    start: (options) => startChild({ ...options, env }),
    [Symbol.asyncDispose]: () => things.disposeAsync()
  }
}

/** The report of a process that must come to its end. */
export const reported = async ({ ended }: Child): Promise<{ readonly last: Ended; readonly report: Report }> => {
  const last = await ended
  assert.deepInclude(last, { signal: null, exitCode: 0 }, last.stderr)
  if (last.report === null) throw new Error("the process ended without a report")
  return { last, report: last.report }
}
