/** Draws stacked bars with uPlot. It is loaded when a chart is first seen. */
import uPlot from "uplot"
import "uplot/dist/uPlot.min.css"
import { onceEach } from "../../parts/axisWords.ts"

export interface Drawn {
  /** Starts of the buckets, in seconds. */
  readonly starts: ReadonlyArray<number>
  /** From the bottom up. */
  readonly series: ReadonlyArray<ReadonlyArray<number>>
  readonly colours: ReadonlyArray<string>
  readonly ink: string
  readonly line: string
  readonly number: (value: number) => string
  readonly date: (seconds: number) => string
  readonly onHover: (bucket: number | null) => void
}

const height = 240

/** Each series with those below it. */
const stacked = (series: ReadonlyArray<ReadonlyArray<number>>): Array<Array<number>> => {
  const sums: Array<Array<number>> = []
  for (const points of series) {
    const below = sums.at(-1)
    sums.push(points.map((value, index) => value + (below?.[index] ?? 0)))
  }
  return sums
}

/** Draws into an element; the answer takes the drawing away. */
export const draw = (place: HTMLElement, drawn: Drawn): (() => void) => {
  const { colours, date, ink, line, number, onHover, starts } = drawn
  // The highest first, so that those below are drawn over it.
  const sums = stacked(drawn.series).reverse()
  const fills = [...colours].slice(0, sums.length).reverse()
  const bars = uPlot.paths.bars?.({ size: [0.8, 48], radius: 0.08 })
  const axis: uPlot.Axis = {
    stroke: ink,
    grid: { stroke: line, width: 1 },
    ticks: { show: false },
    font: "12px system-ui, sans-serif"
  }
  const plot = new uPlot(
    {
      width: Math.max(200, place.clientWidth),
      height,
      legend: { show: false },
      cursor: { drag: { x: false, y: false }, points: { show: false }, y: false },
      scales: {
        x: {
          time: true,
          range: (_, low, high) => [low - (high - low) / starts.length / 1.6, high + (high - low) / starts.length / 1.6]
        },
        y: { range: (_, __, high) => [0, Math.max(1, high * 1.05)] }
      },
      axes: [
        { ...axis, grid: { show: false }, values: (_, ticks) => onceEach(ticks.map(date)), space: 72, size: 32 },
        { ...axis, values: (_, ticks) => ticks.map((tick) => (Number.isInteger(tick) ? number(tick) : "")), size: 64 }
      ],
      series: [
        {},
        ...fills.map(
          (fill): uPlot.Series => ({
            fill,
            stroke: fill,
            width: 0,
            points: { show: false },
            ...(bars === undefined ? {} : { paths: bars })
          })
        )
      ],
      hooks: { setCursor: [({ cursor }) => onHover(cursor.idx ?? null)] }
    },
    [[...starts], ...sums],
    place
  )
  const observer = new ResizeObserver(() => plot.setSize({ width: Math.max(200, place.clientWidth), height }))
  observer.observe(place)
  return () => {
    observer.disconnect()
    plot.destroy()
  }
}
