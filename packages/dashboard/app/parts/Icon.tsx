/** Icons of one family: 16 px, drawn with lines. Each stands beside a word, or its place names it. */
const paths = {
  inbox: "M2 9h3l1.5 2h3L11 9h3M2 9l2-6h8l2 6v4H2z",
  home: "M2 7.5 8 3l6 4.5V13H2zM6.5 13V9h3v4",
  monitors: "M2 8h3l1.5-4 3 8L11 8h3",
  playground: "M4 3v10l8-5z",
  work: "M8 2v4M3 10V8h10v2M3 10v4M8 6v8M13 10v4",
  deliveries: "M14 2 2 7l5 2 2 5zM7 9l3-3",
  usage: "M3 13V9M7 13V3M11 13V6M2 14h12",
  keys: "M9.5 9.5a3 3 0 1 0-3-3l-4 4V13h2.5v-1.5H6.5V10z",
  system:
    "M8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM8 2v2M8 12v2M2 8h2M12 8h2M3.8 3.8l1.4 1.4M10.8 10.8l1.4 1.4M3.8 12.2l1.4-1.4M10.8 5.2l1.4-1.4",
  more: "M3 8h.01M8 8h.01M13 8h.01",
  search: "M7 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM10 10l4 4",
  code: "m5 5-3 3 3 3M11 5l3 3-3 3",
  check: "m3 8 3.5 3.5L13 5",
  close: "m4 4 8 8M12 4l-8 8",
  plus: "M8 3v10M3 8h10",
  external: "M6 3H3v10h10v-3M9 3h4v4M13 3 7 9",
  copy: "M6 6h7v7H6zM10 6V3H3v7h3",
  back: "M10 3 5 8l5 5",
  next: "m6 3 5 5-5 5",
  run: "M13 8a5 5 0 1 1-1.5-3.5M13 2v3h-3",
  mute: "M3 6h2.5L9 3v10l-3.5-3H3zM11.5 6.5l3 3M14.5 6.5l-3 3",
  down: "m4 6 4 4 4-4",
  download: "M8 2v8M4.5 7 8 10.5 11.5 7M3 13h10",
  trash: "M3 4h10M6 4V2.5h4V4M4.5 4l.5 9.5h6l.5-9.5",
  saved: "M4 2.5h8v11L8 10.5l-4 3z",
  pause: "M5 3v10M11 3v10"
} as const

export type IconName = keyof typeof paths

export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg
    viewBox="0 0 16 16"
    width="16"
    height="16"
    fill="none"
    stroke="currentColor"
    strokeWidth={name === "more" ? 2.4 : 1.5}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    className="flex-none"
  >
    <path d={paths[name]} />
  </svg>
)

/** The bird. */
export const Mark = () => (
  <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" className="flex-none">
    <path fill="currentColor" d="M1 11c4-4 8-4 11-1 3-3 7-3 11 0-4-1-6 0-7 2 2 2 1 5-2 6-4 1-8-1-9-5-1-1-2-2-4-2z" />
  </svg>
)
