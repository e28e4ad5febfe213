/** One crawl or batch: progress, errors by their cause, what it took, and its results. */
import { useMutation, useQuery } from "@tanstack/react-query"
import { useParams } from "@tanstack/react-router"
import { useState } from "react"
import { asked, changing } from "../../api/queries.ts"
import { may, session } from "../../api/session.ts"
import { useFormats, useStrings } from "../../i18n/strings.ts"
import { Confirm } from "../../parts/Confirm.tsx"
import { Copyable } from "../../parts/Copyable.tsx"
import { Facts } from "../../parts/Facts.tsx"
import { Page } from "../../parts/Page.tsx"
import { Problem } from "../../parts/Problem.tsx"
import { Skeleton } from "../../parts/Skeleton.tsx"
import { Status } from "../../parts/Status.tsx"
import { Time } from "../../parts/Time.tsx"
import { batchKind, shareDone } from "./batchStatus.ts"

/** On this server, whatever name it knows itself by. */
const local = (url: string): string => {
  const { pathname, search } = new URL(url, location.href)
  return `${pathname}${search}`
}

export const Batch = () => {
  const { common, nav, work } = useStrings()
  const formats = useFormats()
  const { batchId } = useParams({ from: "/signed-in/work/$batchId" })
  const params = { batch_id: batchId }
  const { data: who } = useQuery(session)
  const { data: batch, error, isPending, refetch } = useQuery(asked("batches.get", { params }))
  const [isCancelling, setCancelling] = useState(false)
  const cancel = useMutation(changing("batches.cancel", ["batches"], { onSuccess: () => setCancelling(false) }))
  if (isPending) return <Skeleton rows={6} />
  if (error !== null) {
    return (
      <div className="p-6">
        <Problem error={error} onRetry={() => void refetch()} />
      </div>
    )
  }
  const isOver = batch.timing.completed_at !== null
  const { credits, progress } = batch
  return (
    <Page
      title={`${work.modes[batch.mode]}${batch.tags.length > 0 ? `: ${batch.tags.join(", ")}` : ""}`}
      lead={nav.work}
      calls={[{ operation: "batches.get", params }]}
      actions={
        !isOver &&
        may(who, "batches:write") && (
          <button type="button" className="button button-danger" onClick={() => setCancelling(true)}>
            {work.cancel}
          </button>
        )
      }
    >
      <div className="flex max-w-[960px] flex-col gap-6">
        <div className="flex flex-col gap-2">
          <Status kind={batchKind(batch.status)} word={work.statuses[batch.status] ?? batch.status} />
          <progress className="h-2 w-full" max={1} value={shareDone(batch)} aria-label={work.columns.done} />
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
            [work.columns.begun, <Time key="begun" at={batch.timing.created_at} />],
            [work.reserved, common.credits(credits.reserved)],
            [work.refunded, common.credits(credits.refunded)],
            [work.columns.cost, common.credits(credits.net)],
            ["id", <Copyable key="id" text={batch.id} />]
          ]}
        />
        {batch.page_errors.length > 0 && (
          <section aria-label={work.errors}>
            <h2 className="mb-2 font-strong">{work.errors}</h2>
            <ul className="card divide-y divide-line">
              {batch.page_errors.map(({ code, count }) => (
                <li key={code} className="flex justify-between px-3 py-2">
                  <span className="font-mono text-s">{code}</span>
                  <span>{formats.number(count)}</span>
                </li>
              ))}
            </ul>
          </section>
        )}
        {batch.results !== null && (
          <section aria-label={work.results}>
            <h2 className="mb-2 font-strong">{work.results}</h2>
            <ul className="card divide-y divide-line">
              {batch.results.files.map(({ bytes, items, url }) => (
                <li key={url} className="flex flex-wrap justify-between gap-3 px-3 py-2">
                  <a href={local(url)} className="link" download>
                    {work.file(formats.number(items))}
                  </a>
                  <span className="text-ink-2">{formats.bytes(bytes)}</span>
                </li>
              ))}
            </ul>
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
