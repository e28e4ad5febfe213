/** One crawl or batch: progress, errors by their cause, what it took, and its results. */
import { useMutation, useQuery } from "@tanstack/react-query"
import { Link, useParams } from "@tanstack/react-router"
import { useState } from "react"
import type { Output } from "../../api/operations.ts"
import { pathIn, placed } from "../../api/place.ts"
import { asked, changing } from "../../api/queries.ts"
import { useFormats, useStrings } from "../../i18n/strings.ts"
import { Away } from "../../parts/Away.tsx"
import { Code } from "../../parts/Code.tsx"
import { Confirm } from "../../parts/Confirm.tsx"
import { Copyable } from "../../parts/Copyable.tsx"
import { Facts } from "../../parts/Facts.tsx"
import { Icon } from "../../parts/Icon.tsx"
import { Lack, useScope } from "../../parts/Lack.tsx"
import { Page } from "../../parts/Page.tsx"
import { Problem } from "../../parts/Problem.tsx"
import { Skeleton } from "../../parts/Skeleton.tsx"
import { Status } from "../../parts/Status.tsx"
import { Time } from "../../parts/Time.tsx"
import { type BatchRow, batchKind, beginsAt, shareDone } from "./batchStatus.ts"
import { type Came, readOutcome } from "./outcome.ts"
import { Pages } from "./Pages.tsx"

/** On this server. */
const local = (url: string): string => placed(pathIn(url))

/** Answers of a hundred pages that are read for hosts: their texts come with them. Those of pages that failed have none. */
const answersRead = 5
const answersOfFailed = 20
/** Hosts that are shown, those with most failures first, and examples of a cause. */
const hostsShown = 50
const examplesShown = 3
/** Answers that are looked through for examples: more than one of a batch that was read before batches kept what failed. */
const answersOfExamples = 5

const Cause = ({
  batchId,
  code,
  count,
  hasResults
}: {
  readonly batchId: string
  readonly code: string
  readonly count: number
  readonly hasResults: boolean
}) => {
  const { work } = useStrings()
  const formats = useFormats()
  const { data } = useQuery({
    queryKey: ["work.examples", batchId, code],
    enabled: hasResults,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) =>
      readOutcome(batchId, {
        answersMost: answersOfExamples,
        enough: (some) => some.length >= Math.min(count, examplesShown),
        filter: { error_code: code },
        signal
      })
  })
  const examples = data?.came.slice(0, examplesShown) ?? []
  return (
    <li className="flex flex-col gap-1 px-3 py-2">
      <div className="flex justify-between gap-3">
        <span>
          {work.causes[code] ?? code}{" "}
          {work.causes[code] !== undefined && <span className="font-mono text-s text-ink-3">{code}</span>}
        </span>
        <span>{formats.number(count)}</span>
      </div>
      {examples.length > 0 && (
        <ul aria-label={work.example} className="flex flex-col gap-1 text-s text-ink-2">
          {examples.map(({ entry, message }) => (
            <li key={`${entry.url} ${entry.itemId}`} className="min-w-0 break-words">
              <Away url={entry.url} /> <span dir="auto">{message}</span>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

const Hosts = ({
  all,
  came,
  isOfFailed
}: {
  readonly came: ReadonlyArray<Came>
  readonly all: number
  /** Whether pages that were read are not among these. */
  readonly isOfFailed: boolean
}) => {
  const { work } = useStrings()
  const formats = useFormats()
  const failures = (some: ReadonlyArray<Came>) => some.filter(({ code }) => code !== null).length
  const hosts = [...Map.groupBy(came, ({ host }) => host)]
    .map(([host, some]) => ({ host, failed: failures(some), read: some.length - failures(some) }))
    .toSorted((one, other) => other.failed - one.failed || other.read - one.read)
  return (
    <section aria-label={work.hosts}>
      <h2 className="mb-2 font-strong">{work.hosts}</h2>
      <div className="card overflow-x-auto">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{work.host.name}</th>
              {!isOfFailed && <th scope="col">{work.host.read}</th>}
              <th scope="col">{work.host.failed}</th>
            </tr>
          </thead>
          <tbody>
            {hosts.slice(0, hostsShown).map(({ failed, host, read }) => (
              <tr key={host}>
                <td className="w-full break-all">{host}</td>
                {!isOfFailed && <td>{formats.number(read)}</td>}
                <td>{formats.number(failed)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {came.length < all && (
        <p className="hint mt-2">
          {(isOfFailed ? work.partlyFailed : work.partly)(formats.number(came.length), formats.number(all))}
        </p>
      )}
    </section>
  )
}

/** How far it is: what was read, and beside it what failed. */
const Progress = ({ batch, label }: { readonly batch: Pick<BatchRow, "progress">; readonly label: string }) => {
  const { failed, pending, succeeded } = batch.progress
  const all = Math.max(1, failed + pending + succeeded)
  return (
    <>
      <progress className="sr-only" max={1} value={shareDone(batch)} aria-label={label} />
      <div aria-hidden="true" className="flex h-2 w-full gap-[2px] overflow-hidden rounded-full bg-sunken">
        {succeeded > 0 && <span className="bg-add" style={{ width: `${(100 * succeeded) / all}%` }} />}
        {failed > 0 && <span className="bg-rem" style={{ width: `${(100 * failed) / all}%` }} />}
      </div>
    </>
  )
}

/** What was sent and is not read, and why. */
const LeftOut = ({ batch }: { readonly batch: Pick<Output<"batches.get">, "input" | "invalid_urls"> }) => {
  const { work } = useStrings()
  const { duplicates, invalid } = batch.input
  const count = invalid ?? 0
  if (duplicates === 0 && count === 0) return null
  return (
    <section aria-label={work.leftOut.title}>
      <h2 className="mb-2 font-strong">{work.leftOut.title}</h2>
      {duplicates > 0 && <p>{work.leftOut.twice(duplicates)}</p>}
      {count > 0 && <p>{work.leftOut.invalid(count)}</p>}
      {batch.invalid_urls.length > 0 && (
        <ul className="card mt-2 max-h-[40vh] divide-y divide-line overflow-auto">
          {batch.invalid_urls.map(({ reason, url }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: what was left out never moves
            <li key={index} className="flex flex-col px-3 py-2">
              <span className="font-mono text-s break-all" dir="auto">
                {url}
              </span>
              <span className="text-s text-ink-2" dir="auto">
                {reason}
              </span>
            </li>
          ))}
        </ul>
      )}
      {count > batch.invalid_urls.length && (
        <p className="hint mt-2">{work.leftOut.first(batch.invalid_urls.length, count)}</p>
      )}
    </section>
  )
}

/** What is read: where a crawl begins, or how many addresses were sent. */
const Reads = ({ batch: { crawl, input } }: { readonly batch: Pick<BatchRow, "crawl" | "input"> }) => {
  const { work } = useStrings()
  if (crawl === null) return work.sent(input.submitted ?? input.reserved)
  if (crawl.source.type === "sitemap") return <span dir="auto">{work.sitemapOf(crawl.source.domain)}</span>
  return <Away url={crawl.source.url} />
}

export const Batch = () => {
  const { common, nav, work } = useStrings()
  const formats = useFormats()
  const { batchId } = useParams({ from: "/signed-in/work/$batchId" })
  const params = { batch_id: batchId }
  const { has: mayWrite } = useScope("batches:write")
  const { data: batch, error, isPending, refetch } = useQuery(asked("batches.get", { params }))
  // Of a large batch what failed is told, wherever it stands; of a small one all is read at once.
  const isOfFailed =
    batch !== undefined &&
    batch.progress.failed > 0 &&
    batch.progress.succeeded + batch.progress.failed > 100 * answersRead
  const outcome = useQuery({
    queryKey: ["work.outcome", batchId, isOfFailed],
    enabled: batch !== undefined && batch.results !== null,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) =>
      readOutcome(
        batchId,
        isOfFailed
          ? { answersMost: answersOfFailed, filter: { status: "error" }, signal }
          : { answersMost: answersRead, signal }
      )
  })
  const [isCancelling, setCancelling] = useState(false)
  const cancel = useMutation(changing("batches.cancel", ["batches"], { onSuccess: () => setCancelling(false) }))
  if (isPending) return <Skeleton rows={6} />
  if (error !== null) return <Problem isScreen error={error} onRetry={() => void refetch()} />
  const isOver = batch.timing.completed_at !== null
  const { credits, progress } = batch
  return (
    <Page
      title={[work.modes[batch.mode], beginsAt(batch), batch.tags.join(", ")]
        .filter((one) => one !== null && one !== "")
        .join(": ")}
      lead={nav.work}
      calls={[{ operation: "batches.get", params }]}
      actions={
        mayWrite &&
        (isOver
          ? progress.failed > 0 &&
            batch.results !== null && (
              <Link to="/work/new" search={{ retry: batch.id, format: batch.format }} className="button button-main">
                {work.retry}
              </Link>
            )
          : batch.status !== "cancelling" && (
              <button type="button" className="button button-danger" onClick={() => setCancelling(true)}>
                {work.cancel}
              </button>
            ))
      }
    >
      <div className="flex max-w-[960px] flex-col gap-6">
        <Lack of="batches:write" />
        <div className="flex flex-col gap-2">
          <Status kind={batchKind(batch.status)} word={work.statuses[batch.status] ?? batch.status} />
          <Progress batch={batch} label={work.columns.done} />
          <p className="text-ink-2">
            {work.progress(
              formats.number(progress.succeeded),
              formats.number(progress.failed),
              formats.number(progress.pending)
            )}
          </p>
        </div>
        {batch.failure !== null && <p role="alert">{batch.failure.message}</p>}
        <Facts
          facts={[
            [work.columns.batch, <Reads key="reads" batch={batch} />],
            ...(batch.tags.length === 0
              ? []
              : [
                  [
                    work.tags,
                    <ul key="tags" className="flex flex-wrap gap-1">
                      {batch.tags.map((tag) => (
                        <li key={tag} className="max-w-full rounded-m bg-sunken px-2 text-s leading-5" dir="auto">
                          {tag}
                        </li>
                      ))}
                    </ul>
                  ] as const
                ]),
            [work.columns.begun, <Time key="begun" at={batch.timing.created_at} />],
            [work.reserved, common.credits(credits.reserved)],
            [work.refunded, common.credits(credits.refunded)],
            [work.columns.cost, common.credits(credits.net)],
            ["id", <Copyable key="id" text={batch.id} />]
          ]}
        />
        <LeftOut batch={batch} />
        {batch.page_errors.length > 0 && (
          <section aria-label={work.errors}>
            <h2 className="mb-2 font-strong">{work.errors}</h2>
            <ul className="card divide-y divide-line">
              {batch.page_errors.map(({ code, count }) => (
                <Cause key={code} batchId={batchId} code={code} count={count} hasResults={batch.results !== null} />
              ))}
            </ul>
            {!isOver && <p className="hint mt-2">{work.hostsLater}</p>}
          </section>
        )}
        {outcome.isError && <Problem error={outcome.error} onRetry={() => void outcome.refetch()} />}
        {outcome.data !== undefined && outcome.data.came.length > 0 && (
          <Hosts
            came={outcome.data.came}
            all={progress.failed + (isOfFailed ? 0 : progress.succeeded)}
            isOfFailed={isOfFailed}
          />
        )}
        {batch.results !== null && progress.succeeded > 0 && <Pages batchId={batchId} />}
        {batch.results !== null && (
          <section aria-label={work.results}>
            <h2 className="mb-2 font-strong">{work.results}</h2>
            <ul className="card divide-y divide-line">
              {batch.results.files.map(({ bytes, items, url }) => (
                <li key={url} className="flex flex-wrap justify-between gap-3 px-3 py-2">
                  <a href={local(url)} className="link inline-flex items-center gap-2" download>
                    <Icon name="download" />
                    {work.file(formats.number(items))}
                  </a>
                  <span className="text-ink-2">{formats.bytes(bytes)}</span>
                </li>
              ))}
            </ul>
            <p className="hint mt-2">{work.files}</p>
            <p className="hint mt-2">{work.filesRead}</p>
            <Code label={work.filesRead} text={`kittiwake batch results ${batch.id} --output pages`} />
          </section>
        )}
      </div>
      {isCancelling && (
        <Confirm
          title={work.cancelTitle}
          body={work.cancelBody(formats.number(progress.pending))}
          word={work.cancel}
          isPending={cancel.isPending}
          error={cancel.error}
          onDo={() => cancel.mutate({ params })}
          onClose={() => setCancelling(false)}
        />
      )}
    </Page>
  )
}
