/** What would have kept a change quiet, each tried on the versions that are kept. */
import { useMutation, useQuery } from "@tanstack/react-query"
import { call } from "../../api/call.ts"
import type { Input, Output } from "../../api/operations.ts"
import { asked, readAgainOf } from "../../api/queries.ts"
import { type Strings, useFormats, useStrings } from "../../i18n/strings.ts"
import { Dialog } from "../../parts/Dialog.tsx"
import { notify } from "../../parts/notices.tsx"
import { Problem } from "../../parts/Problem.tsx"
import { Refusal } from "../../parts/Refusal.tsx"
import { Skeleton } from "../../parts/Skeleton.tsx"
import type { FullChange } from "./ChangePane.tsx"

type Option = Output<"monitors.muteOptions">["options"][number]
type Monitor = Output<"monitors.get">
type Patch = NonNullable<Input<"monitors.update">["payload"]>

const newOf = (now: ReadonlyArray<string> = [], before: ReadonlyArray<string> = []): ReadonlyArray<string> =>
  now.filter((one) => !before.includes(one))

/** What an option leaves out that the monitor does not leave out yet. */
const leftOut = ({ kind, patch }: Option, { target }: Monitor): ReadonlyArray<string> => {
  const next = patch.target
  if (next?.type === "page" && target.type === "page") {
    return kind === "region"
      ? newOf(next.exclude_selectors, target.exclude_selectors)
      : newOf(next.pinned_lines, target.pinned_lines)
  }
  if (next?.type === "sitemap" && target.type === "sitemap") return newOf(next.exclude, target.exclude)
  return []
}

const wordsFor = (option: Option, { mute }: Strings, percent: (share: number) => string): string => {
  const detection = option.patch.change_detection
  return option.kind === "threshold" && detection?.type === "semantic"
    ? mute.threshold(percent(detection.confidence_threshold))
    : mute.kinds[option.kind]
}

const Proposal = ({
  isBusy,
  monitor,
  onApply,
  option
}: {
  readonly option: Option
  readonly monitor: Monitor
  readonly isBusy: boolean
  readonly onApply: () => void
}) => {
  const strings = useStrings()
  const { mute } = strings
  const formats = useFormats()
  const lines = leftOut(option, monitor)
  return (
    <li className="card flex flex-wrap items-start gap-3 p-3">
      <div className="flex min-w-0 flex-1 basis-[260px] flex-col gap-1">
        <p className="font-strong">{wordsFor(option, strings, formats.percent)}</p>
        {lines.length > 0 && (
          <ul className="rounded-m bg-sunken px-2 py-1 font-mono text-s">
            {lines.slice(0, 6).map((line) => (
              <li key={line} dir="auto">
                {line}
              </li>
            ))}
            {lines.length > 6 && <li className="text-ink-3">… {lines.length - 6}</li>}
          </ul>
        )}
        <p className="hint">
          {mute.would(option.quiet_count, option.quiet_count + option.told_count)}
          {option.keeps_this_quiet === false && ` ${mute.notThis}`}
          {option.unknown_count > 0 && ` ${mute.unknown(option.unknown_count)}`}
        </p>
        {option.resets_baseline && <p className="hint">{mute.resets}</p>}
        {option.hides_goal && <p className="hint">{mute.hidesGoal}</p>}
      </div>
      <button type="button" className="button" disabled={isBusy} onClick={onApply}>
        {mute.apply}
      </button>
    </li>
  )
}

const MuteDialog = ({ change, onClose }: { readonly change: FullChange; readonly onClose: () => void }) => {
  const { mute } = useStrings()
  const params = { monitor_id: change.monitor_id }
  const options = useQuery(asked("monitors.muteOptions", { params: { change_id: change.id } }))
  const monitor = useQuery(asked("monitors.get", { params }))
  const update = (patch: Patch) => call("monitors.update", { params, payload: patch })
  const apply = useMutation({
    mutationFn: ({ patch }: Option) => update(patch as Patch),
    onSuccess: (_, { patch }) => {
      const before = monitor.data
      readAgainOf("monitors.get")
      notify(
        mute.applied,
        before === undefined
          ? null
          : () =>
              void update({
                ...(patch.target === undefined ? {} : { target: before.target }),
                ...(patch.change_detection === undefined ? {} : { change_detection: before.change_detection })
              } as Patch).then(() => readAgainOf("monitors.get"))
      )
      onClose()
    }
  })
  const found = options.data?.options ?? []
  return (
    <Dialog title={mute.title} onClose={onClose} wide>
      <p className="text-ink-2">{mute.lead}</p>
      {options.isPending && (
        <>
          <p role="status">{mute.looking}</p>
          <Skeleton rows={3} />
        </>
      )}
      {options.isError && <Problem error={options.error} onRetry={() => void options.refetch()} />}
      <Refusal error={apply.error} />
      {options.isSuccess && found.length === 0 && (
        <div>
          <p>{mute.none}</p>
          {monitor.data !== undefined && <p className="text-ink-2">{mute.noneTodo[monitor.data.target.type]}</p>}
        </div>
      )}
      <ul className="flex flex-col gap-3">
        {monitor.data !== undefined &&
          found.map((option) => (
            <Proposal
              key={option.kind}
              option={option}
              monitor={monitor.data}
              isBusy={apply.isPending}
              onApply={() => apply.mutate(option)}
            />
          ))}
      </ul>
    </Dialog>
  )
}

export default MuteDialog
