/** Browsers that are signed in. */
import { useInfiniteQuery, useMutation } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { queryClient } from "../../api/queries.ts"
import type { SessionRecord } from "../../api/session.ts"
import { useFormats, useStrings } from "../../i18n/strings.ts"
import { Confirm } from "../../parts/Confirm.tsx"
import { notify } from "../../parts/notices.tsx"
import { Problem } from "../../parts/Problem.tsx"
import { Skeleton } from "../../parts/Skeleton.tsx"
import { Time } from "../../parts/Time.tsx"
import { browserOf, endSession, type Owner, sessionPages } from "./sessionList.ts"
import { useOperator } from "./useOperator.ts"

const SessionRow = ({
  isThis,
  onEnd,
  one
}: {
  readonly one: SessionRecord
  readonly isThis: boolean
  readonly onEnd: () => void
}) => {
  const { keys } = useStrings()
  const words = keys.sessions
  const formats = useFormats()
  const known = browserOf(one.user_agent ?? "")
  return (
    <tr>
      <td className="min-w-[16ch]" title={one.user_agent ?? undefined}>
        <span className="font-strong">
          {known === null
            ? words.unknown
            : known.system === null
              ? known.browser
              : words.of(known.browser, known.system)}
        </span>
        {isThis && <span className="chip ml-2">{words.this}</span>}
        {one.kind === "operator" && <span className="ml-2 text-s text-ink-2">{words.operator}</span>}
        <span className="block text-s text-ink-3">{words.expires(formats.date(one.expires_at))}</span>
      </td>
      <td className="w-px text-ink-2">
        <Time at={one.last_used_at} />
      </td>
      <td className="hidden w-px text-ink-2 bar:table-cell">
        <Time at={one.created_at} />
      </td>
      <td className="hidden font-mono text-s text-ink-2 bar:table-cell">{one.address}</td>
      <td className="w-px">
        <button type="button" className="button" onClick={onEnd}>
          {words.end}
        </button>
      </td>
    </tr>
  )
}

const SessionTable = ({ owner }: { readonly owner: Owner }) => {
  const { common, keys } = useStrings()
  const words = keys.sessions
  const navigate = useNavigate()
  const { who } = useOperator()
  const list = useInfiniteQuery(sessionPages(owner))
  const [ending, setEnding] = useState<SessionRecord | null>(null)
  const isThis = (one: SessionRecord | null) => one !== null && one.id === who?.session.id
  const end = useMutation({
    mutationFn: ({ id }: SessionRecord) => endSession(owner, id),
    onSuccess: (_, one) => {
      setEnding(null)
      if (!isThis(one)) return notify(words.ended)
      queryClient.clear()
      void navigate({ to: "/enter", search: {} })
    }
  })
  if (list.isPending) return <Skeleton rows={3} />
  if (list.isError) return <Problem error={list.error} onRetry={() => void list.refetch()} />
  const sessions = list.data.pages.flatMap(({ data }) => data)
  if (sessions.length === 0) return <p className="card px-4 py-3 text-ink-2">{words.none}</p>
  return (
    <>
      <div className="card overflow-x-auto">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{words.columns.browser}</th>
              <th scope="col">{words.columns.used}</th>
              <th scope="col" className="hidden bar:table-cell">
                {words.columns.since}
              </th>
              <th scope="col" className="hidden bar:table-cell">
                {words.columns.from}
              </th>
              <td />
            </tr>
          </thead>
          <tbody>
            {sessions.map((one) => (
              <SessionRow key={one.id} one={one} isThis={isThis(one)} onEnd={() => setEnding(one)} />
            ))}
          </tbody>
        </table>
      </div>
      {list.hasNextPage && (
        <button type="button" className="button mt-3" onClick={() => void list.fetchNextPage()}>
          {common.more}
        </button>
      )}
      {ending !== null && (
        <Confirm
          title={words.endTitle}
          body={isThis(ending) ? words.endThis : words.endBody}
          word={words.end}
          isPending={end.isPending}
          error={end.error}
          onDo={() => end.mutate(ending)}
          onClose={() => setEnding(null)}
        />
      )}
    </>
  )
}

const Sessions = () => {
  const { keys } = useStrings()
  const words = keys.sessions
  const { isOperator, organization } = useOperator()
  return (
    <div className="flex flex-col gap-6">
      <p className="max-w-[68ch] text-ink-2">
        {words.lead} {!isOperator && words.note}
      </p>
      {isOperator ? (
        <>
          <section aria-labelledby="own-sessions">
            <h2 id="own-sessions" className="mb-2 text-l font-strong">
              {words.own}
            </h2>
            <SessionTable owner={{ of: "operator" }} />
          </section>
          {organization !== undefined && (
            <section aria-labelledby="other-sessions">
              <h2 id="other-sessions" className="mb-2 text-l font-strong">
                {words.ofOrganization}
              </h2>
              <SessionTable key={organization} owner={{ of: "organization", id: organization }} />
            </section>
          )}
        </>
      ) : (
        <SessionTable owner={{ of: "mine" }} />
      )}
    </div>
  )
}

export default Sessions
