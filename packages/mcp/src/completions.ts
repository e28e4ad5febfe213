/** Completes ids and names of what the caller has. */
import { lists } from "./completionLists.ts"
import { docs } from "./docs/Docs.ts"
import type { Session } from "./Session.ts"
import { read } from "./tools/call.ts"
import { idInPath, maxIdLength } from "./tools/requestOf.ts"

/** Most values of one completion, as the protocol has it. */
const most = 100

/** Most pages of a list that one completion reads. */
const mostPages = 10

/** What was found of a list. */
interface Found {
  readonly values: ReadonlyArray<string>
  /** Whether the list was read to its end. */
  readonly isWhole: boolean
}

const idsOf = async (session: Session, path: string, written: string, signal: AbortSignal): Promise<Found> => {
  const values: Array<string> = []
  let cursor: unknown
  for (let page = 0; page < mostPages && values.length <= most; page++) {
    const from = typeof cursor === "string" ? `&cursor=${encodeURIComponent(cursor)}` : ""
    const { record, status } = await read(session, `${path}${from}`, signal)
    if (status !== 200 || !Array.isArray(record.data)) return { values, isWhole: page === 0 }
    for (const { id } of record.data as ReadonlyArray<{ readonly id?: unknown }>) {
      if (typeof id === "string" && id.startsWith(written)) values.push(id)
    }
    cursor = record.next_cursor
    if (typeof cursor !== "string") return { values, isWhole: true }
  }
  return { values, isWhole: false }
}

const pagesOf = async (written: string): Promise<Found> => ({
  values: [...(await docs()).pages.keys()].filter((path) => path.startsWith(written)),
  isWhole: true
})

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
      ? monitor.length > maxIdLength
        ? undefined
        : `/v1/monitors/${idInPath(monitor)}/runs?limit=100`
      : Object.hasOwn(lists, argument)
        ? lists[argument]
        : undefined
  const none: Found = { values: [], isWhole: true }
  const listed = path === undefined ? none : await idsOf(session, path, written, signal)
  const { isWhole, values } = argument === "page" ? await pagesOf(written) : listed
  return {
    completion: {
      values: values.slice(0, most),
      ...(isWhole ? { total: values.length } : {}),
      hasMore: !isWhole || values.length > most
    }
  }
}
