/** What would have kept a change quiet, each tried on the versions that are kept. */
import { useMutation, useQuery } from "@tanstack/react-query"
import { call } from "../../api/call.ts"
import { asked, readAgainOf } from "../../api/queries.ts"
import { useStrings } from "../../i18n/strings.ts"
import { Dialog } from "../../parts/Dialog.tsx"
import { notify } from "../../parts/notices.tsx"
import { Problem } from "../../parts/Problem.tsx"
import { Skeleton } from "../../parts/Skeleton.tsx"
import type { FullChange } from "./ChangePane.tsx"

const MuteDialog = ({ change, onClose }: { readonly change: FullChange; readonly onClose: () => void }) => {
  const { mute } = useStrings()
  const { data, error, isPending, refetch } = useQuery(
    asked("monitors.muteOptions", { params: { change_id: change.id } })
  )
  const apply = useMutation({
    mutationFn: (patch: object) =>
      call("monitors.update", { params: { monitor_id: change.monitor_id }, payload: patch }),
    onSuccess: () => {
      readAgainOf("monitors.get")
      notify(mute.applied)
      onClose()
    }
  })
  return (
    <Dialog title={mute.title} onClose={onClose} wide>
      <p className="text-ink-2">{mute.lead}</p>
      {isPending && (
        <>
          <p role="status">{mute.looking}</p>
          <Skeleton rows={3} />
        </>
      )}
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      {apply.isError && <Problem error={apply.error} />}
      {data !== undefined && data.options.length === 0 && (
        <div>
          <p>{mute.none}</p>
          <p className="text-ink-2">{mute.noneTodo}</p>
        </div>
      )}
      <ul className="flex flex-col gap-3">
        {data?.options.map((option, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what is proposed keeps its order
          <li key={index} className="card flex flex-wrap items-center gap-3 p-3">
            <div className="min-w-0 flex-1">
              <p dir="auto">{option.description}</p>
              <p className="hint">{mute.would(option.quiet_count, option.tried_count)}</p>
            </div>
            <button
              type="button"
              className="button"
              disabled={apply.isPending}
              onClick={() => apply.mutate(option.patch)}
            >
              {mute.apply}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

export default MuteDialog
