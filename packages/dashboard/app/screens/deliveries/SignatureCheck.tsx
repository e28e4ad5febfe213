/** The signatures of a request, checked before one's eyes. */
import { useQuery } from "@tanstack/react-query"
import { useId, useState } from "react"
import { useFormats, useStrings } from "../../i18n/strings.ts"
import { useNow } from "../../parts/clock.ts"
import { Status, type StatusKind } from "../../parts/Status.tsx"
import { type Checked, canCheck, check } from "./signature.ts"

const kinds: Readonly<Record<Checked["verdict"], StatusKind>> = { right: "well", wrong: "needs-you", missing: "off" }

export const SignatureCheck = ({
  body,
  headers,
  secret: known
}: {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The secret where it may be seen. */
  readonly secret: string | undefined
}) => {
  const { deliveries } = useStrings()
  const words = deliveries.detail
  const formats = useFormats()
  const now = useNow()
  const id = useId()
  const [typed, setTyped] = useState("")
  const secret = known ?? typed.trim()
  const { data: checked } = useQuery({
    queryKey: ["signature", headers, body, secret],
    queryFn: () => check(secret, headers, body),
    enabled: secret !== "" && canCheck(),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0
  })
  if (!canCheck()) return <p className="text-ink-2">{words.noCrypto}</p>
  return (
    <div className="flex max-w-[68ch] flex-col gap-2">
      <p className="hint">{words.signatureLead}</p>
      {known === undefined && (
        <div className="flex flex-col gap-1">
          <label htmlFor={id} className="label">
            {words.secret}
          </label>
          <input
            id={id}
            type="password"
            autoComplete="off"
            spellCheck="false"
            maxLength={200}
            className="input font-mono"
            placeholder="whsec_…"
            value={typed}
            aria-describedby={`${id}-hint`}
            onChange={({ target }) => setTyped(target.value)}
          />
          <p id={`${id}-hint`} className="hint">
            {words.secretHint}
          </p>
        </div>
      )}
      {checked !== undefined && (
        <ul className="card divide-y divide-line">
          {checked.map(({ form, signedAt, verdict }) => (
            <li key={form} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-3 py-2">
              <span className="min-w-[20ch]">{words.forms[form]}</span>
              <Status kind={kinds[verdict]} word={words[verdict]} />
              {signedAt !== null && (
                <time
                  dateTime={new Date(signedAt).toISOString()}
                  title={formats.exact(signedAt)}
                  className="ml-auto text-s text-ink-3"
                >
                  {words.signedAt(formats.ago(signedAt, now))}
                </time>
              )}
            </li>
          ))}
        </ul>
      )}
      {checked !== undefined && (
        <p className="hint">{checked.some(({ verdict }) => verdict === "wrong") ? words.wrongTodo : words.age}</p>
      )}
    </div>
  )
}
