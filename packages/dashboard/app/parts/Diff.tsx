/** A difference between two texts: inline, side by side, or its words alone. */
import { useMemo, useState } from "react"
import { useStrings } from "../i18n/strings.ts"
import { type DiffRow, diffRows, type Piece, splitRows } from "./diffRows.ts"
import { Segments } from "./Segments.tsx"

export type DiffMode = "inline" | "split" | "words"

/** Rows that are drawn before one asks for more: a browser that draws all of a long difference stands still. */
const rowsShown = 400

const Pieces = ({ pieces, of }: { readonly pieces: ReadonlyArray<Piece>; readonly of: "added" | "removed" }) =>
  pieces.map(({ isMarked, text }, index) =>
    isMarked ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one line never move
      <mark key={index} className={`rounded-[3px] px-[2px] ${of === "added" ? "bg-add-mark" : "bg-rem-mark"}`}>
        {text}
      </mark>
    ) : (
      text
    )
  )

const tones = { added: "bg-add-weak", removed: "bg-rem-weak", alike: "", gap: "bg-sunken" } as const

const Sign = ({ of }: { readonly of: "added" | "removed" | "alike" }) => {
  const { diff } = useStrings()
  if (of === "alike") return <span className="w-5" />
  return (
    <span className={`w-5 flex-none text-center ${of === "added" ? "text-add" : "text-rem"}`}>
      <span aria-hidden="true">{of === "added" ? "+" : "−"}</span>
      <span className="sr-only">{of === "added" ? diff.added : diff.removed} </span>
    </span>
  )
}

const Gap = ({ lines }: { readonly lines: number | null }) => {
  const { diff } = useStrings()
  return (
    <div className="bg-sunken py-px pl-[56px] font-sans text-s leading-[22px] text-ink-3">
      ⋯ {lines === null ? "" : diff.alike(lines)}
    </div>
  )
}

const Line = ({ row }: { readonly row: DiffRow }) => {
  if (row.type === "gap") return <Gap lines={row.lines} />
  return (
    <div className={`flex pr-3 ${tones[row.type]}`}>
      <span className="w-9 flex-none select-none pr-2 text-right text-s leading-[22px] text-ink-3" aria-hidden="true">
        {row.type === "removed" ? row.before : row.after}
      </span>
      <Sign of={row.type} />
      <span className="min-w-0 flex-1 whitespace-pre-wrap" dir="auto">
        {row.type === "alike" ? row.text : <Pieces pieces={row.pieces} of={row.type} />}
      </span>
    </div>
  )
}

const Inline = ({ rows }: { readonly rows: ReadonlyArray<DiffRow> }) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: rows of one difference never move
  rows.map((row, index) => <Line key={index} row={row} />)

const Side = ({ row }: { readonly row: DiffRow | null }) => (
  <div className="min-w-0 border-line first:border-r">
    {row === null ? <div className="h-full bg-sunken" /> : <Line row={row} />}
  </div>
)

const Split = ({ rows }: { readonly rows: ReadonlyArray<DiffRow> }) =>
  splitRows(rows).map(([left, right], index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rows of one difference never move
    <div key={index} className="grid grid-cols-2">
      <Side row={left} />
      <Side row={right} />
    </div>
  ))

const Words = ({ rows }: { readonly rows: ReadonlyArray<DiffRow> }) =>
  rows
    .filter((row) => row.type === "added" || row.type === "removed")
    .map((row, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: rows of one difference never move
      <p key={index} className={`px-3 py-1 font-sans ${tones[row.type]}`}>
        <Sign of={row.type} />
        <Pieces pieces={row.pieces} of={row.type} />
      </p>
    ))

const views = { inline: Inline, split: Split, words: Words } as const

/** `diff` is a unified difference; what stands in it is shown as text, whatever it is. */
export const Diff = ({ diff, aside }: { readonly diff: string; readonly aside?: React.ReactNode }) => {
  const strings = useStrings()
  const [mode, setMode] = useState<DiffMode>("inline")
  const [shown, setShown] = useState(rowsShown)
  const rows = useMemo(() => diffRows(diff), [diff])
  if (rows.length === 0) return <p className="text-ink-2">{strings.diff.none}</p>
  const View = views[mode]
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Segments label={strings.diff.label} value={mode} options={strings.diff.modes} onChange={setMode} />
        <span className="text-s text-ink-2">{aside}</span>
      </div>
      <section className="card overflow-hidden font-mono text-[13px] leading-[22px]" aria-label={strings.diff.label}>
        <View rows={rows.slice(0, shown)} />
      </section>
      {rows.length > shown && (
        <button type="button" className="button self-start" onClick={() => setShown(shown + rowsShown * 5)}>
          {strings.common.more} ({rows.length - shown})
        </button>
      )}
    </div>
  )
}
