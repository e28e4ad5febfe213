/** What is kept of a monitor's looks, any two of which are compared. Which two stands in the address. */
import { useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { Link, useNavigate } from "@tanstack/react-router"
import { lazy, Suspense } from "react"
import type { Output, Row } from "../../api/operations.ts"
import { asked, pages } from "../../api/queries.ts"
import { useFormats, useLanguage, useStrings } from "../../i18n/strings.ts"
import { Diff } from "../../parts/Diff.tsx"
import { Problem } from "../../parts/Problem.tsx"
import { Skeleton } from "../../parts/Skeleton.tsx"
import { Time } from "../../parts/Time.tsx"

const Pictures = lazy(() => import("../change/Pictures.tsx"))

type Version = Row<"monitors.versions">
type Comparison = Output<"monitors.compareVersions">

const sides = ["a", "b"] as const

interface Chosen {
  readonly a?: string | undefined
  readonly b?: string | undefined
}

/** How many lines came or went: nothing stands ahead of the first hunk, so that a line `++ new` is one too. */
const linesOf = (diff: string, sign: "+" | "-"): number =>
  diff.split("\n").filter((line) => line.startsWith(sign)).length

const Compared = ({ comparison }: { readonly comparison: Comparison }) => {
  const { versions: words } = useStrings().monitors
  const { language } = useLanguage()
  const { from, to } = comparison
  return (
    <>
      {comparison.is_same ? (
        <p>{words.same}</p>
      ) : (
        <>
          {/* The server speaks English alone. */}
          {language !== "en" ? (
            <p>{words.counts(linesOf(comparison.diff, "+"), linesOf(comparison.diff, "-"))}</p>
          ) : (
            comparison.summary !== undefined && (
              <p dir="auto" className="max-w-[68ch] break-words">
                {comparison.summary}
              </p>
            )
          )}
          <Diff key={`${from.id} ${to.id}`} diff={comparison.diff} />
        </>
      )}
      {(from.picture !== null || to.picture !== null) && (
        <section aria-label={words.pictures} className="flex flex-col gap-2">
          <h3 className="font-strong">{words.pictures}</h3>
          <Suspense fallback={<Skeleton rows={6} />}>
            <Pictures pictures={{ before: from.picture, after: to.picture }} />
          </Suspense>
        </section>
      )}
    </>
  )
}

/** What differs between two versions. */
export const Comparing = ({
  a,
  b,
  monitorId
}: {
  readonly monitorId: string
  readonly a: string
  readonly b: string
}) => {
  const { versions: words } = useStrings().monitors
  const formats = useFormats()
  const found = useQuery(
    asked("monitors.compareVersions", { params: { monitor_id: monitorId }, query: { from: a, to: b } })
  )
  return (
    <section aria-label={words.compared} aria-live="polite" className="flex flex-col gap-3">
      <h2 className="text-l font-strong">
        {found.data === undefined
          ? words.compared
          : words.between(formats.exact(found.data.from.captured_at), formats.exact(found.data.to.captured_at))}
      </h2>
      {found.isPending && <Skeleton rows={6} />}
      {found.isError && <Problem error={found.error} onRetry={() => void found.refetch()} />}
      {found.data !== undefined && <Compared comparison={found.data} />}
    </section>
  )
}

const VersionRow = ({
  chosen,
  monitorId,
  onChoose,
  version
}: {
  readonly monitorId: string
  readonly version: Version
  readonly chosen: Chosen
  readonly onChoose: (next: Chosen) => void
}) => {
  const { versions: words } = useStrings().monitors
  const formats = useFormats()
  const when = formats.exact(version.captured_at)
  return (
    <tr>
      {sides.map((side) => (
        <td key={side}>
          <input
            type="radio"
            name={`version-${side}`}
            aria-label={words.choose[side](when)}
            checked={chosen[side] === version.id}
            onChange={() => onChoose({ ...chosen, [side]: version.id })}
          />
        </td>
      ))}
      <td>
        <Time at={version.captured_at} />
        {version.replaced_at === null && <span className="ml-2 text-s text-ink-3">{words.newest}</span>}
      </td>
      <td className="whitespace-nowrap">{formats.bytes(version.content_bytes)}</td>
      <td>
        {version.run_id !== null && (
          <Link
            to="/monitors/$monitorId/runs/$runId"
            params={{ monitorId, runId: version.run_id }}
            className="link whitespace-nowrap"
          >
            {words.run}
          </Link>
        )}
      </td>
      <td>
        {version.change_id !== null && (
          <Link to="/changes/$changeId" params={{ changeId: version.change_id }} className="link whitespace-nowrap">
            {words.change}
          </Link>
        )}
      </td>
      <td>{version.picture === null ? "" : words.hasPicture}</td>
    </tr>
  )
}

export const Versions = ({ chosen, monitorId }: { readonly monitorId: string; readonly chosen: Chosen }) => {
  const { common, monitors } = useStrings()
  const { versions: words } = monitors
  const navigate = useNavigate()
  const list = useInfiniteQuery(pages("monitors.versions", { params: { monitor_id: monitorId }, query: { limit: 30 } }))
  if (list.isPending) return <Skeleton rows={4} />
  if (list.isError) return <Problem error={list.error} onRetry={() => void list.refetch()} />
  const rows = list.data.pages.flatMap(({ data }) => data)
  if (rows.length === 0) return <p className="text-ink-2">{monitors.noBaseline}</p>
  // What nobody chose is the newest, and the one before.
  const shown: Chosen = { a: chosen.a ?? rows[1]?.id, b: chosen.b ?? rows[0]?.id }
  const choose = (next: Chosen) =>
    void navigate({
      to: "/monitors/$monitorId",
      params: { monitorId },
      search: {
        tab: "versions",
        ...(next.a === undefined ? {} : { a: next.a }),
        ...(next.b === undefined ? {} : { b: next.b })
      },
      replace: true
    })
  return (
    <div className="flex flex-col gap-6">
      <div>
        <p className="mb-2 max-w-[68ch] text-ink-2">{rows.length === 1 ? words.onlyOne : words.lead}</p>
        <div className="card max-h-[420px] overflow-auto">
          <table className="table">
            <thead>
              <tr>
                <th>{words.columns.a}</th>
                <th>{words.columns.b}</th>
                <th>{words.columns.when}</th>
                <th>{words.columns.size}</th>
                <th>{words.columns.run}</th>
                <th>{words.columns.change}</th>
                <th>{words.columns.picture}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((version) => (
                <VersionRow key={version.id} monitorId={monitorId} version={version} chosen={shown} onChoose={choose} />
              ))}
            </tbody>
          </table>
        </div>
        {list.hasNextPage && (
          <button type="button" className="button mt-3" onClick={() => void list.fetchNextPage()}>
            {common.more}
          </button>
        )}
      </div>
      {shown.a !== undefined && shown.b !== undefined && shown.a !== shown.b && (
        <Comparing monitorId={monitorId} a={shown.a} b={shown.b} />
      )}
      {shown.a !== undefined && shown.a === shown.b && <p className="text-ink-2">{words.twice}</p>}
    </div>
  )
}
