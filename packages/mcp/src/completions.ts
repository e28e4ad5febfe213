/** Completes ids and names of what the caller has. */
import { lists } from "./completionLists.ts"
import { docs } from "./docs/Docs.ts"
import type { Session } from "./Session.ts"
import { read } from "./tools/call.ts"
import { pathPart } from "./tools/requestOf.ts"

/** Most values of one completion, as the protocol has it. */
const most = 100

const idsOf = async (session: Session, path: string, signal: AbortSignal): Promise<ReadonlyArray<string>> => {
  const { record, status } = await read(session, path, signal)
  if (status !== 200 || !Array.isArray(record.data)) return []
  return record.data.flatMap((one: { readonly id?: unknown }) => (typeof one.id === "string" ? [one.id] : []))
}

/** Values of an argument that begin with what was written, newest first. */
export const complete = async (
  session: Session,
  argument: string,
  written: string,
  given: Readonly<Record<string, string>>,
  signal: AbortSignal
) => {
  // The runs of the monitor that was named already.
  const { monitor_id: monitor } = given
  const path =
    argument === "run_id" && monitor !== undefined
      ? `/v1/monitors/${pathPart(monitor)}/runs?limit=100`
      : Object.hasOwn(lists, argument)
        ? lists[argument]
        : undefined
  const all =
    argument === "page"
      ? [...(await docs()).pages.keys()]
      : path === undefined
        ? []
        : await idsOf(session, path, signal)
  const values = all.filter((value) => value.startsWith(written))
  return { completion: { values: values.slice(0, most), total: values.length, hasMore: values.length > most } }
}
