/** JSON as a tree that opens and closes. Long lists and texts are drawn in pieces. */
import { useState } from "react"
import { useStrings } from "../i18n/strings.ts"

/** Entries of one list, and characters of one text, that are drawn before one asks for more. */
const entriesShown = 50
const charactersShown = 500

const Text = ({ value }: { readonly value: string }) => {
  const { common } = useStrings()
  const [isWhole, setWhole] = useState(false)
  const isLong = value.length > charactersShown
  return (
    <span className="whitespace-pre-wrap text-add">
      {JSON.stringify(isLong && !isWhole ? `${value.slice(0, charactersShown)}…` : value.slice(0, 200_000))}
      {isLong && !isWhole && (
        <button type="button" className="link ml-2 font-sans" onClick={() => setWhole(true)}>
          {common.more}
        </button>
      )}
    </span>
  )
}

const Name = ({ name }: { readonly name: string | null }) =>
  name === null ? null : <span className="text-ink-2">{name}: </span>

const Node = ({
  depth,
  isOpen,
  name,
  value
}: {
  readonly name: string | null
  readonly value: unknown
  readonly depth: number
  readonly isOpen: boolean
}) => {
  const { common, parts } = useStrings()
  const [open, setOpen] = useState(isOpen)
  const [shown, setShown] = useState(entriesShown)
  if (typeof value !== "object" || value === null) {
    return (
      <div className="pl-4">
        <Name name={name} />
        {typeof value === "string" ? <Text value={value} /> : <span className="text-action">{String(value)}</span>}
      </div>
    )
  }
  const isList = Array.isArray(value)
  const entries: ReadonlyArray<readonly [string, unknown]> = isList
    ? value.slice(0, shown).map((one, index) => [String(index), one] as const)
    : Object.entries(value).slice(0, shown)
  const count = isList ? value.length : Object.keys(value).length
  return (
    <div>
      <button
        type="button"
        aria-expanded={open}
        className="flex w-full items-baseline gap-1 text-left hover:bg-sunken"
        onClick={() => setOpen(!open)}
      >
        <span aria-hidden="true" className="w-3 flex-none text-ink-3">
          {open ? "▾" : "▸"}
        </span>
        <span>
          <Name name={name} />
          <span className="text-ink-3">{isList ? parts.entries(count) : parts.fields(count)}</span>
        </span>
      </button>
      {open && (
        <div className="ml-[5px] border-l border-line pl-2">
          {entries.map(([key, one]) => (
            <Node key={key} name={key} value={one} depth={depth + 1} isOpen={depth < 1 && count < 30} />
          ))}
          {count > shown && (
            <button type="button" className="link ml-4 font-sans" onClick={() => setShown(shown * 4)}>
              {common.more} ({count - shown})
            </button>
          )}
        </div>
      )}
    </div>
  )
}

export const JsonTree = ({ value }: { readonly value: unknown }) => (
  <div className="card overflow-x-auto bg-surface p-3 font-mono text-s leading-5">
    <Node name={null} value={value} depth={0} isOpen />
  </div>
)
