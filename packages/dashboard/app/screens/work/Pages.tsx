/** The pages of a batch that were read, each with its text: as many at once as one answer of the API is asked for. */
import { useInfiniteQuery } from "@tanstack/react-query"
import { useState } from "react"
import type { Row } from "../../api/operations.ts"
import { pages } from "../../api/queries.ts"
import { useStrings } from "../../i18n/strings.ts"
import { Away } from "../../parts/Away.tsx"
import { BodyText } from "../../parts/BodyText.tsx"
import { Problem } from "../../parts/Problem.tsx"
import { Skeleton } from "../../parts/Skeleton.tsx"

type Result = Row<"batches.results">

/** Pages of one answer: each may have a text of megabytes. */
const pagesAtOnce = 20

const textOf = (result: Result): string | null =>
  result.status === "ok" ? (result.markdown ?? result.html ?? "") : null

/** One page. Its text is drawn once it is asked for: a browser that lays out twenty long ones stands still. */
const PageText = ({ result, text }: { readonly result: Result; readonly text: string }) => {
  const { work } = useStrings()
  const [isOpen, setOpen] = useState(false)
  return (
    <li className="px-3 py-2">
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="break-all" dir="auto">
          {result.url}
        </summary>
        {isOpen && (
          <div className="mt-2 flex flex-col gap-2">
            <p className="text-s">
              <Away url={result.url} />
            </p>
            {text === "" ? (
              <p className="text-ink-2">{work.pages.empty}</p>
            ) : (
              <BodyText label={result.url} text={text} />
            )}
          </div>
        )}
      </details>
    </li>
  )
}

export const Pages = ({ batchId }: { readonly batchId: string }) => {
  const { common, work } = useStrings()
  const list = useInfiniteQuery({
    ...pages("batches.results", { params: { batch_id: batchId }, query: { limit: pagesAtOnce, status: "ok" } }),
    // What was read stays as it is.
    staleTime: Number.POSITIVE_INFINITY
  })
  const read = list.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <section aria-label={work.pages.title}>
      <h2 className="mb-2 font-strong">{work.pages.title}</h2>
      {list.isPending && <Skeleton rows={4} />}
      {list.isError && <Problem error={list.error} onRetry={() => void list.refetch()} />}
      {read.length > 0 && (
        <ul className="card divide-y divide-line">
          {read.map((result, index) => {
            const text = textOf(result)
            // biome-ignore lint/suspicious/noArrayIndexKey: an address may stand twice, and pages that were read never move
            return text === null ? null : <PageText key={index} result={result} text={text} />
          })}
        </ul>
      )}
      {list.hasNextPage && (
        <button
          type="button"
          className="button mt-3"
          disabled={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {common.more}
        </button>
      )}
    </section>
  )
}
