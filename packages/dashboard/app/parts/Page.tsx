/** A screen: its title, what can be done there, the call that made it, and what it shows. */
import { CallButton, type ShownCall } from "./CallCode.tsx"
import { useTitle } from "./useTitle.ts"

export const Page = ({
  actions,
  calls,
  children,
  isFull = false,
  lead,
  mark,
  title
}: {
  readonly title: string
  readonly lead?: React.ReactNode
  /** A shape before the title. */
  readonly mark?: React.ReactNode
  readonly actions?: React.ReactNode
  /** What the API was asked for this screen. */
  readonly calls?: ReadonlyArray<ShownCall>
  /** On wide screens, its columns scroll each by itself. */
  readonly isFull?: boolean
  readonly children: React.ReactNode
}) => {
  useTitle(title)
  return (
    // What is for screen readers alone is placed without its line: in a scroller that places nothing, it would make the document higher.
    <div
      className={`relative h-full overflow-auto px-4 pt-5 pb-24 bar:px-8 bar:pt-6 ${
        isFull ? "pane:grid pane:grid-rows-[auto_minmax(0,1fr)] pane:overflow-hidden pane:pb-0" : ""
      }`}
    >
      <header className="mb-4 flex flex-wrap items-start gap-3">
        <div className="min-w-[min(100%,24ch)] flex-1">
          <h1 className="flex items-center gap-[10px] text-xl font-strong tracking-[-.01em]">
            {mark}
            <span className="line-clamp-3" title={title.length > 120 ? title : undefined}>
              {title}
            </span>
          </h1>
          {lead !== undefined && <div className="mt-1 text-ink-2">{lead}</div>}
        </div>
        <div className="flex flex-wrap gap-3">
          {actions}
          {calls !== undefined && <CallButton calls={calls} />}
        </div>
      </header>
      {children}
    </div>
  )
}
