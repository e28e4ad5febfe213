/** What a run did, step by step, with a bar for the time of each: a waterfall that is a story, too. */
import { useFormats, useStrings } from "../i18n/strings.ts"

export interface Step {
  readonly step: string
  readonly started_at: string
  readonly duration_ms: number
  readonly outcome: string
}

const wordsOf = (name: string): string => name.replaceAll("_", " ")

export const Steps = ({ steps }: { readonly steps: ReadonlyArray<Step> }) => {
  const { steps: words } = useStrings()
  const formats = useFormats()
  const begin = Math.min(...steps.map(({ started_at }) => Date.parse(started_at)))
  const end = Math.max(...steps.map(({ duration_ms, started_at }) => Date.parse(started_at) + duration_ms), begin + 1)
  const percent = (millis: number) => `${(100 * millis) / (end - begin)}%`
  return (
    <ol aria-label={words.title} className="card divide-y divide-line">
      {steps.map(({ duration_ms, outcome, started_at, step }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps keep their order
        <li key={index} className="grid gap-x-4 gap-y-1 px-3 py-2 bar:grid-cols-[128px_minmax(0,1fr)_120px_64px]">
          <span className="font-strong first-letter:uppercase">{words.names[step] ?? wordsOf(step)}</span>
          <span dir="auto">{outcome}</span>
          <span aria-hidden="true" className="relative hidden h-2 self-center rounded-full bg-sunken bar:block">
            <span
              className="absolute inset-y-0 min-w-[2px] rounded-full bg-action"
              style={{ left: percent(Date.parse(started_at) - begin), width: percent(duration_ms) }}
            />
          </span>
          <span className="text-s text-ink-3 bar:text-right">{formats.duration(duration_ms)}</span>
        </li>
      ))}
    </ol>
  )
}
