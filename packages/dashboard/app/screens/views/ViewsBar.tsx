/** The saved views of a list, above it: each opened with a press, and all of them behind a button. */
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { lazy, Suspense, useState } from "react"
import { asked } from "../../api/queries.ts"
import { useStrings } from "../../i18n/strings.ts"
import { Icon } from "../../parts/Icon.tsx"
import { useKeys } from "../../shell/keys.ts"
import { type Filters, inboxOf, isSame, monitorsOf, type SavedView, type ViewedList } from "./savedViews.ts"

// What names and removes them is loaded when somebody wants to.
const ViewsDialog = lazy(() => import("./ViewsDialog.tsx").then((module) => ({ default: module.ViewsDialog })))

/** Views that stand beside the button; the others are in its list. */
const most = 4

/** Leads to a view. Its name is text, whatever it says. */
export const ViewLink = ({
  className,
  isCurrent,
  onClick,
  view
}: {
  readonly view: SavedView
  readonly isCurrent: boolean
  readonly className: string
  readonly onClick?: () => void
}) => {
  const given = {
    className,
    title: view.name,
    ...(isCurrent ? { "aria-current": "true" as const } : {}),
    ...(onClick === undefined ? {} : { onClick }),
    // A link counts as current by its path alone otherwise.
    activeProps: {},
    children: (
      <span dir="auto" className="truncate">
        {view.name}
      </span>
    )
  }
  return view.list === "changes" ? (
    <Link to="/inbox" search={inboxOf(view.filters)} {...given} />
  ) : (
    <Link to="/monitors" search={monitorsOf(view.filters)} {...given} />
  )
}

export const ViewsBar = ({
  filters,
  isFiltered,
  list
}: {
  readonly list: ViewedList
  /** What is shown now, and whether that is less than all. */
  readonly filters: Filters
  readonly isFiltered: boolean
}) => {
  const { common } = useStrings()
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery({ ...asked("views.list", { query: { list } }), retry: false })
  const views = data?.data ?? []
  useKeys({ v: () => setOpen(true) })
  return (
    <>
      <button
        type="button"
        className="chip"
        aria-haspopup="dialog"
        title={common.viewsHint}
        onClick={() => setOpen(true)}
      >
        <Icon name="saved" />
        {common.views}
        {views.length > most && ` ${views.length}`}
      </button>
      {views.slice(0, most).map((view) => (
        <ViewLink key={view.id} view={view} isCurrent={isSame(view.filters, filters)} className="chip max-w-[18ch]" />
      ))}
      {isOpen && (
        <Suspense>
          <ViewsDialog
            list={list}
            filters={filters}
            isFiltered={isFiltered}
            views={views}
            isLoaded={data !== undefined}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
