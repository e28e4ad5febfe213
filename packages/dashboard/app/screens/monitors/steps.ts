/** Draws a value that stays until it changes, with uPlot. It is loaded when a chart is first seen. */
import uPlot from "uplot"
import "uplot/dist/uPlot.min.css"
import { onceEach } from "../../parts/axisWords.ts"

export interface DrawnSteps {
  /** When each value began, in seconds, and the values; the last stands until the last time, which has none. */
  readonly times: ReadonlyArray<number>
  readonly values: ReadonlyArray<number>
  readonly colour: string
  readonly ground: string
  readonly ink: string
  readonly line: string
  readonly number: (value: number) => string
  /** What a tick is called, of those that stand `step` seconds apart. */
  readonly date: (seconds: number, step: number) => string
  readonly onHover: (point: number | null) => void
}

const height = 220

/** A drawing that is there: a point of it is shown, and it is taken away. */
export interface Steps {
  readonly show: (point: number) => void
  readonly end: () => void
}

/** Draws into an element. */
export const drawSteps = (place: HTMLElement, drawn: DrawnSteps): Steps => {
  const { colour, date, ground, ink, line, number, onHover, times, values } = drawn
  const axis: uPlot.Axis = {
    stroke: ink,
    grid: { stroke: line, width: 1 },
    ticks: { show: false },
    font: "12px system-ui, sans-serif"
  }
  const dates = (_: uPlot, ticks: ReadonlyArray<number>, __: number, ___: number, step: number) =>
    onceEach(ticks.map((tick) => date(tick, step)))
  const last = values.at(-1) ?? null
  const paths = uPlot.paths.stepped?.({ align: 1 })
  const plot = new uPlot(
    {
      width: Math.max(200, place.clientWidth),
      height,
      legend: { show: false },
      cursor: { drag: { x: false, y: false }, y: false, points: { show: false } },
      scales: {
        x: { time: true },
        y: {
          range: (_, low, high) => {
            const room = high === low ? Math.max(1, Math.abs(high) * 0.1) : (high - low) * 0.12
            return [low >= 0 ? Math.max(0, low - room) : low - room, high + room]
          }
        }
      },
      axes: [
        { ...axis, grid: { show: false }, values: dates, space: 88, size: 32 },
        { ...axis, values: (_, ticks) => ticks.map(number), size: 76 }
      ],
      series: [
        {},
        {
          stroke: colour,
          width: 2,
          points: {
            show: true,
            size: 7,
            fill: ground,
            stroke: colour,
            width: 2,
            filter: () => values.map((_, at) => at)
          },
          ...(paths === undefined ? {} : { paths })
        }
      ],
      hooks: {
        // What is told is the value that stood then, not the one that is nearest.
        setCursor: [
          (of) => {
            const { left = -1 } = of.cursor
            if (left < 0) return onHover(null)
            const seconds = of.posToVal(left + 0.5, "x")
            onHover(
              Math.max(
                0,
                times.slice(0, values.length).findLastIndex((time) => time <= seconds)
              )
            )
          }
        ]
      }
    },
    [[...times], [...values, ...(times.length > values.length ? [last] : [])]],
    place
  )
  const observer = new ResizeObserver(() => plot.setSize({ width: Math.max(200, place.clientWidth), height }))
  observer.observe(place)
  return {
    show: (point) => plot.setCursor({ left: plot.valToPos(times[point] ?? 0, "x"), top: 0 }),
    end: () => {
      observer.disconnect()
      plot.destroy()
    }
  }
}
