/** What the doctor says, what is broken first, and the settings that its advice names. */
import type { Output } from "../../api/operations.ts"
import { useFormats, useStrings } from "../../i18n/strings.ts"
import { useNow } from "../../parts/clock.ts"
import { Status, type StatusKind } from "../../parts/Status.tsx"
import { Section } from "./Section.tsx"

type Examination = Output<"installation.doctor">
type Finding = Examination["findings"][number]

const kinds: Readonly<Record<Finding["state"], StatusKind>> = { ok: "well", absent: "off", broken: "needs-you" }

const order: ReadonlyArray<Finding["state"]> = ["broken", "absent", "ok"]

/** What is wrong first; what is left out and could be there before what need not be. */
const sorted = (findings: ReadonlyArray<Finding>): ReadonlyArray<Finding> =>
  findings.toSorted(
    (a, b) => order.indexOf(a.state) - order.indexOf(b.state) || Number(a.mend === null) - Number(b.mend === null)
  )

const Missing = ({ findings }: { readonly findings: ReadonlyArray<Finding> }) => {
  const { system } = useStrings()
  const missing = findings.flatMap(({ settings, subject }) => settings.map((name) => ({ name, subject })))
  return (
    <Section title={system.settings}>
      {missing.length === 0 ? (
        <p className="card px-4 py-3 text-ink-2">{system.noSettings}</p>
      ) : (
        <>
          <p className="hint mb-2">{system.settingsHint}</p>
          <ul className="card divide-y divide-line">
            {missing.map(({ name, subject }) => (
              <li key={`${subject} ${name}`} className="flex flex-wrap items-baseline gap-x-4 px-4 py-2">
                <code className="mr-auto font-mono text-s">{name}</code>
                <span className="text-s text-ink-2">{subject}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  )
}

export const Doctor = ({ examination }: { readonly examination: Examination }) => {
  const { system } = useStrings()
  const formats = useFormats()
  const now = useNow()
  const { examined_at, findings, problem } = examination
  const count = (state: Finding["state"]) => findings.filter((one) => one.state === state).length
  const [broken, absent] = [count("broken"), count("absent")]
  return (
    <>
      <Section title={system.doctor}>
        <p className="mb-2 text-ink-2">
          {problem !== null
            ? `${system.notLooked} ${problem}`
            : [
                broken === 0 ? system.well : system.broken(broken),
                ...(absent === 0 ? [] : [system.absent(absent)]),
                system.looked(formats.ago(examined_at, Math.max(now, Date.now())))
              ].join(" ")}
        </p>
        {findings.length > 0 && (
          <ul className="card divide-y divide-line">
            {sorted(findings).map(({ mend, message, state, subject }, index) => (
              <li
                // biome-ignore lint/suspicious/noArrayIndexKey: a subject may be looked at twice
                key={index}
                className="grid items-baseline gap-x-4 gap-y-1 px-4 py-2 bar:grid-cols-[104px_152px_minmax(0,1fr)]"
              >
                <Status kind={kinds[state]} word={system.states[state]} />
                <span className="font-strong first-letter:uppercase">{subject}</span>
                <span className="max-w-[68ch]">
                  {message}
                  {mend !== null && <span className="block text-ink-2">{mend}</span>}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Section>
      {problem === null && <Missing findings={findings} />}
    </>
  )
}
