/** Crawls and batches: how far they are, and what they took. */
import { useInfiniteQuery } from "@tanstack/react-query"
import { Link, useNavigate, useSearch } from "@tanstack/react-router"
import { pages } from "../../api/queries.ts"
import { useFormats, useStrings } from "../../i18n/strings.ts"
import { Choice } from "../../parts/Choice.tsx"
import { Empty } from "../../parts/Empty.tsx"
import { Page } from "../../parts/Page.tsx"
import { Problem } from "../../parts/Problem.tsx"
import { Skeleton } from "../../parts/Skeleton.tsx"
import { Status } from "../../parts/Status.tsx"
import { Time } from "../../parts/Time.tsx"
import { batchKind, batchStatuses, namedBy, shareDone } from "./batchStatus.ts"

export const Work = () => {
  const { common, nav, work } = useStrings()
  const formats = useFormats()
  const navigate = useNavigate({ from: "/work" })
  const search = useSearch({ from: "/signed-in/work" })
  const status = batchStatuses.find((one) => one === search.status)
  const query = { limit: 50, ...(status === undefined ? {} : { status }) }
  const list = useInfiniteQuery(pages("batches.list", { query }))
  const rows = list.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <Page
      title={nav.work}
      lead={work.lead}
      calls={[{ operation: "batches.list", query }]}
      actions={
        <Link to="/work/new" className="button button-main">
          {work.begin}
        </Link>
      }
    >
      {(rows.length > 0 || status !== undefined) && (
        <div className="mb-3 flex gap-2">
          <Choice
            label={work.filter}
            value={status ?? ""}
            options={[["", work.anyStatus], ...batchStatuses.map((one) => [one, work.statuses[one] ?? one] as const)]}
            onChange={(next) => void navigate({ search: next === "" ? {} : { status: next } })}
          />
        </div>
      )}
      {list.isPending && <Skeleton rows={6} />}
      {list.isError && <Problem error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && rows.length === 0 && status !== undefined && (
        <Empty title={work.noneFoundTitle} body={work.noneFoundBody}>
          <Link to="/work" className="button">
            {work.clear}
          </Link>
        </Empty>
      )}
      {list.isSuccess && rows.length === 0 && status === undefined && (
        <Empty title={work.emptyTitle} body={work.emptyBody}>
          <Link to="/work/new" className="button button-main">
            {work.begin}
          </Link>
        </Empty>
      )}
      {rows.length > 0 && (
        <div className="card overflow-x-auto">
          <table className="table">
            <thead>
              <tr>
                <th>{work.columns.status}</th>
                <th>{work.columns.batch}</th>
                <th>{work.columns.done}</th>
                <th className="hidden bar:table-cell">{work.columns.cost}</th>
                <th className="hidden bar:table-cell">{work.columns.begun}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((batch) => (
                <tr key={batch.id}>
                  <td>
                    <Status kind={batchKind(batch.status)} word={work.statuses[batch.status] ?? batch.status} />
                  </td>
                  <td className="w-full min-w-[14ch] wrap-anywhere">
                    <Link to="/work/$batchId" params={{ batchId: batch.id }} className="link">
                      {work.modes[batch.mode]} · {namedBy(batch)}
                    </Link>
                  </td>
                  <td className="bar:whitespace-nowrap">
                    {formats.percent(shareDone(batch))} · {work.failed(batch.progress.failed)}
                  </td>
                  <td className="hidden whitespace-nowrap bar:table-cell">{common.credits(batch.credits.net)}</td>
                  <td className="hidden bar:table-cell">
                    <Time at={batch.timing.created_at} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {list.hasNextPage && (
        <button type="button" className="button mt-3" onClick={() => void list.fetchNextPage()}>
          {common.more}
        </button>
      )}
    </Page>
  )
}
