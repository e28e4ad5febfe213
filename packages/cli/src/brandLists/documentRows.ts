/** Rows of a list that is one document of JSON. */
import type { TableRow } from "@kittiwake/core/internal/brands/domain/listRows"
import { JSONParser } from "@streamparser/json"
import type { ListBytes } from "./listBytes.ts"
import type { ListPlace, ListRecord } from "./listRecords.ts"
import { ListUnreadable } from "./unpacked.ts"

/** Names of the rows of a document that is a list of lists. */
const fieldsPlace = "$.fields"

const asRow = (value: unknown, fields: ReadonlyArray<string>): TableRow => {
  const entries: ReadonlyArray<readonly [string, unknown]> = Array.isArray(value)
    ? fields.map((name, n) => [name, value[n]])
    : typeof value === "object" && value !== null
      ? Object.entries(value)
      : []
  return Object.fromEntries(
    entries.flatMap(([name, one]) => {
      // The query service wraps each value in what it is.
      const plain = typeof one === "object" && one !== null && "value" in one ? one.value : one
      return typeof plain === "string" || typeof plain === "number" ? [[name, String(plain)]] : []
    })
  )
}

/** Bytes of a document that may come without a row: what is read of it is held until one is whole. */
const longestRow = 4_194_304

/** What the parser says, without its advice to programmers. */
const faultText = ({ message }: Error): string => message.slice(0, 200).split(". ")[0]!.replace(/\.$/, "")

/** Rows of one document, as it comes. */
export async function* documentRows(list: ListBytes, place: ListPlace, path: string): AsyncGenerator<ListRecord> {
  const parser = new JSONParser({ paths: [fieldsPlace, path], keepStack: false })
  let fields: ReadonlyArray<string> = []
  let values: Array<unknown> = []
  parser.onValue = ({ key, stack, value }) => {
    if (stack.length === 1 && key === "fields" && Array.isArray(value)) fields = value.map(String)
    else values.push(value)
  }
  const faults: Array<Error> = []
  parser.onError = (cause) => void faults.push(cause)
  let [row, waited] = [0, 0]
  for await (const chunk of list.from(0)) {
    parser.write(chunk)
    waited = values.length > 0 ? 0 : waited + chunk.length
    for (const value of values) {
      row += 1
      if (row > place.rows) yield { row, bytes: 0, read: { value: asRow(value, fields) } }
    }
    values = []
    const [fault] = faults
    if (fault !== undefined) throw new ListUnreadable(`it is not JSON there (${faultText(fault)})`)
    if (waited > longestRow) throw new ListUnreadable("a row there is longer than 4 MB")
  }
  if (!parser.isEnded) throw new ListUnreadable("it ends too early")
}
