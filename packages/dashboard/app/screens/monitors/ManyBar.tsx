/** What can be done with the monitors that are chosen, how far it is, and what failed. */
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { useStrings } from "../../i18n/strings.ts"
import { Confirm } from "../../parts/Confirm.tsx"
import { Refusal } from "../../parts/Refusal.tsx"
import { type Act, type Chosen, concerned, type Many } from "./many.ts"
import { RemovedStays } from "./RemovedStays.tsx"

/** Names that a question or an answer tells one by one. */
const namesShown = 10

const Names = ({ of }: { readonly of: ReadonlyArray<Chosen> }) => {
  const { many } = useStrings().monitors
  return (
    <ul className="list-disc pl-5">
      {of.slice(0, namesShown).map(({ id, name }) => (
        <li key={id}>
          <span dir="auto" className="line-clamp-2">
            {name}
          </span>
        </li>
      ))}
      {of.length > namesShown && <li className="text-ink-2">{many.more(of.length - namesShown)}</li>}
    </ul>
  )
}

/** What was begun last: its bar while it goes on, its sum and what failed afterwards. */
const Progress = ({
  many,
  onClose,
  onStart,
  onStop
}: {
  readonly many: Many
  readonly onStart: (act: Act, chosen: ReadonlyArray<Chosen>) => void
  readonly onStop: () => void
  readonly onClose: () => void
}) => {
  const { common, monitors } = useStrings()
  const words = monitors.many
  const { act, done, failed } = many
  const ended = done.length + failed.length
  const isOver = many.state !== "doing"
  const back = act === "pause" ? "resume" : act === "resume" ? "pause" : null
  return (
    <section
      aria-label={words.progressTitle}
      className={`card mb-3 flex gap-x-4 gap-y-2 px-3 py-2 ${
        isOver && failed.length === 0 && many.error === null ? "flex-wrap items-center" : "flex-col"
      }`}
    >
      <div role="status" className="flex flex-col gap-2">
        {!isOver && (
          <>
            <progress className="sr-only" value={ended} max={many.all}>
              {words.progress(ended, many.all)}
            </progress>
            <div aria-hidden="true" className="h-2 overflow-hidden rounded-full bg-sunken">
              <div
                className="h-full rounded-full bg-action"
                style={{ width: `${many.all === 0 ? 0 : (100 * ended) / many.all}%` }}
              />
            </div>
          </>
        )}
        <p>
          {isOver ? words.said[act](done.length, many.all) : words.progress(ended, many.all)}
          {many.state === "stopped" && ` ${words.stopped}`}
        </p>
      </div>
      {!isOver && <p className="hint">{words.stay}</p>}
      {failed.length > 0 && (
        <div>
          <p className="font-strong">{words.failed(failed.length)}</p>
          <ul className="mt-1 list-disc pl-5">
            {failed.slice(0, namesShown).map(({ error, monitor }) => (
              <li key={monitor.id}>
                <Link
                  to="/monitors/$monitorId"
                  params={{ monitorId: monitor.id }}
                  dir="auto"
                  className="link line-clamp-1"
                >
                  {monitor.name}
                </Link>
                <span className="text-ink-2">{error.message}</span>{" "}
                <span className="font-mono text-s text-ink-3">{error.code}</span>
              </li>
            ))}
            {failed.length > namesShown && <li className="text-ink-2">{words.more(failed.length - namesShown)}</li>}
          </ul>
        </div>
      )}
      <Refusal error={many.error} />
      <div className="flex flex-wrap gap-2">
        {!isOver && (
          <button type="button" className="button" onClick={onStop}>
            {words.stop}
          </button>
        )}
        {isOver && failed.length > 0 && (
          <button
            type="button"
            className="button"
            onClick={() =>
              onStart(
                act,
                failed.map(({ monitor }) => monitor)
              )
            }
          >
            {words.again}
          </button>
        )}
        {isOver && back !== null && done.length > 0 && (
          <button type="button" className="button" onClick={() => onStart(back, done)}>
            {common.undo}
          </button>
        )}
        {isOver && (
          <button type="button" className="button button-quiet" onClick={onClose}>
            {common.close}
          </button>
        )}
      </div>
    </section>
  )
}

const acts = ["run", "pause", "resume", "remove"] as const

export const ManyBar = ({
  chosen,
  many,
  onAll,
  onClear,
  onClose,
  onStart,
  onStop
}: {
  readonly chosen: ReadonlyArray<Chosen>
  readonly many: Many | null
  /** Chooses all that the filter finds; undefined where they are all chosen. */
  readonly onAll: (() => void) | undefined
  readonly onClear: () => void
  readonly onStart: (act: Act, chosen: ReadonlyArray<Chosen>) => void
  readonly onStop: () => void
  readonly onClose: () => void
}) => {
  const { monitors } = useStrings()
  const words = monitors.many
  const [asked, setAsked] = useState<"remove" | "run" | null>(null)
  const isBusy = many?.state === "doing"
  const labels: Readonly<Record<Act, string>> = {
    run: monitors.runNow,
    pause: monitors.pause,
    resume: monitors.resume,
    remove: monitors.remove
  }
  return (
    <>
      {many !== null && <Progress many={many} onStart={onStart} onStop={onStop} onClose={onClose} />}
      {chosen.length > 0 && (
        <div
          role="toolbar"
          aria-label={words.title}
          className="card sticky top-0 z-10 mb-3 flex flex-wrap items-center gap-2 px-3 py-2"
        >
          <span aria-live="polite" className="mr-2 font-strong">
            {words.chosen(chosen.length)}
          </span>
          {acts.map((act) => {
            const of = concerned(act, chosen)
            return (
              <button
                key={act}
                type="button"
                data-act={act}
                className={`button ${act === "remove" ? "button-danger" : ""}`}
                disabled={isBusy || of.length === 0}
                onClick={() => {
                  if (act === "remove" || (act === "run" && of.length > 1)) setAsked(act)
                  else onStart(act, of)
                }}
              >
                {labels[act]}
                {of.length > 0 && of.length < chosen.length && ` (${of.length})`}
              </button>
            )
          })}
          <button type="button" className="button button-quiet" onClick={onClear}>
            {words.clear}
          </button>
          {onAll !== undefined && (
            <button type="button" className="link text-s" onClick={onAll}>
              {words.all}
            </button>
          )}
        </div>
      )}
      {asked !== null && (
        <Confirm
          title={asked === "remove" ? words.removeTitle(chosen.length) : words.runTitle(chosen.length)}
          body={asked === "remove" ? words.removeBody : words.runBody}
          word={labels[asked]}
          isDanger={asked === "remove"}
          onDo={() => {
            onStart(asked, chosen)
            setAsked(null)
          }}
          onClose={() => setAsked(null)}
        >
          <Names of={chosen} />
          {asked === "remove" && <RemovedStays />}
        </Confirm>
      )}
    </>
  )
}
