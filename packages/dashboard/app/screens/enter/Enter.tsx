/** Signing in: with a key, the operator's token, or the link that a fresh start prints. */
import { useMutation } from "@tanstack/react-query"
import { useRouter, useSearch } from "@tanstack/react-router"
import { useEffect, useId, useLayoutEffect, useRef, useState } from "react"
import { ApiError } from "../../api/ApiError.ts"
import { queryClient } from "../../api/queries.ts"
import { type SignedIn, session, signIn } from "../../api/session.ts"
import { useStrings } from "../../i18n/strings.ts"
import { Field } from "../../parts/Field.tsx"
import { Mark } from "../../parts/Icon.tsx"
import { Refusal } from "../../parts/Refusal.tsx"
import { useTitle } from "../../parts/useTitle.ts"

/** The secret of a link, which stands behind `#` so that no server and no log sees it. */
const linkSecret = (): string | null => {
  const secret = location.hash.slice(1)
  return secret === "" ? null : secret
}

/** A screen of ours, and nothing else that an address may say. */
const screenOf = (to: string | undefined): string => (to !== undefined && /^\/(?:[a-z?]|$)/.test(to) ? to : "/")

const isRefused = (error: unknown): boolean => error instanceof ApiError && error.status === 401

/** Signs in. Who opens a link again that signed this browser in is signed in still. */
const enterBy = async (by: Parameters<typeof signIn>[0]): Promise<SignedIn> => {
  try {
    return await signIn(by)
  } catch (error) {
    const who = "link" in by && isRefused(error) ? await queryClient.fetchQuery({ ...session, staleTime: 0 }) : null
    if (who === null) throw error
    return who
  }
}

export const Enter = () => {
  const { enter } = useStrings()
  const router = useRouter()
  const { to } = useSearch({ from: "/enter" })
  const id = useId()
  const [key, setKey] = useState("")
  const [link] = useState(linkSecret)
  const isAsked = useRef(false)
  const field = useRef<HTMLInputElement>(null)
  useTitle(enter.title)
  const entering = useMutation({
    mutationFn: enterBy,
    onSuccess: (who) => {
      queryClient.clear()
      queryClient.setQueryData(session.queryKey, who)
      void router.navigate({ href: screenOf(to), replace: true })
    }
  })
  const { mutate } = entering
  useLayoutEffect(() => field.current?.focus(), [])
  useEffect(() => {
    if (link === null || isAsked.current) return
    isAsked.current = true
    history.replaceState(history.state, "", location.pathname + location.search)
    mutate({ link })
  }, [link, mutate])
  const isWrong = isRefused(entering.error)
  const wasLink = entering.variables !== undefined && "link" in entering.variables
  return (
    <main className="relative grid h-full place-items-center overflow-auto p-4">
      <form
        className="card flex w-full max-w-[420px] flex-col gap-4 p-6"
        onSubmit={(event) => {
          event.preventDefault()
          mutate({ key: key.trim() })
        }}
      >
        <p className="flex items-center gap-2 font-strong">
          <Mark /> Kittiwake
        </p>
        <div>
          <h1 className="text-xl font-strong">{enter.title}</h1>
          <p className="mt-1 text-ink-2">{enter.lead}</p>
        </div>
        {entering.isPending && wasLink && <p role="status">{enter.link}</p>}
        <Field id={id} label={enter.key} error={isWrong ? (wasLink ? enter.linkUsed : enter.wrong) : null}>
          {(control) => (
            <input
              {...control}
              ref={field}
              className="input font-mono"
              type="password"
              autoComplete="current-password"
              spellCheck="false"
              required
              maxLength={512}
              value={key}
              onChange={(event) => setKey(event.target.value)}
              aria-describedby={[control["aria-describedby"], `${id}-hint`].join(" ").trim()}
            />
          )}
        </Field>
        {!isWrong && <Refusal error={entering.error} />}
        <button type="submit" className="button button-main" disabled={entering.isPending}>
          {enter.submit}
        </button>
        <p id={`${id}-hint`} className="hint">
          {enter.kept} {enter.where}
        </p>
      </form>
    </main>
  )
}
