/** The last runs of a monitor as small bars: the signature of Kittiwake, the same wherever a monitor is named. */
import { useStrings } from "../i18n/strings.ts"

/** What a run came to. `share` is how much changed, from 0 to 1, where it is known. */
export interface StripRun {
  readonly outcome: "changed" | "unchanged" | "failed" | "skipped"
  readonly share?: number
  readonly important?: boolean
}

/** How many are shown. */
export const stripLength = 30

const barWidth = 4
const step = 6
const height = 18

const Bar = ({ run, x }: { readonly run: StripRun; readonly x: number }) => {
  if (run.outcome === "skipped") return null
  if (run.outcome === "failed") {
    return <path d={`M${x + 2} 8 L${x + 5} ${height} H${x - 1} Z`} className="fill-rem" />
  }
  if (run.outcome === "unchanged") {
    return <circle cx={x + 2} cy={height - 2.5} r="1.6" fill="none" strokeWidth="1.2" className="stroke-ink-3" />
  }
  const tall = 5 + Math.round((height - 5) * Math.min(1, Math.sqrt(run.share ?? 0.25)))
  return (
    <rect
      x={x}
      y={height - tall}
      width={barWidth}
      height={tall}
      rx="1"
      className={run.important === true ? "fill-new" : "fill-action"}
    />
  )
}

/** Oldest first. What is missing of thirty is a gap on the left. */
export const Strip = ({ runs }: { readonly runs: ReadonlyArray<StripRun> }) => {
  const { strip } = useStrings()
  const shown = runs.slice(-stripLength)
  const changed = shown.filter(({ outcome }) => outcome === "changed").length
  const failed = shown.filter(({ outcome }) => outcome === "failed").length
  const label = strip.label(changed, failed, shown.length)
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${stripLength * step} ${height}`}
      width={stripLength * step}
      height={height}
      className="block"
    >
      <title>{label}</title>
      {shown.map((run, index) => (
        // Runs have no other name here than their place.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Bar key={index} run={run} x={(stripLength - shown.length + index) * step + 1} />
      ))}
    </svg>
  )
}
