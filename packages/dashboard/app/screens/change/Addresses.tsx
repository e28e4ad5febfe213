/** Addresses that came, went or moved. */
import { useState } from "react"
import { useStrings } from "../../i18n/strings.ts"
import type { FullChange } from "./ChangePane.tsx"

/** How many are drawn before one asks for more. */
const shownFirst = 100

type Sign = "+" | "−" | "↦" | "•"

const tones: Readonly<Record<Sign, string>> = {
  "+": "bg-add-weak text-add",
  "−": "bg-rem-weak text-rem",
  "↦": "bg-mov-weak text-mov",
  "•": "bg-sunken text-ink-3"
}

const Group = ({
  count,
  lines,
  sign,
  title
}: {
  readonly title: string
  readonly sign: Sign
  readonly lines: ReadonlyArray<readonly [url: string, note: string | null]>
  /** How many there are; more than `lines` where not all are kept. */
  readonly count: number
}) => {
  const { change: words, common } = useStrings()
  const [shown, setShown] = useState(shownFirst)
  if (lines.length === 0) return null
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <h3 className="font-strong">
        {count} {title}
      </h3>
      <ul className="card overflow-hidden font-mono text-s leading-[22px]">
        {lines.slice(0, shown).map(([url, note]) => (
          <li key={`${url} ${note}`} className={`flex pr-3 ${tones[sign]}`}>
            <span aria-hidden="true" className="w-8 flex-none text-center">
              {sign}
            </span>
            <span className="text-ink">
              {url}
              {note !== null && (
                <>
                  {" "}
                  <span className="text-ink-3">{words.movedTo}</span> {note}
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
      {lines.length > shown && (
        <button type="button" className="button self-start" onClick={() => setShown(shown + 10 * shownFirst)}>
          {common.more}
        </button>
      )}
      {count > lines.length && <p className="hint">{words.cut(lines.length, count)}</p>}
    </section>
  )
}

export const Addresses = ({ change }: { readonly change: FullChange }) => {
  const { change: words } = useStrings()
  const { added_urls = [], matched_urls = [], moved_urls = [], removed_urls = [] } = change
  const moves = change.moved_url_count ?? moved_urls.length
  const moved = new Set(moved_urls.flatMap(({ from, to }) => [from, to]))
  // What moved is told once, as moved; the API names both of its addresses among those that came and went, too.
  const others = (urls: ReadonlyArray<string>) =>
    urls.filter((url) => !moved.has(url)).map((url) => [url, null] as const)
  const plain = (urls: ReadonlyArray<string>) => urls.map((url) => [url, null] as const)
  if (added_urls.length + removed_urls.length + moved_urls.length + matched_urls.length === 0) {
    return <p className="text-ink-2">{words.noUrls}</p>
  }
  return (
    <div className="flex flex-col gap-6">
      <Group sign="↦" title={words.moved} lines={moved_urls.map(({ from, to }) => [from, to] as const)} count={moves} />
      <Group
        sign="+"
        title={words.added}
        lines={others(added_urls)}
        count={(change.added_url_count ?? added_urls.length) - moves}
      />
      <Group
        sign="−"
        title={words.removed}
        lines={others(removed_urls)}
        count={(change.removed_url_count ?? removed_urls.length) - moves}
      />
      <Group
        sign="•"
        title={words.matched}
        lines={plain(matched_urls)}
        count={change.matched_url_count ?? matched_urls.length}
      />
    </div>
  )
}
