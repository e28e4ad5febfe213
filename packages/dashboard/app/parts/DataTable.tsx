/** A list of records as a table: their fields are its columns. */
import { useState } from "react"
import { useStrings } from "../i18n/strings.ts"
import { Away } from "./Away.tsx"

const rowsShown = 100
const columnsMax = 8
const charactersShown = 300

type Entry = Readonly<Record<string, unknown>>

const recordOf = (value: unknown): Entry =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Entry) : { value }

const cellText = (value: unknown): string => {
  if (value === null || value === undefined) return ""
  if (typeof value === "string") return value.slice(0, charactersShown)
  if (typeof value !== "object") return String(value)
  return JSON.stringify(value).slice(0, charactersShown)
}

const Cell = ({ value }: { readonly value: unknown }) =>
  typeof value === "string" && /^https?:\/\//.test(value) ? (
    <Away url={value} />
  ) : (
    <span dir="auto" className="line-clamp-3">
      {cellText(value)}
    </span>
  )

export const DataTable = ({ label, rows }: { readonly label: string; readonly rows: ReadonlyArray<unknown> }) => {
  const { common } = useStrings()
  const [shown, setShown] = useState(rowsShown)
  const entries = rows.slice(0, shown).map(recordOf)
  const columns = [...new Set(entries.slice(0, 20).flatMap((one) => Object.keys(one)))].slice(0, columnsMax)
  return (
    <div className="flex flex-col gap-3">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section tabIndex={0} aria-label={label} className="overflow-x-auto">
        <table className="table">
          <thead>
            <tr>
              {columns.map((name) => (
                <th key={name} scope="col" className="font-mono">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {entries.map((entry, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of one answer never move
              <tr key={index}>
                {columns.map((name) => (
                  <td key={name} className="max-w-[48ch] min-w-[6ch] wrap-anywhere">
                    <Cell value={entry[name]} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {rows.length > shown && (
        <button type="button" className="button self-start" onClick={() => setShown(shown * 3)}>
          {common.more} ({rows.length - shown})
        </button>
      )}
    </div>
  )
}
