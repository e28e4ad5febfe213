/** The page as it looked before and after. Pictures come from this server, which took them. */
import { useEffect, useId, useState } from "react"
import { mount, pathIn } from "../../api/place.ts"
import { useStrings } from "../../i18n/strings.ts"
import { Segments } from "../../parts/Segments.tsx"
import type { FullChange } from "./ChangePane.tsx"

type Kept = NonNullable<FullChange["pictures"]>
type Mode = "slider" | "side" | "blend" | "blink"

/** On this server. */
const local = (url: string): string => `${mount}${pathIn(url)}`

const Above = ({
  after,
  before,
  children,
  style
}: {
  readonly before: string
  readonly after: string
  readonly style: React.CSSProperties
  readonly children?: React.ReactNode
}) => {
  const { change: words } = useStrings()
  return (
    <div className="card relative overflow-hidden">
      <img src={before} alt={words.before} className="block w-full" />
      <img src={after} alt={words.after} className="absolute inset-0 w-full" style={style} />
      {children}
    </div>
  )
}

const Blink = ({ after, before }: { readonly before: string; readonly after: string }) => {
  const [isAfter, setAfter] = useState(true)
  useEffect(() => {
    const timer = setInterval(() => setAfter((one) => !one), 800)
    return () => clearInterval(timer)
  }, [])
  return <Above before={before} after={after} style={{ opacity: isAfter ? 1 : 0 }} />
}

const Pictures = ({ pictures }: { readonly pictures: Kept }) => {
  const { change: words } = useStrings()
  const id = useId()
  const [mode, setMode] = useState<Mode>("slider")
  const [share, setShare] = useState(50)
  const before = pictures.before === null ? null : local(pictures.before.url)
  const after = pictures.after === null ? null : local(pictures.after.url)
  if (before === null || after === null) {
    const one = before ?? after
    return one === null ? (
      <div className="text-ink-2">
        <p>{words.noPicture}</p>
        <p>{words.noPictureTodo}</p>
      </div>
    ) : (
      <img src={one} alt={before === null ? words.after : words.before} className="card block w-full" />
    )
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-4">
        <Segments label={words.tabs.picture} value={mode} options={words.pictureMode} onChange={setMode} />
        {(mode === "slider" || mode === "blend") && (
          <label htmlFor={id} className="flex min-w-[200px] flex-1 items-center gap-2 text-s text-ink-2">
            {words.before}
            <input
              id={id}
              type="range"
              min={0}
              max={100}
              value={share}
              aria-label={words.slider}
              className="flex-1"
              onChange={(event) => setShare(Number(event.target.value))}
            />
            {words.after}
          </label>
        )}
      </div>
      {mode === "side" && (
        <div className="grid gap-3 bar:grid-cols-2">
          <figure className="m-0">
            <figcaption className="hint mb-1">{words.before}</figcaption>
            <img src={before} alt={words.before} className="card block w-full" />
          </figure>
          <figure className="m-0">
            <figcaption className="hint mb-1">{words.after}</figcaption>
            <img src={after} alt={words.after} className="card block w-full" />
          </figure>
        </div>
      )}
      {mode === "slider" && (
        <Above before={before} after={after} style={{ clipPath: `inset(0 0 0 ${100 - share}%)` }}>
          <span
            aria-hidden="true"
            className="absolute inset-y-0 w-[2px] bg-action"
            style={{ left: `${100 - share}%` }}
          />
        </Above>
      )}
      {mode === "blend" && <Above before={before} after={after} style={{ opacity: share / 100 }} />}
      {mode === "blink" && <Blink before={before} after={after} />}
    </div>
  )
}

export default Pictures
