/** Where a monitor tells: an address, the built-in inbox or a chat, and a test event that shows whether it is taken. */
import { useMutation } from "@tanstack/react-query"
import { call } from "../../api/call.ts"
import { useStrings } from "../../i18n/strings.ts"
import { Field } from "../../parts/Field.tsx"
import { Refusal } from "../../parts/Refusal.tsx"
import { sentAddress } from "../../parts/typedAddress.ts"
import { TestEvent } from "./TestEvent.tsx"
import { chatOf } from "./telling.ts"

/** What an address of a chat gets, or why it gets nothing, and how one is made that does. */
const ChatWords = ({ url }: { readonly url: string }) => {
  const { chat: words } = useStrings().monitors.make
  const found = chatOf(url)
  if (found === null) return null
  return (
    <p role="status" className="max-w-[68ch]">
      {(found.takes ? words.takes : words.takesNot)(words.names[found.chat])} {words.how[found.chat]}
    </p>
  )
}

export const TellField = ({
  hint,
  id,
  mayWrite,
  monitor,
  onChange,
  value
}: {
  readonly id: string
  readonly value: string
  readonly hint?: string
  readonly mayWrite: boolean
  /** The monitor that tells an address already: a test of that is signed with its secret. */
  readonly monitor?: { readonly id: string; readonly url: string }
  /** `isInbox` where the address is that of the built-in inbox, which knows all secrets. */
  readonly onChange: (tell: string, isInbox: boolean) => void
}) => {
  const { make } = useStrings().monitors
  const inbox = useMutation({
    mutationFn: () => call("inbox.list", { query: { limit: 1 } }),
    onSuccess: ({ webhook_url }) => onChange(webhook_url, true)
  })
  const url = sentAddress(value.trim())
  const isSent = url !== "" && URL.canParse(url)
  return (
    <Field id={id} label={make.tell} hint={hint ?? make.tellHint}>
      {(control) => (
        <>
          <input
            {...control}
            className="input"
            inputMode="url"
            spellCheck="false"
            value={value}
            onChange={({ target }) => onChange(target.value, false)}
          />
          {mayWrite && (
            <button
              type="button"
              className="link self-start text-s"
              disabled={inbox.isPending}
              onClick={() => inbox.mutate()}
            >
              {make.ownInbox}
            </button>
          )}
          {url !== "" && !isSent && (
            <p role="status" className="max-w-[68ch]">
              {make.noAddress}
            </p>
          )}
          {isSent && <ChatWords url={url} />}
          {mayWrite && isSent && (
            <TestEvent key={url} url={url} {...(monitor?.url === url ? { monitorId: monitor.id } : {})} />
          )}
          <Refusal error={inbox.error} />
        </>
      )}
    </Field>
  )
}
