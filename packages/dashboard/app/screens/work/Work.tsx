/** Crawls and batches: how far they are, and what they took. */
import { useInfiniteQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { pages } from "../../api/queries.ts"
import { useFormats, useStrings } from "../../i18n/strings.ts"
import { Empty } from "../../parts/Empty.tsx"
import { Page } from "../../parts/Page.tsx"
import { Problem } from "../../parts/Problem.tsx"
import { Skeleton } from "../../parts/Skeleton.tsx"
import { Status } from "../../parts/Status.tsx"
import { Time } from "../../parts/Time.tsx"
import { batchKind, shareDone } from "./batchStatus.ts"

export const Work = () => {
  const { common, nav, work } = useStrings()
  const formats = useFormats()
  const query = { limit: 50 }
  const list = useInfiniteQuery(pages("batches.list", { query }))
  const rows = list.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <Page
      title={nav.work}
      lead={work.lead}
      calls={[{ operation: "batches.list", query }]}
      actions={
        <Link to="/playground" search={{ operation: "batches.submit" }} className="button button-main">
          {work.make}
        </Link>
      }
    >
      {list.isPending && <Skeleton rows={6} />}
      {list.isError && <Problem error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && rows.length === 0 && (
        <Empty title={work.emptyTitle} body={work.emptyBody}>
          <Link to="/playground" search={{ operation: "batches.submit" }} className="button button-main">
            {work.make}
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
                  <td className="w-full">
                    <Link to="/work/$batchId" params={{ batchId: batch.id }} className="link">
                      {work.modes[batch.mode]}
                      {batch.tags.length > 0 && ` · ${batch.tags.join(", ")}`}
                    </Link>
                  </td>
                  <td className="whitespace-nowrap">
                    {formats.percent(shareDone(batch))} · {work.failed(batch.progress.failed)}
                  </td>
                  <td className="hidden bar:table-cell">{common.credits(batch.credits.net)}</td>
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
