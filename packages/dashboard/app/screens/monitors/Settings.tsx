/** The settings of a monitor: what a person may change of it, and what it keeps quiet, each undone with a press. */
import { useMutation } from "@tanstack/react-query"
import { useId, useState } from "react"
import { call } from "../../api/call.ts"
import { asked, queryClient, readAgainOf } from "../../api/queries.ts"
import { useStrings } from "../../i18n/strings.ts"
import { Field } from "../../parts/Field.tsx"
import { notify } from "../../parts/notices.tsx"
import { type Control, type Controls, Refusable, Refusal } from "../../parts/Refusal.tsx"
import { Segments } from "../../parts/Segments.tsx"
import { Unsaved } from "../../parts/unsaved.ts"
import { PathFields } from "./PathFields.tsx"
import { Signing } from "./Signing.tsx"
import {
  beginsAnew,
  type Draft,
  draftOf,
  type FullMonitor,
  mutesOf,
  type Patch,
  patchOf,
  takingBack
} from "./settings.ts"
import { TellField } from "./TellField.tsx"

/** Changes a monitor: shown at once, put back where the server refuses, and taken back with a press. */
const usePatch = (monitor: FullMonitor) => {
  const { settings: words } = useStrings().monitors
  const params = { monitor_id: monitor.id }
  const { queryKey } = asked("monitors.get", { params })
  const send = useMutation({
    mutationFn: (patch: Patch) => call("monitors.update", { params, payload: patch }),
    onMutate: async (patch) => {
      await queryClient.cancelQueries({ queryKey })
      const before = queryClient.getQueryData(queryKey)
      queryClient.setQueryData(queryKey, (was) => (was === undefined ? was : ({ ...was, ...patch } as FullMonitor)))
      return { before }
    },
    onError: (_, __, kept) => queryClient.setQueryData(queryKey, kept?.before),
    onSettled: () => {
      for (const one of ["monitors.get", "monitors.list"]) readAgainOf(one)
    }
  })
  const save = (patch: Patch, options: { readonly onError?: () => void } = {}) => {
    const back = takingBack(monitor, patch)
    send.mutate(patch, {
      onSuccess: () => notify(words.saved, () => send.mutate(back)),
      ...options
    })
  }
  return { save, error: send.error }
}

const Muted = ({
  canWrite,
  monitor,
  onUndo
}: {
  readonly monitor: FullMonitor
  readonly canWrite: boolean
  readonly onUndo: (patch: Patch) => void
}) => {
  const { mute, monitors } = useStrings()
  const { settings: words } = monitors
  const mutes = mutesOf(monitor)
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-3">
      <h2 id={id} className="text-l font-strong">
        {words.muted}
      </h2>
      {mutes.length === 0 && <p className="text-ink-2">{words.nothingMuted}</p>}
      {mutes.length > 0 && (
        <ul className="card divide-y divide-line">
          {mutes.map(({ kind, undone, what }) => (
            <li key={`${kind} ${what}`} className="flex flex-wrap items-start gap-3 p-3">
              <div className="flex min-w-0 flex-1 basis-[240px] flex-col gap-1">
                <span className="text-ink-2">{words.mutes[kind]}</span>
                <span dir="auto" className="line-clamp-3 font-mono text-s break-words" title={what}>
                  {what}
                </span>
                {beginsAnew(monitor, undone) && <span className="hint">{mute.resets}</span>}
              </div>
              {canWrite && (
                <button
                  type="button"
                  className="button"
                  aria-label={words.tellAgainOf(what)}
                  onClick={() => onUndo(undone)}
                >
                  {words.tellAgain}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** A number. What is typed stays as it is typed (`1.0`, `2e1`) while it is that number; none is `NaN`. */
const NumberField = ({
  onChange,
  value,
  ...rest
}: Control & {
  readonly value: number
  readonly onChange: (value: number) => void
  readonly min: number
  readonly max: number
  readonly "aria-label"?: string
}) => {
  const [typed, setTyped] = useState("")
  const isTyped = typed !== "" && Number(typed) === value
  return (
    <input
      {...rest}
      type="number"
      className="input max-w-[12ch]"
      required
      value={isTyped ? typed : Number.isNaN(value) ? "" : String(value)}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(target.valueAsNumber)
      }}
    />
  )
}

export const Settings = ({ canWrite, monitor }: { readonly monitor: FullMonitor; readonly canWrite: boolean }) => {
  const { common, monitors, mute } = useStrings()
  const { make, settings: words } = monitors
  const id = useId()
  // Edits alone are kept here, so that what others change meanwhile is neither hidden nor sent back.
  const [edits, setEdits] = useState<Partial<Draft>>({})
  const { error, save } = usePatch(monitor)
  const draft: Draft = { ...draftOf(monitor), ...edits }
  const set = (next: Partial<Draft>) => setEdits((before) => ({ ...before, ...next }))
  const patch = patchOf(monitor, draft)
  const isChanged = Object.keys(patch).length > 0
  const { target } = monitor
  /** What is told follows a goal that comes or goes, and stays as it is while one is reworded. */
  const setGoal = (goal: string) => {
    const [has, had] = [goal.trim() !== "", draft.goal.trim() !== ""]
    set({ goal, ...(target.type === "page" && has !== had ? { detection: has ? "semantic" : "exact" } : {}) })
  }
  const field = (name: string, label: string, input: (control: Control) => React.ReactNode, hint?: string) => (
    <Field id={`${id}-${name}`} label={label} hint={hint}>
      {input}
    </Field>
  )
  const controls: Controls = {
    name: `${id}-name`,
    "target.instructions": `${id}-goal`,
    "target.include": `${id}-include`,
    "target.exclude": `${id}-exclude`,
    "change_detection.confidence_threshold": `${id}-percent`,
    "schedule.frequency": `${id}-frequency`,
    "schedule.expression": `${id}-expression`,
    "schedule.time_zone": `${id}-zone`,
    webhook: `${id}-tell`,
    tags: `${id}-tags`
  }
  return (
    <div className="grid gap-8 pane:grid-cols-2">
      <form
        aria-label={monitors.tabs.settings}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isChanged) return
          setEdits({})
          save(patch, { onError: () => setEdits(edits) })
        }}
      >
        <Unsaved is={isChanged} />
        <Refusable error={error} controls={controls}>
          <fieldset disabled={!canWrite} className="flex min-w-0 flex-col gap-5">
            {field("name", make.name, (control) => (
              <input
                {...control}
                className="input"
                required
                maxLength={200}
                value={draft.name}
                onChange={({ target: { value } }) => set({ name: value })}
              />
            ))}
            {target.type !== "sitemap" &&
              field("goal", target.type === "extract" ? make.question : make.goal, (control) => (
                <textarea
                  {...control}
                  className="input"
                  rows={3}
                  maxLength={2_000}
                  required={target.type === "extract"}
                  value={draft.goal}
                  onChange={({ target: { value } }) => setGoal(value)}
                />
              ))}
            {target.type === "page" && (
              <div className="flex flex-col gap-1">
                <span className="label">{words.tells}</span>
                <Segments
                  label={words.tells}
                  value={draft.detection}
                  options={words.detections}
                  onChange={(detection) => set({ detection })}
                />
              </div>
            )}
            {draft.detection === "semantic" &&
              field(
                "percent",
                words.percent,
                (control) => (
                  <NumberField
                    {...control}
                    min={0}
                    max={100}
                    value={draft.percent}
                    onChange={(percent) => set({ percent })}
                  />
                ),
                words.percentHint
              )}
            <div className="flex flex-col gap-2">
              <span className="label">{make.often}</span>
              <Segments
                label={make.often}
                value={draft.scheduleType}
                options={words.schedules}
                onChange={(scheduleType) => set({ scheduleType })}
              />
              {draft.scheduleType === "interval" ? (
                <div className="flex gap-2">
                  <Field id={`${id}-frequency`}>
                    {(control) => (
                      <NumberField
                        {...control}
                        aria-label={words.frequency}
                        min={1}
                        max={525_600}
                        value={draft.frequency}
                        onChange={(frequency) => set({ frequency })}
                      />
                    )}
                  </Field>
                  <select
                    aria-label={words.unit}
                    className="input"
                    value={draft.unit}
                    onChange={({ target: { value } }) => set({ unit: value as Draft["unit"] })}
                  >
                    {Object.entries(words.units).map(([value, text]) => (
                      <option key={value} value={value}>
                        {text}
                      </option>
                    ))}
                  </select>
                </div>
              ) : (
                <div className="flex flex-wrap gap-2">
                  <Field id={`${id}-expression`} className="min-w-0 flex-1 basis-[16ch]">
                    {(control) => (
                      <input
                        {...control}
                        aria-label={words.expression}
                        className="input font-mono"
                        required
                        spellCheck="false"
                        value={draft.expression}
                        onChange={({ target: { value } }) => set({ expression: value })}
                      />
                    )}
                  </Field>
                  <Field id={`${id}-zone`} className="min-w-0 flex-1 basis-[16ch]">
                    {(control) => (
                      <input
                        {...control}
                        aria-label={words.zone}
                        className="input"
                        required
                        spellCheck="false"
                        value={draft.zone}
                        onChange={({ target: { value } }) => set({ zone: value })}
                      />
                    )}
                  </Field>
                </div>
              )}
            </div>
            {target.type === "sitemap" && (
              <PathFields id={id} include={draft.include} exclude={draft.exclude} onChange={set} />
            )}
            <TellField
              id={`${id}-tell`}
              mayWrite={canWrite}
              value={draft.tell}
              onChange={(tell) => set({ tell })}
              {...(monitor.webhook === null ? {} : { monitor: { id: monitor.id, url: monitor.webhook.url } })}
              {...(monitor.webhook !== null && draft.tell.trim() === "" ? { hint: words.secretGoes } : {})}
            />
            {field(
              "tags",
              monitors.columns.tags,
              (control) => (
                <input
                  {...control}
                  className="input"
                  value={draft.tags}
                  onChange={({ target: { value } }) => set({ tags: value })}
                />
              ),
              words.tagsHint
            )}
            {beginsAnew(monitor, patch) && (
              <p role="status" className="max-w-[68ch]">
                {mute.resets}
              </p>
            )}
            <Refusal error={error} />
            {canWrite && (
              <div className="flex gap-2">
                <button type="submit" className="button button-main" disabled={!isChanged}>
                  {common.save}
                </button>
                {isChanged && (
                  <button type="button" className="button" onClick={() => setEdits({})}>
                    {common.cancel}
                  </button>
                )}
              </div>
            )}
          </fieldset>
        </Refusable>
      </form>
      <div className="flex min-w-0 flex-col gap-8">
        <Signing monitor={monitor} canWrite={canWrite} onSave={save} />
        <Muted monitor={monitor} canWrite={canWrite} onUndo={save} />
      </div>
    </div>
  )
}
