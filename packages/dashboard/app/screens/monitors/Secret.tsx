/** The secret of a webhook, and where what it is for is said. */
import { useStrings } from "../../i18n/strings.ts"
import { Away } from "../../parts/Away.tsx"
import { Code } from "../../parts/Code.tsx"

export const Secret = ({ secret }: { readonly secret: string }) => {
  const { signing: words } = useStrings().monitors
  return (
    <>
      <Code text={secret} label={words.secret} />
      <p className="hint">
        {words.secretFor} <Away url="https://www.standardwebhooks.com">Standard Webhooks</Away>
      </p>
    </>
  )
}
