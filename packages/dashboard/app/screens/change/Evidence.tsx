/** The quotes that a judgement rests on, before and after, as the page said them. */
import { useStrings } from "../../i18n/strings.ts"
import type { FullChange } from "./ChangePane.tsx"

const Quote = ({ label, text, tone }: { readonly label: string; readonly text: string; readonly tone: string }) => (
  <figure className={`m-0 min-w-0 rounded-m p-3 ${tone}`}>
    <figcaption className="mb-1 text-s text-ink-2">{label}</figcaption>
    <blockquote dir="auto" className="m-0 whitespace-pre-wrap">
      {text === "" ? "—" : text}
    </blockquote>
  </figure>
)

export const Evidence = ({ change }: { readonly change: FullChange }) => {
  const { change: words } = useStrings()
  const { evidence = [] } = change
  if (evidence.length === 0) return <p className="text-ink-2">{words.noEvidence}</p>
  return (
    <ol className="flex flex-col gap-4">
      {evidence.map(({ after, before, url }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: quotes of a change never move
        <li key={index} className="flex flex-col gap-1">
          <div className="grid gap-2 bar:grid-cols-2">
            <Quote label={words.evidenceOf.before} text={before} tone="bg-rem-weak" />
            <Quote label={words.evidenceOf.after} text={after} tone="bg-add-weak" />
          </div>
          {url !== undefined && <p className="text-s text-ink-3">{url}</p>}
        </li>
      ))}
    </ol>
  )
}
