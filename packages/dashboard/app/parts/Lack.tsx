/** What whoever is signed in may not do, said where they would do it: nothing is missing without its reason. */
import { useQuery } from "@tanstack/react-query"
import { may, session } from "../api/session.ts"
import { useStrings } from "../i18n/strings.ts"
import { notify } from "./notices.tsx"

/** Whether a scope is there, and why not. */
export const useScope = (scope: string) => {
  const { parts } = useStrings()
  const { data: who } = useQuery(session)
  const has = may(who, scope)
  /** Null where it is there, and while nobody knows. */
  const lack = has || who == null ? null : parts.lacks(scope)
  return {
    has,
    lack,
    /** What a key of the keyboard does that takes the scope: without it, it says why nothing happens. */
    key: (act: () => void) => () => {
      if (has) act()
      else if (lack !== null) notify(lack)
    }
  }
}

export const Lack = ({ className = "", of }: { readonly of: string; readonly className?: string }) => {
  const { lack } = useScope(of)
  return lack === null ? null : <p className={`hint max-w-[68ch] ${className}`}>{lack}</p>
}
