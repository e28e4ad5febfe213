/** What happened in the demonstration, step by step, each with the way to where it is seen. */
import { Link } from "@tanstack/react-router"
import { useStrings } from "../../i18n/strings.ts"
import { Skeleton } from "../../parts/Skeleton.tsx"
import { Status } from "../../parts/Status.tsx"
import { type Demonstration, useStanding } from "./useStanding.ts"

const Step = ({ children, isDone }: { readonly isDone: boolean; readonly children: React.ReactNode }) => {
  const { demonstration } = useStrings()
  return (
    <li className="grid grid-cols-[16px_minmax(0,1fr)] items-start gap-x-3">
      <span className="pt-[2px]">
        <Status kind={isDone ? "well" : "waiting"} word="" />
        <span className="sr-only">{isDone ? demonstration.state.done : demonstration.state.waiting}</span>
      </span>
      <div className={`flex flex-col gap-1 ${isDone ? "" : "text-ink-3"}`}>{children}</div>
    </li>
  )
}

const Steps = ({ onGo, standing }: { readonly standing: Demonstration; readonly onGo: () => void }) => {
  const { demonstration } = useStrings()
  const { see, steps } = demonstration
  const { browser, changes, days, events, monitors, quiet } = standing
  const [first] = quiet
  return (
    <ol className="flex flex-col gap-4">
      <Step isDone={monitors.length > 0}>
        <p>{steps.watch(monitors.length)}</p>
        <Link to="/monitors" className="link" onClick={onGo}>
          {see.monitors}
        </Link>
      </Step>
      <Step isDone={first !== undefined}>
        <p>{steps.quiet}</p>
        {first !== undefined && (
          <Link
            to="/monitors/$monitorId/runs/$runId"
            params={{ monitorId: first.monitor_id, runId: first.run_id }}
            className="link"
            onClick={onGo}
          >
            {see.run}
          </Link>
        )}
      </Step>
      <Step isDone={changes.length > 0}>
        <p>{steps.change(changes.length)}</p>
        <ul className="flex flex-col gap-1">
          {changes.map(({ id, title }) => (
            <li key={id}>
              <Link to="/changes/$changeId" params={{ changeId: id }} className="link" onClick={onGo}>
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </Step>
      <Step isDone={browser !== null}>
        <p>{browser?.lacking == null ? steps.browser : steps.noBrowser}</p>
        {browser?.lacking != null && <p className="hint">{browser.lacking}</p>}
        {browser?.change != null && (
          <Link to="/changes/$changeId" params={{ changeId: browser.change.id }} className="link" onClick={onGo}>
            {browser.change.title}
          </Link>
        )}
      </Step>
      <Step isDone={events !== null}>
        <p>{steps.events(events?.verified ?? 0, events?.arrived ?? 0)}</p>
        {events !== null && (
          <Link to="/deliveries" search={{ tab: "inbox" }} className="link" onClick={onGo}>
            {see.events}
          </Link>
        )}
      </Step>
      <Step isDone={days >= 7}>
        <p>{steps.later}</p>
        {days >= 7 && (
          <Link to="/monitors" className="link" onClick={onGo}>
            {see.strips}
          </Link>
        )}
      </Step>
    </ol>
  )
}

export const Story = ({ onGo = () => undefined }: { readonly onGo?: () => void }) => {
  const { demonstration } = useStrings()
  const { data } = useStanding()
  if (data === undefined) return <Skeleton rows={5} />
  return (
    <div className="flex max-w-[60ch] flex-col gap-4">
      <p className="text-ink-2">{demonstration.lead}</p>
      <Steps standing={data} onGo={onGo} />
    </div>
  )
}
