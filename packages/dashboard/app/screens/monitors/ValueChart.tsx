/** One value over time: how it went in words, a chart that the keyboard walks through too, and the same as a table. */
import { Link } from "@tanstack/react-router"
import { useEffect, useMemo, useRef, useState } from "react"
import { useFormats, useLanguage, useStrings } from "../../i18n/strings.ts"
import { axisFormat } from "../../parts/axisWords.ts"
import { loadDrawing, usePalette } from "../../parts/drawing.ts"
import { type Series, trendOf } from "./values.ts"

type Draw = typeof import("./steps.ts").drawSteps

/** What keys do, in points. */
const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY
}

/** Until when the last value is known to stand. */
interface Known {
  readonly until: string | null
}

export const ValueChart = ({ series, until }: Known & { readonly series: Series }) => {
  const { values: words } = useStrings().monitors
  const formats = useFormats()
  const { language } = useLanguage()
  const palette = usePalette()
  const place = useRef<HTMLDivElement>(null)
  const [draw, setDraw] = useState<{ readonly draw: Draw | null } | null>(null)
  const [at, setAt] = useState<number | null>(null)
  const drawing = useRef<ReturnType<Draw> | null>(null)
  const { name, points, unit } = series
  const withUnit = useMemo(() => {
    const cents = new Intl.NumberFormat(language, { minimumFractionDigits: 2 })
    const isMoney = /\p{Sc}/u.test(unit.before + unit.after)
    const said = (value: number) => (isMoney && !Number.isInteger(value) ? cents.format(value) : formats.number(value))
    return (value: number) => `${unit.before}${said(value)}${unit.after}`
  }, [unit.before, unit.after, formats, language])
  const { first, last, least, most, share, way } = trendOf(series)
  const from = points[0]?.at
  const to = until ?? points.at(-1)?.at
  const dateText = useMemo(() => {
    const lasts = from === undefined || to === undefined ? 0 : (Date.parse(to) - Date.parse(from)) / 1_000
    const locale = language === "en" ? "en-GB" : language
    return (seconds: number, step: number) =>
      new Intl.DateTimeFormat(locale, axisFormat(lasts, step)).format(seconds * 1_000)
  }, [from, language, to])
  useEffect(() => {
    void loadDrawing(async () => (await import("./steps.ts")).drawSteps).then((loaded) => setDraw({ draw: loaded }))
  }, [])
  useEffect(() => {
    if (draw?.draw === null || draw === null || place.current === null) return
    const times = points.map((one) => Date.parse(one.at) / 1_000)
    const end = until === null ? 0 : Date.parse(until) / 1_000
    const drawn = draw.draw(place.current, {
      times: end > (times.at(-1) ?? 0) ? [...times, end] : times,
      values: points.map(({ value }) => value),
      colour: palette.action,
      ground: palette.surface,
      ink: palette.ink,
      line: palette.line,
      number: withUnit,
      date: dateText,
      onHover: setAt
    })
    drawing.current = drawn
    return drawn.end
  }, [draw, points, until, palette, withUnit, dateText])
  const shown = at === null ? undefined : points[at]
  const spoken = (index: number): string => {
    const point = points[index]
    return point === undefined ? "" : `${withUnit(point.value)}, ${formats.exact(point.at)}`
  }
  const move = (by: number) => {
    const to = Math.max(0, Math.min(points.length - 1, (at ?? points.length) + by))
    setAt(to)
    drawing.current?.show(to)
  }
  return (
    <figure className="flex min-w-0 flex-col gap-3">
      <figcaption className="flex flex-col gap-1">
        <span dir="auto" className="font-strong">
          {name === "" ? words.unnamed : name}
        </span>
        <span>
          {words.went[way](
            withUnit(first),
            withUnit(last),
            share === null || way === "level" ? "" : formats.percent(Math.abs(share))
          )}{" "}
          <span className="text-ink-2">{words.between(withUnit(least), withUnit(most))}</span>
        </span>
        <span className="hint min-h-[1lh]" aria-hidden="true">
          {shown === undefined ? words.howTo : spoken(at ?? 0)}
        </span>
      </figcaption>
      {draw?.draw === null ? (
        <p className="hint">{words.noChart}</p>
      ) : (
        <div
          role="slider"
          tabIndex={0}
          aria-label={words.chart(name === "" ? words.unnamed : name)}
          aria-valuemin={1}
          aria-valuemax={points.length}
          aria-valuenow={(at ?? points.length - 1) + 1}
          aria-valuetext={spoken(at ?? points.length - 1)}
          onKeyDown={(event) => {
            const by = steps[event.key]
            if (by === undefined) return
            event.preventDefault()
            move(by)
          }}
          className="rounded-m"
        >
          <div ref={place} aria-hidden="true" className="h-[220px] w-full overflow-hidden" />
        </div>
      )}
      <details>
        <summary className="text-ink-2">{words.asTable}</summary>
        <div className="card mt-2 max-h-[420px] overflow-auto">
          <table className="table">
            <caption className="sr-only">{name}</caption>
            <thead>
              <tr>
                <th scope="col">{words.columns.since}</th>
                <th scope="col" className="text-right">
                  {words.columns.value}
                </th>
                <th scope="col" className="text-right">
                  {words.columns.by}
                </th>
                <th scope="col">{words.columns.change}</th>
              </tr>
            </thead>
            <tbody>
              {points
                .map((point, index) => {
                  const before = points[index - 1]
                  const by = before === undefined ? null : point.value - before.value
                  return (
                    <tr key={`${point.at} ${point.changeId}`} className={index === at ? "bg-action-weak" : ""}>
                      <th scope="row" className="whitespace-nowrap">
                        {formats.exact(point.at)}
                      </th>
                      <td className="text-right whitespace-nowrap">{withUnit(point.value)}</td>
                      <td className="text-right whitespace-nowrap">
                        {by === null ? "" : `${by > 0 ? "+" : by < 0 ? "−" : "±"}${formats.number(Math.abs(by))}`}
                      </td>
                      <td>
                        {point.changeId === null ? (
                          <span className="text-ink-2">{words.first}</span>
                        ) : (
                          <Link to="/changes/$changeId" params={{ changeId: point.changeId }} className="link">
                            {words.itsChange}
                          </Link>
                        )}
                      </td>
                    </tr>
                  )
                })
                .reverse()}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  )
}
