import { useStrings } from "../../i18n/strings.ts"
import { isScope } from "./scopes.ts"

/** What a key may do, in plain words. */
export const ScopeWords = ({ scopes }: { readonly scopes: ReadonlyArray<string> | null }) => {
  const { keys } = useStrings()
  if (scopes === null) return <>{keys.everything}</>
  return <>{scopes.map((scope) => (isScope(scope) ? keys.scopes[scope][0] : scope)).join(", ")}</>
}
