/** A link under which somebody who is not signed in reads one change: made, copied, and all of them taken back. */
import { useMutation } from "@tanstack/react-query"
import { useEffect, useRef, useState } from "react"
import { apiAddress, pathIn } from "../../api/place.ts"
import { changing } from "../../api/queries.ts"
import { useFormats, useStrings } from "../../i18n/strings.ts"
import { CallButton } from "../../parts/CallCode.tsx"
import { useNow } from "../../parts/clock.ts"
import { Dialog } from "../../parts/Dialog.tsx"
import { Refusal } from "../../parts/Refusal.tsx"
import { Segments } from "../../parts/Segments.tsx"
import type { FullChange } from "./ChangePane.tsx"

const secondsOf = { hour: 3_600, day: 86_400, week: 604_800, month: 2_592_000 } as const
type Lifetime = keyof typeof secondsOf

/** Where somebody else opens it: a server that nobody told its address does not know where it is mounted. */
const addressOf = (url: string): string => {
  const { href, origin } = new URL(url, location.href)
  return origin === location.origin ? `${apiAddress}${pathIn(url)}` : href
}

/** The link, to be read, opened and copied. */
const Link = ({ until, url }: { readonly url: string; readonly until: string }) => {
  const { sharing: words } = useStrings()
  const input = useRef<HTMLInputElement>(null)
  const [said, setSaid] = useState("")
  useEffect(() => input.current?.select(), [])
  const copy = () => {
    const refused = () => {
      input.current?.select()
      setSaid(words.notCopied)
    }
    // Pages that came without encryption have no clipboard.
    if (navigator.clipboard === undefined) return refused()
    void navigator.clipboard.writeText(url).then(() => setSaid(words.copied), refused)
  }
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        <input
          ref={input}
          readOnly
          className="input w-auto min-w-0 flex-1 basis-[220px] font-mono text-s"
          aria-label={words.link}
          value={url}
          onFocus={({ target }) => target.select()}
        />
        <button type="button" className="button button-main" onClick={copy}>
          {words.copy}
        </button>
        <a className="button no-underline" href={url} target="_blank" rel="noopener noreferrer">
          {words.open}
        </a>
      </div>
      <p className="hint" aria-live="polite">
        {said} {words.works(until)}
      </p>
    </div>
  )
}

const ShareDialog = ({ change, onClose }: { readonly change: FullChange; readonly onClose: () => void }) => {
  const { sharing: words } = useStrings()
  const formats = useFormats()
  const now = useNow()
  const [lifetime, setLifetime] = useState<Lifetime>("week")
  const share = useMutation(changing("monitors.shareChange", ["monitors.change"]))
  const withdraw = useMutation(
    changing("monitors.withdrawChange", ["monitors.change"], { onSuccess: () => share.reset() })
  )
  const params = { change_id: change.id }
  const asks = { params, payload: { expires_in_seconds: secondsOf[lifetime] } }
  const momentOf = (at: string) => `${formats.date(at)}, ${formats.time(at)}`
  // What was just done is known before the change is read again.
  const known = [share.data?.expires_at, withdraw.isSuccess ? undefined : change.shared_until]
  const latest = known
    .filter((at) => at !== undefined)
    .sort()
    .at(-1)
  const isShared = latest !== undefined && Date.parse(latest) > now
  return (
    <Dialog title={words.title} onClose={onClose}>
      <p className="text-ink-2">{words.lead}</p>
      <div className="flex flex-col gap-1">
        <span className="label">{words.lasts}</span>
        <Segments label={words.lasts} value={lifetime} options={words.choices} onChange={setLifetime} />
      </div>
      <div className="flex flex-wrap gap-2">
        <button
          type="button"
          className={`button ${share.isSuccess ? "" : "button-main"}`}
          disabled={share.isPending}
          onClick={() => {
            withdraw.reset()
            share.mutate(asks)
          }}
        >
          {share.isSuccess ? words.another : words.make}
        </button>
        <CallButton calls={[{ operation: "monitors.shareChange", ...asks }]} />
      </div>
      <Refusal error={share.error} />
      {share.isSuccess && (
        <Link key={share.data.url} url={addressOf(share.data.url)} until={momentOf(share.data.expires_at)} />
      )}
      <div className="flex flex-wrap items-center justify-between gap-2 border-t border-line pt-4">
        <p className="min-w-0 flex-1 basis-[220px] text-s text-ink-2" role="status">
          {withdraw.isSuccess ? words.withdrawn : isShared ? words.standing(momentOf(latest)) : words.none}
        </p>
        {isShared && (
          <button
            type="button"
            className="button button-danger"
            disabled={withdraw.isPending}
            onClick={() => withdraw.mutate({ params })}
          >
            {words.withdraw}
          </button>
        )}
      </div>
      <Refusal error={withdraw.error} />
    </Dialog>
  )
}

export default ShareDialog
