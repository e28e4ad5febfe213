/** Browser profiles: sessions that are kept to see pages behind a sign-in. */
import { useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useId, useState } from "react"
import type { Row } from "../../api/operations.ts"
import { asked, changing, pages } from "../../api/queries.ts"
import { may, session } from "../../api/session.ts"
import { useStrings } from "../../i18n/strings.ts"
import { Code } from "../../parts/Code.tsx"
import { Confirm } from "../../parts/Confirm.tsx"
import { Copyable } from "../../parts/Copyable.tsx"
import { useNow } from "../../parts/clock.ts"
import { Dialog } from "../../parts/Dialog.tsx"
import { Empty } from "../../parts/Empty.tsx"
import { Field } from "../../parts/Field.tsx"
import { Icon } from "../../parts/Icon.tsx"
import { Lack, useScope } from "../../parts/Lack.tsx"
import { notify } from "../../parts/notices.tsx"
import { Problem } from "../../parts/Problem.tsx"
import { Refusable, Refusal } from "../../parts/Refusal.tsx"
import { Skeleton } from "../../parts/Skeleton.tsx"
import { Status } from "../../parts/Status.tsx"
import { Time } from "../../parts/Time.tsx"
import { Unsaved } from "../../parts/unsaved.ts"

type Profile = Row<"profiles.list">
type Monitor = Row<"monitors.list">

const codegen = "npx playwright codegen --save-storage=session.json https://portal.example.com"

/** Longest file that is read: the server takes less. */
const fileMost = 4 * 1024 * 1024

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const sessionIn = async (file: File): Promise<Record<string, unknown> | null> => {
  if (file.size > fileMost) return null
  try {
    const value: unknown = JSON.parse(await file.text())
    return isRecord(value) ? value : null
  } catch {
    return null
  }
}

/** Asks for the file of a session, and says how to get one. */
const SessionFile = ({
  hint,
  id,
  isWrong,
  onPick
}: {
  readonly id: string
  readonly hint: string
  readonly isWrong: boolean
  readonly onPick: (file: File | null) => void
}) => {
  const { keys } = useStrings()
  const words = keys.profiles
  return (
    <>
      <Field id={id} label={words.session} hint={hint} error={isWrong ? words.notJson : null}>
        {(control) => (
          <input
            {...control}
            className="input"
            type="file"
            accept="application/json,.json"
            onChange={({ target }) => onPick(target.files?.[0] ?? null)}
          />
        )}
      </Field>
      <details>
        <summary className="text-ink-2">{words.howTitle}</summary>
        <p className="hint my-2">{words.how}</p>
        <Code text={codegen} />
      </details>
    </>
  )
}

/** What a form of a profile was given: null where no file was chosen. */
interface Given {
  readonly description: string
  readonly kept: Record<string, unknown> | null
}

/** The dialog that makes a profile, or renews one, of which nothing is asked but the file. */
const ProfileForm = ({
  error,
  hint,
  isPending,
  onClose,
  onDo,
  renews = false,
  title,
  word
}: {
  readonly title: string
  readonly hint: string
  /** On the button that does it. */
  readonly word: string
  readonly renews?: boolean
  readonly isPending: boolean
  readonly error: Error | null
  readonly onDo: (given: Given) => void
  readonly onClose: () => void
}) => {
  const { common, keys } = useStrings()
  const words = keys.profiles
  const id = useId()
  const [description, setDescription] = useState("")
  const [file, setFile] = useState<File | null>(null)
  const [isWrong, setWrong] = useState(false)
  const submit = async () => {
    const kept = file === null ? null : await sessionIn(file)
    if (kept === null && (renews || file !== null)) return setWrong(true)
    onDo({ description: description.trim(), kept })
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <Unsaved is={description.trim() !== "" || file !== null} />
        <Refusable error={error} controls={{ description: `${id}-description`, session: `${id}-session` }}>
          {!renews && (
            <Field id={`${id}-description`} label={words.description}>
              {(control) => (
                <input
                  {...control}
                  className="input"
                  data-first
                  maxLength={200}
                  placeholder={words.descriptionPlaceholder}
                  value={description}
                  onChange={({ target }) => setDescription(target.value)}
                />
              )}
            </Field>
          )}
          <SessionFile
            id={`${id}-session`}
            hint={hint}
            isWrong={isWrong}
            onPick={(picked) => {
              setWrong(false)
              setFile(picked)
            }}
          />
          <Refusal error={error} />
        </Refusable>
        <div className="flex flex-wrap gap-2">
          <button type="submit" className="button button-main" disabled={isPending}>
            {word}
          </button>
          <button type="button" className="button" onClick={onClose}>
            {common.cancel}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

const RenewProfile = ({ onClose, profile }: { readonly profile: Profile; readonly onClose: () => void }) => {
  const { profiles: words } = useStrings().keys
  const renew = useMutation(
    changing("profiles.renew", ["profiles"], {
      onSuccess: () => {
        notify(words.renewed)
        onClose()
      }
    })
  )
  return (
    <ProfileForm
      title={words.renewTitle(profile.description ?? words.unnamed)}
      hint={words.renewHint}
      word={words.renew}
      renews
      isPending={renew.isPending}
      error={renew.error}
      onDo={({ kept }) => renew.mutate({ params: { profile_id: profile.id }, payload: { session: kept as never } })}
      onClose={onClose}
    />
  )
}

const NewProfile = ({ onClose }: { readonly onClose: () => void }) => {
  const { profiles: words } = useStrings().keys
  const create = useMutation(
    changing("profiles.create", ["profiles"], {
      onSuccess: () => {
        notify(words.made)
        onClose()
      }
    })
  )
  return (
    <ProfileForm
      title={words.create}
      hint={words.sessionHint}
      word={words.create}
      isPending={create.isPending}
      error={create.error}
      onDo={({ description, kept }) =>
        create.mutate({
          payload: {
            ...(description === "" ? {} : { description }),
            ...(kept === null ? {} : { session: kept as never })
          }
        })
      }
      onClose={onClose}
    />
  )
}

const usersOf = (monitors: ReadonlyArray<Monitor>, id: string): ReadonlyArray<Monitor> =>
  monitors.filter(({ target }) => "profile_id" in target && target.profile_id === id)

const RemoveProfile = ({
  onClose,
  profile,
  users
}: {
  readonly profile: Profile
  readonly users: ReadonlyArray<Monitor>
  readonly onClose: () => void
}) => {
  const { keys } = useStrings()
  const words = keys.profiles
  const remove = useMutation(
    changing("profiles.remove", ["profiles"], {
      onSuccess: () => {
        notify(words.removed)
        onClose()
      }
    })
  )
  return (
    <Confirm
      title={words.removeTitle(profile.description ?? words.unnamed)}
      body={words.removeBody}
      word={words.remove}
      isPending={remove.isPending}
      error={remove.error}
      onDo={() => remove.mutate({ params: { profile_id: profile.id } })}
      onClose={onClose}
    >
      {users.length > 0 && <p>{words.removeUsed(users.map(({ name }) => name).join(", "))}</p>}
    </Confirm>
  )
}

const ProfileRow = ({
  mayChange,
  onRemove,
  onRenew,
  profile,
  users
}: {
  readonly profile: Profile
  readonly users: ReadonlyArray<Monitor> | null
  readonly mayChange: boolean
  readonly onRemove: () => void
  readonly onRenew: () => void
}) => {
  const { keys } = useStrings()
  const words = keys.profiles
  const now = useNow()
  const isIdle = profile.last_used_at !== null && now - Date.parse(profile.last_used_at) > 30 * 86_400_000
  return (
    <tr>
      <td className="min-w-[16ch] wrap-anywhere">
        <span className={profile.description === null ? "text-ink-2" : "font-strong"} dir="auto">
          {profile.description ?? words.unnamed}
        </span>
        <span className="block">
          <Copyable text={profile.id} />
        </span>
      </td>
      <td className="w-px">
        <Status
          kind={profile.last_used_at === null ? "waiting" : isIdle ? "off" : "well"}
          word={profile.last_used_at === null ? words.new : isIdle ? words.idle : words.fresh}
        />
      </td>
      <td className="hidden w-px text-ink-2 bar:table-cell">
        {profile.last_used_at === null ? words.never : <Time at={profile.last_used_at} />}
      </td>
      <td className="hidden text-ink-2 wrap-anywhere pane:table-cell" title={words.whereHint}>
        {users === null
          ? ""
          : users.length === 0
            ? words.nowhere
            : users.slice(0, 3).map(({ id, name }, index) => (
                <span key={id}>
                  {index > 0 && ", "}
                  <Link to="/monitors/$monitorId" params={{ monitorId: id }} className="text-ink-2" dir="auto">
                    {name}
                  </Link>
                </span>
              ))}
        {users !== null && users.length > 3 && ` +${users.length - 3}`}
      </td>
      <td className="w-px">
        {mayChange && (
          <span className="flex gap-2">
            <button type="button" className="button" onClick={onRenew}>
              {words.renew}
            </button>
            <button type="button" className="button" onClick={onRemove}>
              {words.remove}
            </button>
          </span>
        )}
      </td>
    </tr>
  )
}

const Profiles = () => {
  const { common, keys } = useStrings()
  const words = keys.profiles
  const { data: who } = useQuery(session)
  const maySee = may(who, "logs:read")
  const { has: mayChange } = useScope("data:execute")
  const list = useInfiniteQuery({ ...pages("profiles.list", { query: { limit: 50 } }), enabled: maySee })
  const { data: monitors } = useQuery({
    ...asked("monitors.list", { query: { limit: 100 } }),
    enabled: maySee && may(who, "monitors:read")
  })
  const [isMaking, setMaking] = useState(false)
  const [removing, setRemoving] = useState<Profile | null>(null)
  const [renewing, setRenewing] = useState<Profile | null>(null)
  if (who !== undefined && !maySee) return <Empty title={words.noScope} body={words.noScopeTodo} />
  if (list.isPending) return <Skeleton rows={5} />
  if (list.isError) return <Problem error={list.error} onRetry={() => void list.refetch()} />
  const profiles = list.data.pages.flatMap(({ data }) => data)
  const make = mayChange && (
    <button type="button" className="button button-main" onClick={() => setMaking(true)}>
      <Icon name="plus" /> {words.create}
    </button>
  )
  return (
    <>
      <Lack of="data:execute" className="mb-3" />
      {profiles.length === 0 ? (
        <Empty title={words.emptyTitle} body={words.emptyBody}>
          {make}
        </Empty>
      ) : (
        <>
          <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
            <p className="max-w-[68ch] text-ink-2">{words.lead}</p>
            {make}
          </div>
          <div className="card overflow-x-auto">
            <table className="table">
              <thead>
                <tr>
                  <th scope="col">{words.columns.profile}</th>
                  <th scope="col">{words.state}</th>
                  <th scope="col" className="hidden bar:table-cell">
                    {words.columns.used}
                  </th>
                  <th scope="col" className="hidden pane:table-cell">
                    {words.columns.where}
                  </th>
                  <td />
                </tr>
              </thead>
              <tbody>
                {profiles.map((profile) => (
                  <ProfileRow
                    key={profile.id}
                    profile={profile}
                    users={monitors === undefined ? null : usersOf(monitors.data, profile.id)}
                    mayChange={mayChange}
                    onRemove={() => setRemoving(profile)}
                    onRenew={() => setRenewing(profile)}
                  />
                ))}
              </tbody>
            </table>
          </div>
          {list.hasNextPage && (
            <button type="button" className="button mt-3" onClick={() => void list.fetchNextPage()}>
              {common.more}
            </button>
          )}
        </>
      )}
      {isMaking && <NewProfile onClose={() => setMaking(false)} />}
      {renewing !== null && <RenewProfile profile={renewing} onClose={() => setRenewing(null)} />}
      {removing !== null && (
        <RemoveProfile
          profile={removing}
          users={usersOf(monitors?.data ?? [], removing.id)}
          onClose={() => setRemoving(null)}
        />
      )}
    </>
  )
}

export default Profiles
