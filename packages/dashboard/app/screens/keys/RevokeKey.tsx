/** Ends a key, after saying what stops with it. */
import { useMutation, useQuery } from "@tanstack/react-query"
import type { Row } from "../../api/operations.ts"
import { asked, changing } from "../../api/queries.ts"
import { useFormats, useStrings } from "../../i18n/strings.ts"
import { Confirm } from "../../parts/Confirm.tsx"
import { notify } from "../../parts/notices.tsx"
import { daysAgo } from "../usage/history.ts"

export const RevokeKey = ({
  keyRecord,
  onClose,
  organization
}: {
  readonly organization: string
  readonly keyRecord: Row<"organizations.keys">
  readonly onClose: () => void
}) => {
  const { keys: words } = useStrings()
  const formats = useFormats()
  const { id, last4, name } = keyRecord
  const { data: history } = useQuery({
    ...asked("usage.history", { query: { from: daysAgo(7), interval: "day", group_by: "key_id" } }),
    retry: false
  })
  const { data: grants } = useQuery({
    ...asked("organizations.grants", { params: { organization_id: organization }, query: { limit: 100 } }),
    retry: false
  })
  const revoke = useMutation(
    changing("organizations.revokeKey", ["organizations"], {
      onSuccess: () => {
        notify(words.revokedDone)
        onClose()
      }
    })
  )
  const calls = history?.data
    .flatMap(({ groups }) => groups)
    .filter(({ value }) => value === id)
    .reduce((sum, { request_count }) => sum + request_count, 0)
  const apps = (grants?.data ?? []).filter(({ key_id, revoked_at }) => key_id === id && revoked_at === null)
  return (
    <Confirm
      title={words.revokeTitle(name)}
      body={words.revokeBody(last4)}
      word={words.revoke}
      isPending={revoke.isPending}
      error={revoke.error}
      onDo={() => revoke.mutate({ params: { organization_id: organization, key_id: id } })}
      onClose={onClose}
    >
      <ul className="list-disc pl-5">
        {calls !== undefined && <li>{calls === 0 ? words.revokeUnused : words.revokeUsed(formats.number(calls))}</li>}
        {apps.length > 0 && <li>{words.revokeApps(apps.map(({ client_name }) => client_name).join(", "))}</li>}
        <li>{words.revokeSessions}</li>
      </ul>
    </Confirm>
  )
}
