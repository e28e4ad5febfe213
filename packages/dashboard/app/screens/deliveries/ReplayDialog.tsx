import { useStrings } from "../../i18n/strings.ts"
import { Dialog } from "../../parts/Dialog.tsx"
import { Refusal } from "../../parts/Refusal.tsx"
import { type Replay, replayMost } from "./replay.ts"

/** How far many deliveries are that are sent again, and which were refused. */
export const ReplayDialog = ({
  onClose,
  onStop,
  replay
}: {
  readonly replay: Replay
  readonly onStop: () => void
  readonly onClose: () => void
}) => {
  const { common, deliveries } = useStrings()
  const words = deliveries.replay
  const refused = [...replay.refused].sort(([, a], [, b]) => b - a)
  const refusals = refused.reduce((sum, [, count]) => sum + count, 0)
  const done = replay.accepted + refusals
  const isOver = replay.state === "done" || replay.state === "stopped"
  return (
    <Dialog title={words.title} onClose={onClose}>
      <div role="status" className="flex flex-col gap-3">
        {replay.state === "gathering" ? (
          <p>{words.gathering(replay.all)}</p>
        ) : replay.all === 0 && replay.error === null ? (
          <p>{words.nothing}</p>
        ) : (
          <>
            <progress className="sr-only" value={done} max={replay.all}>
              {words.progress(done, replay.all)}
            </progress>
            <div aria-hidden="true" className="h-2 overflow-hidden rounded-full bg-sunken">
              <div
                className="h-full rounded-full bg-action"
                style={{ width: `${replay.all === 0 ? 0 : (100 * done) / replay.all}%` }}
              />
            </div>
            <p>{isOver ? words.accepted(replay.accepted) : words.progress(done, replay.all)}</p>
          </>
        )}
        {refusals > 0 && (
          <div>
            <p>{words.refused(refusals)}</p>
            <ul className="mt-1 list-disc pl-5 text-ink-2">
              {refused.map(([code, count]) => (
                <li key={code}>
                  {count} {words.reasons[code] ?? code}
                </li>
              ))}
            </ul>
          </div>
        )}
        {replay.isCut && <p className="hint">{words.most(replayMost)}</p>}
        {replay.state === "stopped" && replay.error === null && <p className="hint">{words.stopped}</p>}
      </div>
      <Refusal error={replay.error} />
      <div>
        {isOver ? (
          <button type="button" className="button" onClick={onClose}>
            {common.close}
          </button>
        ) : (
          <button type="button" className="button" onClick={onStop}>
            {words.stop}
          </button>
        )}
      </div>
    </Dialog>
  )
}
