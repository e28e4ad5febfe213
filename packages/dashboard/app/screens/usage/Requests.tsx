/** The log of calls: what was asked, how it was answered, what it took. */
import { useInfiniteQuery } from "@tanstack/react-query"
import { Link, useNavigate, useSearch } from "@tanstack/react-router"
import { useRef, useState } from "react"
import { call } from "../../api/call.ts"
import type { Row } from "../../api/operations.ts"
import { asked, queryClient } from "../../api/queries.ts"
import { useFormats, useStrings } from "../../i18n/strings.ts"
import { Choice } from "../../parts/Choice.tsx"
import { Empty } from "../../parts/Empty.tsx"
import { Problem } from "../../parts/Problem.tsx"
import { Skeleton } from "../../parts/Skeleton.tsx"
import { Status } from "../../parts/Status.tsx"
import { Time } from "../../parts/Time.tsx"
import { useMove } from "../../parts/usePicked.ts"
import { useKeys } from "../../shell/keys.ts"
import { useCallerNames } from "./useCallerNames.ts"
import { logSinceOf, logSinces, useLogQuery } from "./useLogQuery.ts"

type Call = Row<"logs.list">

const requestId = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

const CallRow = ({ isPicked, one }: { readonly one: Call; readonly isPicked: boolean }) => {
  const formats = useFormats()
  const words = useStrings().usage.requests
  const callerName = useCallerNames()
  const { dashboard: isOfDashboard, grant_id: grant, key_id: key } = one
  const caller = callerName(key ?? grant ?? "")
  const isWell = one.status_code < 400
  return (
    <tr
      data-row={one.request_id}
      className={isPicked ? "*:bg-action-weak" : ""}
      onMouseEnter={() => void queryClient.prefetchQuery(asked("logs.get", { params: { request_id: one.request_id } }))}
    >
      <td className="w-px text-ink-2">
        <Time at={one.timestamp} />
      </td>
      <td className="min-w-[16ch] wrap-anywhere">
        <Link
          to="/usage/requests/$requestId"
          params={{ requestId: one.request_id }}
          className="text-ink no-underline hover:underline"
        >
          <span className="text-s text-ink-2">{one.method}</span> {one.path}
        </Link>
        {isOfDashboard && <span className="ml-2 text-s whitespace-nowrap text-ink-3">{words.byScreen}</span>}
      </td>
      <td className="w-px whitespace-nowrap" title={one.error_code ?? undefined}>
        <Status kind={isWell ? "well" : "needs-you"} word={String(one.status_code)} />
        {one.error_code !== null && <span className="ml-2 hidden text-s text-ink-2 pane:inline">{one.error_code}</span>}
      </td>
      <td className="hidden w-px text-right bar:table-cell">{formats.number(one.credits_used)}</td>
      <td className="hidden w-px text-right whitespace-nowrap bar:table-cell">{formats.duration(one.latency_ms)}</td>
      <td className="hidden max-w-[20ch] truncate text-ink-2 pane:table-cell">
        {key === null && grant === null ? (
          caller
        ) : (
          <Link
            to="/usage"
            search={(before) =>
              Object.fromEntries(
                Object.entries({ ...before, tab: "requests", key, grant }).filter(([, value]) => value !== null)
              )
            }
            title={words.onlyCaller(caller)}
            className="text-ink-2 no-underline hover:underline"
            dir="auto"
          >
            {caller}
          </Link>
        )}
      </td>
    </tr>
  )
}

const Requests = () => {
  const { common, usage } = useStrings()
  const words = usage.requests
  const navigate = useNavigate({ from: "/usage" })
  const search = useSearch({ from: "/signed-in/usage" })
  const query = useLogQuery()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(search.q ?? "")
  const [picked, setPicked] = useState<string>()
  const list = useInfiniteQuery({
    queryKey: ["logs.list", query, "pages"] as const,
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => call("logs.list", { query: { ...query, page: pageParam } }, signal),
    getNextPageParam: ({ has_more, page }) => (has_more ? page + 1 : null)
  })
  // Pages count from the newest call: what came since moves some from one page to the next.
  const calls = [
    ...new Map((list.data?.pages.flatMap(({ data }) => data) ?? []).map((one) => [one.request_id, one])).values()
  ]
  const since = logSinceOf(search.since)
  const set = (next: { readonly [K in keyof typeof search]?: string | undefined }) =>
    void navigate({
      search: (before) =>
        Object.fromEntries(
          Object.entries({ ...before, ...next }).filter(([, value]) => value !== undefined && value !== "")
        )
    })
  const body = useMove(
    calls.map(({ request_id }) => request_id),
    picked,
    setPicked
  )
  const openPicked = () => {
    if (picked !== undefined) void navigate({ to: "/usage/requests/$requestId", params: { requestId: picked } })
  }
  useKeys({ "/": () => field.current?.focus(), enter: openPicked })
  const callerName = useCallerNames()
  const { grant, key, path, q, screens, status } = search
  const isFiltered = [grant, key, path, q, status].some((one) => one !== undefined) || since !== "day"
  const clear = () => {
    setTyped("")
    set({ q: undefined, status: undefined, path: undefined, key: undefined, grant: undefined, since: undefined })
  }
  return (
    <>
      <search>
        <form
          className="mb-3 flex flex-wrap items-center gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            const text = typed.trim()
            if (requestId.test(text)) void navigate({ to: "/usage/requests/$requestId", params: { requestId: text } })
            else set({ q: text.slice(0, 200) })
          }}
        >
          <input
            ref={field}
            type="search"
            className="input w-[min(100%,44ch)]"
            placeholder={words.search}
            aria-label={words.search}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          <Choice
            label={words.status}
            value={status ?? ""}
            options={[
              ["", words.outcomes.all],
              ["errors", words.outcomes.errors],
              ...(status === undefined || status === "errors" ? [] : [[status, `HTTP ${status}`] as const])
            ]}
            onChange={(chosen) => set({ status: chosen })}
          />
          <Choice
            label={words.since}
            value={since}
            options={logSinces.map((one) => [one, words.sinces[one]] as const)}
            onChange={(chosen) => set({ since: chosen === "day" ? undefined : chosen })}
          />
          <label className="inline-flex items-center gap-2 text-s text-ink-2">
            <input
              type="checkbox"
              checked={screens === "shown"}
              onChange={({ target }) => set({ screens: target.checked ? "shown" : undefined })}
            />
            {words.screens}
          </label>
          {path !== undefined && (
            <button
              type="button"
              className="chip"
              aria-label={`${words.anyPath}: ${path}`}
              onClick={() => set({ path: undefined })}
            >
              {path} <span aria-hidden="true">×</span>
            </button>
          )}
          {key !== undefined && (
            <button type="button" className="chip" onClick={() => set({ key: undefined })}>
              {words.onlyKey(callerName(key))} <span aria-hidden="true">×</span>
            </button>
          )}
          {grant !== undefined && (
            <button type="button" className="chip" dir="auto" onClick={() => set({ grant: undefined })}>
              {words.onlyGrant(callerName(grant))} <span aria-hidden="true">×</span>
            </button>
          )}
        </form>
      </search>
      {list.isPending ? (
        <Skeleton rows={8} />
      ) : list.isError ? (
        <Problem error={list.error} onRetry={() => void list.refetch()} />
      ) : calls.length === 0 ? (
        <Empty
          title={isFiltered ? words.noneFound : words.empty}
          body={isFiltered ? words.noneFoundBody : words.emptyBody}
        >
          {isFiltered ? (
            <button type="button" className="button" onClick={clear}>
              {words.clear}
            </button>
          ) : (
            <Link to="/playground" className="button button-main">
              {usage.tryOne}
            </Link>
          )}
        </Empty>
      ) : (
        <>
          <div ref={body} className="card overflow-x-auto">
            <table className="table">
              <thead>
                <tr>
                  <th scope="col">{words.columns.at}</th>
                  <th scope="col">{words.columns.call}</th>
                  <th scope="col">{words.columns.status}</th>
                  <th scope="col" className="hidden text-right bar:table-cell">
                    {words.columns.credits}
                  </th>
                  <th scope="col" className="hidden text-right bar:table-cell">
                    {words.columns.took}
                  </th>
                  <th scope="col" className="hidden pane:table-cell">
                    {words.columns.caller}
                  </th>
                </tr>
              </thead>
              <tbody>
                {calls.map((one) => (
                  <CallRow key={one.request_id} one={one} isPicked={one.request_id === picked} />
                ))}
              </tbody>
            </table>
          </div>
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
        </>
      )}
    </>
  )
}

export default Requests
