/** The parts of a page: each can be watched alone or left out with a click, and be taken wider. */
import { useMemo, useState } from "react"
import type { Output } from "../../api/operations.ts"
import { useStrings } from "../../i18n/strings.ts"

type Preview = Output<"monitors.preview">
type Block = NonNullable<Preview["blocks"]>[number]

/** Letters and figures alone: what a line of text and a part of a page have in common. */
const squashed = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, "")

type State = "watched" | "flickers" | "out"

/** How each line of the page stands, by the texts of both in their order. */
const statesOf = (
  blocks: ReadonlyArray<Block>,
  kept: string,
  unstable: ReadonlyArray<string>
): ReadonlyArray<State> => {
  const text = squashed(kept)
  const flickering = unstable.map(squashed)
  let from = 0
  return blocks.map((block) => {
    const own = squashed(block.text)
    const at = own === "" ? -1 : text.indexOf(own, from)
    if (at < 0) return "out"
    from = at + own.length
    return flickering.some((line) => line !== "" && (own.includes(line) || line.includes(own))) ? "flickers" : "watched"
  })
}

const looks: Readonly<Record<State, string>> = {
  watched: "border-transparent",
  flickers:
    "border-dashed border-ink-3 bg-[repeating-linear-gradient(135deg,transparent_0_6px,var(--line)_6px_7px)] text-ink-2",
  out: "border-transparent text-ink-3"
}

/** The places of a part and of all that stands in it. */
const isWithin = (blocks: ReadonlyArray<Block>, at: number, outer: number): boolean => {
  for (let place: number | null = at; place !== null; place = blocks[place]?.within ?? null) {
    if (place === outer) return true
  }
  return false
}

/** The nearest part around this one that a selector finds. */
const around = (blocks: ReadonlyArray<Block>, at: number): number | null => {
  let place = blocks[at]?.within ?? null
  while (place !== null && blocks[place]?.selector === null) place = blocks[place]?.within ?? null
  return place
}

/** What to leave out of a page so that nothing of it differs between two looks: the part itself, or the nearest around it. */
const flickeringOf = (blocks: ReadonlyArray<Block>, states: ReadonlyArray<State>): ReadonlyArray<string> => {
  const found = new Set<string>()
  for (const [index, block] of blocks.entries()) {
    if (states[index] !== "flickers") continue
    const outer = around(blocks, index)
    const selector = block.selector ?? (outer === null ? null : (blocks[outer]?.selector ?? null))
    if (selector !== null) found.add(selector)
  }
  return [...found]
}

export const Parts = ({
  isBusy,
  onDrop,
  onKeep,
  preview
}: {
  readonly preview: Preview
  readonly isBusy: boolean
  readonly onKeep: (selector: string) => void
  readonly onDrop: (...selectors: ReadonlyArray<string>) => void
}) => {
  const { common, monitors } = useStrings()
  const { parts } = monitors.make
  const [picked, setPicked] = useState<{ readonly line: number; readonly part: number } | null>(null)
  const blocks = preview.blocks ?? []
  const { seen } = preview
  const states = useMemo(
    () => (seen?.type === "page" ? statesOf(blocks, seen.text, seen.unstable) : []),
    [blocks, seen]
  )
  const flickering = flickeringOf(blocks, states)
  const selector = picked === null ? null : (blocks[picked.part]?.selector ?? null)
  const wider = picked === null ? null : around(blocks, picked.part)
  const choose = (use: (selector: string) => void) => {
    if (selector !== null) use(selector)
    setPicked(null)
  }
  return (
    <section aria-label={parts.title} className="flex flex-col gap-2">
      {flickering.length > 0 && (
        <p className="card flex max-w-[76ch] flex-wrap items-center gap-3 p-3">
          <span>{parts.differ(flickering.length)}</span>
          <button type="button" className="button" disabled={isBusy} onClick={() => onDrop(...flickering)}>
            {parts.leaveOutAll(flickering.length)}
          </button>
        </p>
      )}
      <p className="hint">{parts.hint}</p>
      <ul className="card max-w-[76ch] p-3">
        {blocks.map((block, index) => {
          if (block.text === "") return null
          const state = states[index] ?? "watched"
          const isIn = picked !== null && isWithin(blocks, index, picked.part)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of one look never move
            <li key={index}>
              <button
                type="button"
                disabled={block.selector === null && around(blocks, index) === null}
                aria-expanded={picked?.line === index}
                onClick={() =>
                  setPicked(
                    picked?.line === index
                      ? null
                      : { line: index, part: block.selector === null ? (around(blocks, index) ?? index) : index }
                  )
                }
                className={`block w-full rounded-m border px-2 py-1 text-left hover:bg-action-weak disabled:hover:bg-transparent ${
                  isIn ? "border-action bg-action-weak" : looks[state]
                }`}
              >
                <span dir="auto">{block.text}</span>
                {state !== "watched" && (
                  <span className="ml-2 text-s text-ink-2">{state === "flickers" ? parts.flickers : parts.out}</span>
                )}
              </button>
              {picked?.line === index && selector !== null && (
                <span className="my-1 flex flex-wrap items-center gap-2 px-2">
                  <button type="button" className="button" disabled={isBusy} onClick={() => choose(onKeep)}>
                    {parts.only}
                  </button>
                  <button type="button" className="button" disabled={isBusy} onClick={() => choose(onDrop)}>
                    {parts.leaveOut}
                  </button>
                  {wider !== null && (
                    <button type="button" className="button" onClick={() => setPicked({ line: index, part: wider })}>
                      {parts.wider}
                    </button>
                  )}
                  <button type="button" className="button button-quiet" onClick={() => setPicked(null)}>
                    {common.cancel}
                  </button>
                  <code className="font-mono text-s text-ink-2">{selector}</code>
                </span>
              )}
            </li>
          )
        })}
      </ul>
      {preview.is_blocks_cut === true && <p className="hint">{parts.cut}</p>}
    </section>
  )
}
