/** The names of the monitors that a list of something else has by their ids. */
import { Effect } from "effect"
import type { ServerClient } from "../serverClient.ts"
import { forOutput } from "./terminal.ts"

/** By their ids. */
export type MonitorNames = ReadonlyMap<string, string>

/** A monitor as a table names it: what was removed, or may not be read, has its id alone. */
export const namedMonitor = (names: MonitorNames, id: string): string => {
  const name = names.get(id)
  return forOutput(name === undefined ? id : `${id} ${name}`)
}

const isMonitorId = (id: string | null): id is string => id !== null && /^mon_[a-f0-9]{32}$/.test(id)

/** As many as a page of a list may have rows are asked for one by one; without a name the list is a list all the same. */
export const monitorNames = (client: ServerClient, ids: ReadonlyArray<string | null>): Effect.Effect<MonitorNames> =>
  Effect.forEach(
    new Set(ids.filter(isMonitorId)),
    (monitor_id) =>
      client.monitors.get({ params: { monitor_id } }).pipe(
        Effect.map(({ name }) => [[monitor_id, name] as const]),
        Effect.catch(() => Effect.succeed([]))
      ),
    { concurrency: 4 }
  ).pipe(Effect.map((found) => new Map(found.flat())))
