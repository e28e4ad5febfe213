/** Usage as stacked bars, with a legend that says what the bucket under the pointer has, and the same as a table. */
import { useEffect, useMemo, useRef, useState } from "react"
import { useFormats, useLanguage, useStrings } from "../../i18n/strings.ts"
import { loadDrawing, type Palette, usePalette } from "../../parts/drawing.ts"
import { type History, type Metric, type Series, seriesOf } from "./history.ts"

type Draw = typeof import("./chart.ts").draw

const parsed = (hex: string): ReadonlyArray<number> => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))

/** Between two colours: `share` of the first. */
const mixed = (first: string, second: string, share: number): string => {
  const [a, b] = [parsed(first), parsed(second)]
  return `#${a
    .map((one, index) =>
      Math.round(one * share + (b[index] ?? 0) * (1 - share))
        .toString(16)
        .padStart(2, "0")
    )
    .join("")}`
}

const shades = [1, 0.62, 0.4, 0.26, 0.82, 0.5] as const

/** A colour for each series: statuses have a meaning; others are shades of one. */
const coloursOf = (series: ReadonlyArray<Series>, by: string, { action, add, ink, mov, rem, surface }: Palette) => {
  const used = new Map<string, number>()
  return series.map(({ value }, index) => {
    if (value === null) return mixed(ink, surface, 0.25)
    if (by !== "status_code") return mixed(action, surface, shades[index % shades.length] ?? 1)
    const base = value.startsWith("2") ? add : value.startsWith("5") ? rem : mov
    const nth = used.get(base) ?? 0
    used.set(base, nth + 1)
    return mixed(base, surface, [1, 0.55, 0.75, 0.35][nth % 4] ?? 1)
  })
}

/** Loads what draws; null where this browser's locale or age lets it not. */
const loadDraw = (): Promise<Draw | null> => loadDrawing(async () => (await import("./chart.ts")).draw)

export const UsageChart = ({
  by,
  history,
  metric,
  nameOf
}: {
  readonly history: History
  readonly metric: Metric
  readonly by: string
  readonly nameOf: (value: string) => string
}) => {
  const { usage: words } = useStrings()
  const formats = useFormats()
  const { language } = useLanguage()
  const palette = usePalette()
  const place = useRef<HTMLDivElement>(null)
  const [draw, setDraw] = useState<{ readonly draw: Draw | null } | null>(null)
  const [bucket, setBucket] = useState<number | null>(null)
  const series = useMemo(() => seriesOf(history, metric), [history, metric])
  const colours = useMemo(() => coloursOf(series, by, palette), [series, by, palette])
  const { data, interval } = history
  const label = words.chart(words.metrics[metric], words.intervals[interval])
  // Buckets are of UTC: an hour is shown in the person's zone, days and months as they are counted.
  const startText = useMemo(() => {
    const locale = language === "en" ? "en-GB" : language
    const options: Intl.DateTimeFormatOptions =
      interval === "hour"
        ? { hour: "2-digit", minute: "2-digit" }
        : interval === "day"
          ? { day: "numeric", month: "short", timeZone: "UTC" }
          : { month: "short", year: "numeric", timeZone: "UTC" }
    const format = new Intl.DateTimeFormat(locale, options)
    return (at: number) => format.format(at)
  }, [interval, language])
  useEffect(() => {
    void loadDraw().then((loaded) => setDraw({ draw: loaded }))
  }, [])
  useEffect(() => {
    if (draw?.draw === null || draw === null || place.current === null) return
    return draw.draw(place.current, {
      starts: data.map(({ start }) => Date.parse(start) / 1_000),
      series: series.map(({ points }) => points),
      colours,
      ink: palette.ink,
      line: palette.line,
      number: formats.number,
      date: (seconds) => startText(seconds * 1_000),
      onHover: setBucket
    })
  }, [draw, data, series, colours, palette, formats, startText])
  const shown = bucket === null ? undefined : data[bucket]
  return (
    <figure className="flex flex-col gap-3">
      <figcaption className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-strong">{label}</span>
        <span className="hint">
          {shown === undefined ? (interval === "hour" ? "" : words.buckets) : startText(Date.parse(shown.start))}
        </span>
      </figcaption>
      {draw?.draw === null ? (
        <p className="hint">{words.noChart}</p>
      ) : (
        <div ref={place} aria-hidden="true" className="h-[240px] w-full overflow-hidden" />
      )}
      <ul className="flex flex-wrap gap-x-5 gap-y-1">
        {series.map(({ points, total, value }, index) => (
          <li key={value ?? ""} className="inline-flex min-w-0 items-center gap-2">
            <span
              aria-hidden="true"
              className="size-3 flex-none rounded-[3px]"
              style={{ background: colours[index] }}
            />
            <span className="truncate">{value === null ? words.others : value === "" ? label : nameOf(value)}</span>
            <span className="text-ink-2">{formats.number(bucket === null ? total : (points[bucket] ?? 0))}</span>
          </li>
        ))}
      </ul>
      <details>
        <summary className="text-ink-2">{words.asTable}</summary>
        <div className="card mt-2 max-h-[420px] overflow-auto">
          <table className="table">
            <caption className="sr-only">{label}</caption>
            <thead>
              <tr>
                <th scope="col">{words.columns.start}</th>
                <th scope="col" className="text-right">
                  {words.columns.total}
                </th>
                {series.map(({ value }) => (
                  <th key={value ?? ""} scope="col" className="text-right">
                    {value === null ? words.others : value === "" ? words.columns.total : nameOf(value)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.map((one, index) => (
                <tr key={one.start}>
                  <th scope="row" title={formats.exact(one.start)}>
                    {startText(Date.parse(one.start))}
                  </th>
                  <td className="text-right">
                    {formats.number(metric === "credits" ? one.credits_used : one.request_count)}
                  </td>
                  {series.map(({ points, value }) => (
                    <td key={value ?? ""} className="text-right">
                      {formats.number(points[index] ?? 0)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  )
}
