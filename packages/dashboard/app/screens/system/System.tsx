/** The installation, for its operator: what the doctor says, who works, what waits, and what it takes. */
import { useQuery } from "@tanstack/react-query"
import type { Output } from "../../api/operations.ts"
import { asked } from "../../api/queries.ts"
import { useFormats, useStrings } from "../../i18n/strings.ts"
import { useNow } from "../../parts/clock.ts"
import { Empty } from "../../parts/Empty.tsx"
import { Page } from "../../parts/Page.tsx"
import { Problem } from "../../parts/Problem.tsx"
import { Skeleton } from "../../parts/Skeleton.tsx"
import { Status, type StatusKind } from "../../parts/Status.tsx"
import { useOperator } from "../keys/useOperator.ts"
import { Doctor } from "./Doctor.tsx"
import { Section } from "./Section.tsx"

type Standing = Output<"installation.system">

/** The server looks no more often by itself, whoever asks. */
const againMillis = 15_000

/** A name, how it stands, and a remark below. */
const Line = ({
  kind,
  name,
  remark = null,
  word
}: {
  readonly name: string
  readonly word: string
  readonly kind?: StatusKind
  readonly remark?: string | null
}) => (
  <li className="px-4 py-2">
    <span className="flex items-baseline gap-4">
      <span className="mr-auto min-w-0">{name}</span>
      {kind === undefined ? <span className="text-right">{word}</span> : <Status kind={kind} word={word} />}
    </span>
    {remark !== null && <span className="block text-s text-ink-2">{remark}</span>}
  </li>
)

const Lines = ({ children }: { readonly children: React.ReactNode }) => (
  <ul className="card divide-y divide-line">{children}</ul>
)

const Work = ({ work }: Pick<Standing, "work">) => {
  const { system } = useStrings()
  const formats = useFormats()
  const now = useNow()
  return (
    <Section title={system.work}>
      {work === null ? (
        <p className="card px-4 py-3">{system.noWork}</p>
      ) : (
        <Lines>
          {work.map(({ due, name, since }) => (
            <Line
              key={name}
              name={system.workKinds[name]}
              word={due === 0 ? system.idle : system.due(formats.number(due))}
              remark={since === null ? null : system.since(formats.ago(since, Math.max(now, Date.now())))}
            />
          ))}
        </Lines>
      )}
    </Section>
  )
}

const Worker = ({ checks, loops }: Pick<Standing, "checks" | "loops">) => {
  const { system } = useStrings()
  const formats = useFormats()
  return (
    <>
      <Section title={system.worker}>
        {loops.length === 0 ? (
          <p className="card px-4 py-3 text-ink-2">{system.noLoops}</p>
        ) : (
          <Lines>
            {loops.map(({ is_alive, name, silent_seconds }) => (
              <Line
                key={name}
                name={system.loops[name] ?? name}
                kind={is_alive ? "well" : "needs-you"}
                word={is_alive ? system.alive : system.silent(formats.duration(silent_seconds * 1_000))}
              />
            ))}
          </Lines>
        )}
      </Section>
      <Section title={system.checks}>
        <Lines>
          {checks.map(({ is_needed, name, problem }) => (
            <Line
              key={name}
              name={system.checkNames[name] ?? name}
              kind={problem === null ? "well" : is_needed ? "needs-you" : "off"}
              word={problem === null ? system.passes : is_needed ? system.states.broken : system.goesWithout}
              remark={problem}
            />
          ))}
        </Lines>
      </Section>
    </>
  )
}

const Storage = ({ blobs, database, disk_free_bytes, memory, settings }: Standing) => {
  const { system } = useStrings()
  const formats = useFormats()
  const bytes = (count: number | null) => (count === null ? system.unknown : formats.bytes(count))
  return (
    <>
      <Section title={system.storage}>
        <Lines>
          <Line name={system.database[database.kind]} word={bytes(database.bytes)} />
          <Line
            name={system.blobs[blobs.kind]}
            word={
              blobs.bytes === null
                ? system.inBucket
                : blobs.has_more
                  ? system.atLeast(bytes(blobs.bytes))
                  : bytes(blobs.bytes)
            }
            remark={blobs.place}
          />
          <Line name={system.free} word={bytes(disk_free_bytes)} />
        </Lines>
      </Section>
      <Section title={system.memory}>
        <Lines>
          <Line name={system.resident} word={bytes(memory.resident_bytes)} />
          <Line
            name={system.held}
            word={system.of(bytes(memory.held_bytes), bytes(memory.budget_bytes))}
            remark={memory.is_short ? system.short : null}
          />
        </Lines>
      </Section>
      <p className="hint">
        <span title={settings.set.join(", ")}>{system.set(settings.set.length)}</span>{" "}
        {settings.unread.length > 0 && system.unread(settings.unread.join(", "))}
      </p>
    </>
  )
}

const Shown = ({ standing }: { readonly standing: Standing }) => (
  <>
    <Work work={standing.work} />
    <Worker checks={standing.checks} loops={standing.loops} />
    <Storage {...standing} />
  </>
)

const Installation = () => {
  const { system } = useStrings()
  const formats = useFormats()
  const now = useNow()
  const standing = useQuery({ ...asked("installation.system", {}), refetchInterval: againMillis })
  const doctor = useQuery({
    ...asked("installation.doctor", {}),
    staleTime: 60_000,
    refetchOnWindowFocus: false
  })
  const again = () => {
    void standing.refetch()
    void doctor.refetch()
  }
  return (
    <Page
      title={system.title}
      {...(standing.data === undefined
        ? {}
        : {
            lead: system.lead(
              standing.data.version,
              standing.data.node,
              formats.ago(standing.data.started_at, Math.max(now, Date.now()))
            )
          })}
      actions={
        <button type="button" className="button" disabled={doctor.isFetching} onClick={again}>
          {system.again}
        </button>
      }
      calls={[{ operation: "installation.system" }, { operation: "installation.doctor" }]}
    >
      <div className="grid max-w-[1200px] items-start gap-8 wide:grid-cols-[minmax(0,1fr)_320px]">
        <div className="flex min-w-0 flex-col gap-8">
          {doctor.isPending ? (
            <Section title={system.doctor}>
              <p className="text-ink-2">{system.looking}</p>
              <Skeleton rows={8} />
            </Section>
          ) : doctor.isError ? (
            <Problem error={doctor.error} onRetry={() => void doctor.refetch()} />
          ) : (
            <Doctor examination={doctor.data} />
          )}
        </div>
        <div className="flex min-w-0 flex-col gap-8">
          {standing.isPending ? (
            <Skeleton rows={8} />
          ) : standing.data === undefined ? (
            // Where neither can be told, it is for one reason, which is said once.
            !doctor.isError && <Problem error={standing.error} onRetry={() => void standing.refetch()} />
          ) : (
            <Shown standing={standing.data} />
          )}
        </div>
      </div>
    </Page>
  )
}

export const System = () => {
  const { system } = useStrings()
  const { isOperator, who } = useOperator()
  if (who === undefined) return <Skeleton rows={6} />
  if (isOperator) return <Installation />
  return (
    <Page title={system.title}>
      <Empty title={system.operatorOnly} body={system.operatorOnlyTodo} />
    </Page>
  )
}
