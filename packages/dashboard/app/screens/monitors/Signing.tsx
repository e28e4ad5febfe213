/** How a monitor's events are signed and how often each is tried. */
import { useMutation } from "@tanstack/react-query"
import { useId, useState } from "react"
import { changing } from "../../api/queries.ts"
import { useStrings } from "../../i18n/strings.ts"
import { Confirm } from "../../parts/Confirm.tsx"
import { notify } from "../../parts/notices.tsx"
import { Secret } from "./Secret.tsx"
import type { FullMonitor, Patch } from "./settings.ts"
import { defaultRetry, waitOf } from "./telling.ts"

/** The plan by which each event is tried, in words. */
const usePlanWords = (delays: ReadonlyArray<number>): string => {
  const { plan, wait } = useStrings().monitors.signing
  const waits = delays.map((seconds) => {
    const { count, unit } = waitOf(seconds)
    return wait(count, unit)
  })
  return waits.length === 0 ? plan.once : plan.times(waits.length + 1, waits.join(", "))
}

export const Signing = ({
  canWrite,
  monitor,
  onSave
}: {
  readonly monitor: FullMonitor
  readonly canWrite: boolean
  readonly onSave: (patch: Patch) => void
}) => {
  const { signing: words } = useStrings().monitors
  const id = useId()
  const { webhook } = monitor
  const delays = webhook?.retry?.delays_seconds ?? []
  const plan = usePlanWords(delays)
  const [isShown, setShown] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const rotate = useMutation(
    changing("monitors.rotateSecret", ["monitors.get"], {
      onSuccess: () => {
        setAsking(false)
        setShown(true)
        notify(words.rotated)
      }
    })
  )
  if (webhook === null) return null
  const { secret, ...kept } = webhook
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-3">
      <h2 id={id} className="text-l font-strong">
        {words.title}
      </h2>
      <p className="max-w-[68ch]">{plan}</p>
      {canWrite && delays.length === 0 && (
        <button
          type="button"
          className="button self-start"
          onClick={() => onSave({ webhook: { ...kept, retry: defaultRetry } } as Patch)}
        >
          {words.tryMore}
        </button>
      )}
      {secret === undefined ? (
        <p className="hint">{words.noSecret}</p>
      ) : isShown ? (
        <Secret secret={secret} />
      ) : (
        <button type="button" className="button self-start" onClick={() => setShown(true)}>
          {words.show}
        </button>
      )}
      {canWrite && (
        <button type="button" className="button self-start" onClick={() => setAsking(true)}>
          {words.rotate}
        </button>
      )}
      {isAsking && (
        <Confirm
          title={words.rotateTitle}
          body={words.rotateBody}
          word={words.rotate}
          isPending={rotate.isPending}
          error={rotate.error}
          onDo={() => rotate.mutate({ params: { monitor_id: monitor.id } })}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  )
}
